cases("Fetch: the answer's head", {
    "All that a Response says": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ status: 201, reason: "Made", body: "b", fields: [["Content-Type", "text/x-own"], ["X-Own", "1"]] }));
        return fetched(`${upstream}/a`);
    },
    "A fragment is no part of an answer's address": async ({ upstream, fetched }) => fetched(`${upstream}/a#part`),
    "Reason phrases": async ({ upstream, answer, fetched }) => {
        const seen = [];
        for (const reason of ["", "OK", "Own Words", "tab\tand é"]) {
            await upstream.on("/a", answer({ reason }));
            seen.push(await fetched(`${upstream}/a`));
        }
        return seen;
    },
    "Every usual status": async ({ upstream, answer, fetched }) => {
        const seen = [];
        for (const status of [200, 201, 202, 203, 206, 207, 208, 226, 300, 305, 306, 400, 402, 403, 404, 405, 406, 409, 410, 411, 412,
            413, 414, 415, 416, 417, 418, 422, 423, 424, 425, 426, 428, 429, 431, 451, 500, 501, 502, 503, 504, 505, 506, 507, 508, 510]) {
            await upstream.on("/a", answer({ status, body: `${status}` }));
            const { value } = await fetched(`${upstream}/a`);
            seen.push([value.status, value.statusText, value.ok, value.body]);
        }
        return seen;
    },
    "Statuses that engines act upon: 407, 408, 421, 511": async ({ upstream, answer, fetched }) => {
        const seen = [];
        for (const status of [407, 408, 421, 511]) {
            await upstream.on(`/${status}`, answer({ status, body: `${status}` }));
            seen.push(await fetched(`${upstream}/${status}`));
        }
        return seen;
    },
    "Unknown statuses": async ({ upstream, answer, fetched }) => {
        const seen = [];
        for (const status of [299, 399, 499, 599, 600, 999]) {
            await upstream.on("/a", answer({ status, body: `${status}` }));
            seen.push(await fetched(`${upstream}/a`));
        }
        return seen;
    },
    "Statuses without a body: 204, 205, 304": async ({ upstream, answer, fetched }) => {
        const seen = [];
        for (const status of [204, 205, 304]) {
            await upstream.on("/a", answer({ status, fields: [["X-Own", "1"]] }));
            seen.push(await fetched(`${upstream}/a`), await (await fetch(`${upstream}/a`)).body);
        }
        return seen;
    },
    "Interim answers before the answer": async ({ upstream, interim, answer, fetched }) => {
        await upstream.on("/a", interim(100), interim(103, [["Link", "</x>; rel=preload"]]), interim(102), answer({ body: "at last" }));
        return fetched(`${upstream}/a`);
    },
    "Fields with the same name are combined": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ fields: [["X-Own", "1"], ["x-own", "2"], ["X-OWN", ""], ["X-Own", "a, b"]] }));
        return fetched(`${upstream}/a`);
    },
    "Values with letters of Latin-1 and UTF-8, spaces and none": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ fields: [["X-Empty", ""], ["X-Spaced", "  a  b\t"], ["X-UTF-8", "é"]] }));
        return fetched(`${upstream}/a`);
    },
    "Fields that browsers act upon": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({
            fields: [["Link", "</x>; rel=preload"], ["Server", "own"], ["Alt-Svc", "clear"], ["Content-Security-Policy", "default-src 'none'"],
                ["X-Content-Type-Options", "nosniff"], ["X-Frame-Options", "DENY"], ["Refresh", "9; url=/x"], ["Server-Timing", "a;dur=1"],
                ["Strict-Transport-Security", "max-age=1"], ["Permissions-Policy", "camera=()"], ["Referrer-Policy", "no-referrer"],
                ["Location", "/elsewhere"], ["Retry-After", "1"], ["Age", "3"], ["Vary", "Accept"], ["Date", "Tue, 01 Jan 2030 00:00:00 GMT"],
                ["Cross-Origin-Resource-Policy", "cross-origin"], ["NEL", "{}"], ["Accept-CH", "DPR"], ["SourceMap", "/map"]],
        }));
        return fetched(`${upstream}/a`);
    },
    "Fields that a proxy must not let the page confuse": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({
            status: 200, body: "b",
            fields: [["Loopback-Upstream-URL", "http://a.test/"], ["Loopback-Upstream-Fields", "[[\"X-Own\",\"1\"]]"],
                ["Loopback-Upstream-Status", "500"], ["Loopback-Proxy-Error", "connect; connectFailed"]],
        }));
        return fetched(`${upstream}/a`);
    },
    "Set-Cookie is shown to nobody": async ({ upstream, answer, outcome }) => {
        await upstream.on("/a", answer({ fields: [["Set-Cookie", "a=b"], ["Set-Cookie2", "c=d"], ["X-Own", "1"]] }));
        return outcome(async () => {
            const { headers } = await fetch(`${upstream}/a`);
            return [headers.get("set-cookie"), headers.has("set-cookie"), headers.getSetCookie?.() ?? [], [...headers]];
        });
    },
    "Headers can be read in every way": async ({ upstream, answer, outcome }) => {
        await upstream.on("/a", answer({ body: "b", fields: [["X-B", "2"], ["X-A", "1"], ["Content-Type", "text/plain"]] }));
        return outcome(async () => {
            const { headers } = await fetch(`${upstream}/a`), each = [];
            headers.forEach(function (value, name, all) { each.push([name, value, all === headers, this.own]); }, { own: 1 });
            return {
                each, keys: [...headers.keys()], values: [...headers.values()], entries: [...headers.entries()],
                get: [headers.get("X-A"), headers.get("x-a"), headers.get("X-C")], has: [headers.has("X-A"), headers.has("X-C")],
                copy: [...new Headers(headers)], object: Object.fromEntries(headers),
                text: String(headers), next: headers.keys().next(), kind: String(headers.entries()),
            };
        });
    },
    "Headers can't be changed": async ({ upstream, outcome }) => {
        const { headers } = await fetch(`${upstream}/a`);
        return [await outcome(() => headers.set("X-A", "1")), await outcome(() => headers.append("X-A", "1")),
            await outcome(() => headers.delete("Content-Type")), headers.get("X-A"), headers.get("content-type")];
    },
    "Headers are asked for wrongly": async ({ upstream, outcome }) => {
        const { headers } = await fetch(`${upstream}/a`);
        return [await outcome(() => headers.get("a b")), await outcome(() => headers.get()), await outcome(() => headers.has("")),
            await outcome(() => Headers.prototype.get.call({}, "a")), await outcome(() => headers.forEach(1)),
            await outcome(() => new Headers(5))];
    },
    "An answer and its headers are the same object each time": async ({ upstream }) => {
        const response = await fetch(`${upstream}/a`);
        return [response.headers === response.headers, response.body === response.body, Object.keys(response),
            Object.prototype.toString.call(response), response.constructor === Response, JSON.stringify(response)];
    },
});

cases("Fetch: the answer's body", {
    "As text, JSON, bytes, a Blob and a form": async ({ upstream, answer, byteList, outcome }) => {
        await upstream.on("/a", answer({ body: "{\"a\": \"é\"}", fields: [["Content-Type", "application/json"]] }));
        await upstream.on("/f", answer({ body: "a=b+c&d=%20", fields: [["Content-Type", "application/x-www-form-urlencoded"]] }));
        const get = () => fetch(`${upstream}/a`), blob = await (await get()).blob();
        return [await (await get()).text(), await (await get()).json(), await byteList((await get()).arrayBuffer()),
            await (await get()).bytes?.().then((all) => [...all]), blob.type, blob.size, await blob.text(),
            await outcome(async () => [...await (await fetch(`${upstream}/f`)).formData()]), await outcome(async () => (await get()).formData())];
    },
    "JSON that is none": async ({ upstream, outcome }) => outcome(async () => (await fetch(`${upstream}/a`)).json()),
    "A BOM, and bytes that are no UTF-8": async ({ upstream, answer, byteList }) => {
        await upstream.on("/a", answer({ base64: "77u/YcOpgP8=" }));
        return [await (await fetch(`${upstream}/a`)).text(), await byteList((await fetch(`${upstream}/a`)).arrayBuffer())];
    },
    "A compressed body": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ base64: "H4sIAAAAAAACA0vOzy0oSi0uTk1RSB5uTACkFvrp3AAAAA==", fields: [["Content-Encoding", "gzip"]] }));
        return fetched(`${upstream}/a`);
    },
    "A compressed body that is none": async ({ upstream, answer, outcome }) => {
        await upstream.on("/a", answer({ body: "not gzip at all", fields: [["Content-Encoding", "gzip"]] }));
        return outcome(async () => {
            const response = await fetch(`${upstream}/a`);
            return [response.status, await outcome(response.text())];
        });
    },
    "A body in chunks": async ({ upstream, head, chunk, lastChunk, fetched }) => {
        await upstream.on("/a", head({ fields: [["Transfer-Encoding", "chunked"]] }), chunk("one "), chunk("two"), lastChunk());
        return fetched(`${upstream}/a`);
    },
    "A body that ends with its connection": async ({ upstream, head, bytes, close, fetched }) => {
        await upstream.on("/a", head(), bytes("to the end"), close());
        return fetched(`${upstream}/a`);
    },
    "An empty body": async ({ upstream, answer, outcome }) => {
        await upstream.on("/a", answer());
        return outcome(async () => {
            const response = await fetch(`${upstream}/a`);
            return [response.body === null, Object.prototype.toString.call(response.body), await response.text()];
        });
    },
    "A body of 2 MB": async ({ upstream, answer }) => {
        await upstream.on("/a", answer({ body: "0123456789".repeat(200000) }));
        const buffer = await (await fetch(`${upstream}/a`)).arrayBuffer();
        const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", buffer));
        return [buffer.byteLength, [...digest]];
    },
    "A body is used once": async ({ upstream, outcome }) => {
        const response = await fetch(`${upstream}/a`);
        const seen = [response.bodyUsed, await response.text(), response.bodyUsed, response.body.locked];
        return [seen, await outcome(() => response.text()), await outcome(() => response.clone()), await outcome(() => response.body.getReader())];
    },
    "A reader gets the chunks before the end": async ({ upstream, head, chunk, lastChunk, gate, outcome }) => {
        await upstream.on("/a", head({ fields: [["Transfer-Encoding", "chunked"]] }), chunk("one"), gate("g"), chunk("two"), lastChunk());
        return outcome(async () => {
            const response = await fetch(`${upstream}/a`), reader = response.body.getReader(), seen = [];
            seen.push(new TextDecoder().decode((await reader.read()).value), response.body.locked, response.bodyUsed);
            await upstream.open("g");
            seen.push(new TextDecoder().decode((await reader.read()).value), await reader.read(), await reader.closed);
            return seen;
        });
    },
    "A reader of bytes into a buffer": async ({ upstream, answer, outcome }) => {
        await upstream.on("/a", answer({ body: "abcdef" }));
        return outcome(async () => {
            const reader = (await fetch(`${upstream}/a`)).body.getReader({ mode: "byob" }), seen = [];
            for (let one; !(one = await reader.read(new Uint8Array(4))).done;) seen.push(...one.value);
            return seen;
        });
    },
    "A reader that cancels ends the call": async ({ upstream, head, chunk, gate, endless, outcome }) => {
        await upstream.on("/a", head({ fields: [["Transfer-Encoding", "chunked"]] }), chunk("one"), gate("g"), endless());
        return outcome(async () => {
            const reader = (await fetch(`${upstream}/a`)).body.getReader();
            await reader.read();
            const cancelled = await reader.cancel("enough");
            await upstream.open("g");
            await upstream.left();
            return [cancelled, await reader.read()];
        });
    },
    "for await, pipeTo and pipeThrough": async ({ upstream, outcome }) => [
        await outcome(async () => {
            let text = "";
            for await (const part of (await fetch(`${upstream}/a`)).body) text += new TextDecoder().decode(part);
            return text;
        }),
        await outcome(async () => {
            let text = "";
            await (await fetch(`${upstream}/a`)).body.pipeTo(new WritableStream({ write(part) { text += new TextDecoder().decode(part); } }));
            return text;
        }),
        await outcome(async () => new Response((await fetch(`${upstream}/a`)).body.pipeThrough(new TextDecoderStream())
            .pipeThrough(new TextEncoderStream())).text()),
    ],
    "clone and tee": async ({ upstream, answer, headOf, outcome }) => {
        await upstream.on("/a", answer({ status: 203, body: "both", fields: [["X-Own", "1"], ["Link", "</x>"]] }));
        return outcome(async () => {
            const response = await fetch(`${upstream}/a`), copy = response.clone(), second = copy.clone();
            const [left, right] = response.body.tee();
            return [headOf(copy), headOf(second), await copy.text(), await second.text(), await new Response(left).text(),
                await new Response(right).text(), copy.headers === response.headers];
        });
    },
    "A Response made of an answer's body": async ({ upstream, answer, headOf, outcome }) => {
        await upstream.on("/a", answer({ status: 203, reason: "Own", body: "again", fields: [["X-Own", "1"], ["Link", "</x>"]] }));
        return outcome(async () => {
            const response = await fetch(`${upstream}/a`), made = new Response(response.body, response);
            made.headers.set("X-New", "2");
            return [headOf(made), await made.text(), response.bodyUsed];
        });
    },
    "A Response made of an answer's parts": async ({ upstream, answer, headOf, outcome }) => {
        await upstream.on("/a", answer({ status: 404, body: "again", fields: [["X-Own", "1"], ["Link", "</x>"]] }));
        return outcome(async () => {
            const response = await fetch(`${upstream}/a`), { status, statusText, headers } = response;
            const made = new Response(await response.blob(), { status, statusText, headers });
            return [headOf(made), await made.text()];
        });
    },
    "An answer in a Cache": async ({ upstream, answer, outcome }) => {
        await upstream.on("/a", answer({ status: 203, reason: "Own", body: "kept", fields: [["X-Own", "1"], ["Link", "</x>"], ["Vary", "X-Asked"]] }));
        return outcome(async () => {
            const cache = await caches.open(`fidelity${upstream.key}`);
            await cache.put(`${upstream}/a`, await fetch(`${upstream}/a`));
            const found = await cache.match(`${upstream}/a`), keys = (await cache.keys()).map((key) => key.url);
            const seen = [await tools.shown(found), keys, await cache.match(`${upstream}/b`)];
            await caches.delete(`fidelity${upstream.key}`);
            return seen;
        });
    },
    "cache.add and addAll of answers that can't be kept": async ({ upstream, answer, outcome }) => {
        await upstream.on("/404", answer({ status: 404 }));
        await upstream.on("/206", answer({ status: 206, body: "part" }));
        await upstream.on("/vary", answer({ fields: [["Vary", "*"]] }));
        const cache = await caches.open(`fidelity${upstream.key}`), seen = [];
        upstream.isUnordered = true;
        for (const path of ["404", "206", "vary"]) seen.push(await outcome(() => cache.add(`${upstream}/${path}`)));
        seen.push(await outcome(() => cache.addAll([`${upstream}/ok`, `${upstream}/404`])), (await cache.keys()).length);
        seen.push(await outcome(() => cache.add(new Request(`${upstream}/ok`, { method: "POST" }))), await outcome(() => cache.add("data:,a")), await outcome(() => cache.add()));
        await caches.delete(`fidelity${upstream.key}`);
        return seen;
    },
    "cache.addAll calls the other site and the own": async ({ upstream, answer, outcome }) => {
        await upstream.on("/a", answer({ body: "kept", fields: [["X-Own", "1"]] }));
        const cache = await caches.open(`fidelity${upstream.key}`);
        upstream.isUnordered = true;
        const added = await outcome(() => cache.addAll([`${upstream}/a`, new Request(`${upstream}/b`, { headers: { "X-Own": "1" } }), "control.html"]));
        const urls = (await cache.keys()).map(({ url }) => url.replace(location.origin, "").replace(/^\/[0-9a-f]{32}/, "")).sort();
        await caches.delete(`fidelity${upstream.key}`);
        return [added, urls];
    },
    "cache.add calls the other site": async ({ upstream, answer, outcome }) => {
        await upstream.on("/a", answer({ body: "kept", fields: [["X-Own", "1"]] }));
        return outcome(async () => {
            const cache = await caches.open(`fidelity${upstream.key}`);
            const added = await outcome(() => cache.add(`${upstream}/a`)), found = await cache.match(`${upstream}/a`);
            await caches.delete(`fidelity${upstream.key}`);
            return [added, found && await tools.shown(found)];
        });
    },
});
