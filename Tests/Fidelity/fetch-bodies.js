cases("Fetch: the answer's body", {
    "As text, JSON, bytes, a Blob and a form": async ({ upstream, answer, byteList, outcome }) => {
        await upstream.on("/a", answer({ body: "{\"a\": \"é\"}", fields: [["Content-Type", "application/json"]] }));
        await upstream.on("/f", answer({ body: "a=b+c&d=%20",
            fields: [["Content-Type", "application/x-www-form-urlencoded"]] }));
        const get = () => fetch(`${upstream}/a`), blob = await (await get()).blob();
        return [await (await get()).text(), await (await get()).json(), await byteList((await get()).arrayBuffer()),
            await (await get()).bytes?.().then((all) => [...all]), blob.type, blob.size, await blob.text(),
            await outcome(async () => [...await (await fetch(`${upstream}/f`)).formData()]),
                await outcome(async () => (await get()).formData())];
    },
    "JSON that is none": async ({ upstream, outcome }) => outcome(async () => (await fetch(`${upstream}/a`)).json()),
    "A BOM, and bytes that are no UTF-8": async ({ upstream, answer, byteList }) => {
        await upstream.on("/a", answer({ base64: "77u/YcOpgP8=" }));
        return [await (await fetch(`${upstream}/a`)).text(),
            await byteList((await fetch(`${upstream}/a`)).arrayBuffer())];
    },
    "A compressed body": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ base64: "H4sIAAAAAAACA0vOzy0oSi0uTk1RSB5uTACkFvrp3AAAAA==",
            fields: [["Content-Encoding", "gzip"]] }));
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
        await upstream.on("/a", head({ fields: [["Transfer-Encoding", "chunked"]] }), chunk("one "), chunk("two"),
            lastChunk());
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
        return [seen, await outcome(() => response.text()), await outcome(() => response.clone()),
            await outcome(() => response.body.getReader())];
    },
    "A reader gets the chunks before the end": async ({ upstream, head, chunk, lastChunk, gate, outcome }) => {
        await upstream.on("/a", head({ fields: [["Transfer-Encoding", "chunked"]] }), chunk("one"), gate("g"),
            chunk("two"), lastChunk());
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
        await upstream.on("/a", head({ fields: [["Transfer-Encoding", "chunked"]] }), chunk("one"), gate("g"),
            endless());
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
            const sink = new WritableStream({ write(part) { text += new TextDecoder().decode(part); } });
            await (await fetch(`${upstream}/a`)).body.pipeTo(sink);
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
            return [headOf(copy), headOf(second), await copy.text(), await second.text(),
                await new Response(left).text(),
                await new Response(right).text(), copy.headers === response.headers];
        });
    },
    "A Response made of an answer's body": async ({ upstream, answer, headOf, outcome }) => {
        await upstream.on("/a", answer({ status: 203, reason: "Own", body: "again",
            fields: [["X-Own", "1"], ["Link", "</x>"]] }));
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
});
