cases("Fetch: redirects", {
    "Each status with each method": async ({ upstream, redirect, fetched }) => {
        const seen = [];
        for (const status of [301, 302, 303, 307, 308]) {
            for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE"]) {
                const path = `/${status}/${method}`, body = method === "POST" || method === "PUT" ? "body" : undefined;
                await upstream.on(path, redirect(status, `${method}/to`));
                seen.push([status, method, await fetched(`${upstream}${path}`, { method, body, headers: { "X-Own": "1" } })]);
            }
        }
        return seen;
    },
    "A permanent one, asked for twice": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(301, "b"));
        return [await fetched(`${upstream}/a`), await fetched(`${upstream}/a`)];
    },
    "A chain of five": async ({ upstream, redirect, fetched }) => {
        for (let hop = 0; hop < 5; hop += 1) await upstream.on(`/${hop}`, redirect(302, `${hop + 1}`));
        return fetched(`${upstream}/0`);
    },
    "Twenty are followed": async ({ upstream, redirect, fetched }) => {
        for (let hop = 0; hop < 20; hop += 1) await upstream.on(`/${hop}`, redirect(302, `${hop + 1}`));
        return fetched(`${upstream}/0`);
    },
    "Twenty-one are too many": async ({ upstream, redirect, fetched }) => {
        for (let hop = 0; hop < 21; hop += 1) await upstream.on(`/${hop}`, redirect(302, `${hop + 1}`));
        return fetched(`${upstream}/0`);
    },
    "A loop ends": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(302, "b"));
        await upstream.on("/b", redirect(302, "a"));
        return fetched(`${upstream}/a`);
    },
    "To another path, a root, a scheme's and a whole address": async ({ upstream, redirect, fetched }) => {
        const { pathname, host } = new URL(upstream), seen = [];
        for (const location of ["deep/b", `${pathname}/b`, `//${host}${pathname}/b`, `${upstream}/b`, "?query", "./../c", "b%2Fc?q=%C3%A9"]) {
            await upstream.on("/a", redirect(302, location));
            if (location.startsWith("?")) await upstream.inTurn("/a", [redirect(302, location)], [["answer", { body: "second" }]]);
            seen.push(await fetched(`${upstream}/a`));
        }
        return seen;
    },
    "To an address with letters outside of ASCII": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(302, "b?q=é"));
        return fetched(`${upstream}/a`);
    },
    "To a fragment": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(302, "b#part"));
        return [await fetched(`${upstream}/a`), await fetched(`${upstream}/a#own`)];
    },
    "To another host": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(302, `${upstream.other}/b`));
        return fetched(`${upstream}/a`, { headers: { "X-Own": "1" } });
    },
    "To another host, without Authorization there": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(307, `${upstream.other}/b`));
        return fetched(`${upstream}/a`, { method: "POST", body: "again", headers: { Authorization: "Basic YTpi" } });
    },
    "Back from another host": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(302, `${upstream.other}/b`));
        await upstream.on("/b", redirect(302, `${upstream}/c`));
        return fetched(`${upstream}/a`);
    },
    "To addresses that can't be called": async ({ upstream, redirect, fetched }) => {
        const seen = [];
        for (const location of ["ftp://a.test/", "data:text/plain,x", "http://", "http://[", "about:blank", "http://me:secret@upstream.test/"]) {
            await upstream.on("/a", redirect(302, location));
            seen.push(await fetched(`${upstream}/a`));
        }
        return seen;
    },
    "Without a Location": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ status: 302, body: "stays" }));
        return fetched(`${upstream}/a`);
    },
    "With an empty Location": async ({ upstream, redirect, answer, fetched }) => {
        await upstream.inTurn("/a", [redirect(302, "")], [answer({ body: "second" })]);
        return fetched(`${upstream}/a`);
    },
    "300 and 304 with a Location are answers": async ({ upstream, answer, fetched }) => {
        await upstream.on("/300", answer({ status: 300, body: "choose", fields: [["Location", "b"]] }));
        await upstream.on("/304", answer({ status: 304, fields: [["Location", "b"]] }));
        return [await fetched(`${upstream}/300`), await fetched(`${upstream}/304`)];
    },
    "manual gives an answer that says nothing": async ({ upstream, redirect, outcome, headOf }) => {
        await upstream.on("/a", redirect(302, "b"));
        return outcome(async () => {
            const response = await fetch(`${upstream}/a#part`, { redirect: "manual" });
            return [headOf(response), response.body === null, await response.text()];
        });
    },
    "manual with an answer that is no redirect": async ({ upstream, fetched }) => fetched(`${upstream}/a`, { redirect: "manual" }),
    "manual with each status": async ({ upstream, answer, fetched }) => {
        const seen = [];
        for (const status of [300, 301, 302, 303, 304, 305, 307, 308]) {
            await upstream.on("/a", answer({ status, fields: [["Location", "b"]] }));
            seen.push(await fetched(`${upstream}/a`, { redirect: "manual" }));
        }
        return seen;
    },
    "manual without a Location": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ status: 302, body: "stays" }));
        return fetched(`${upstream}/a`, { redirect: "manual" });
    },
    "error refuses a redirect": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(302, "b"));
        return fetched(`${upstream}/a`, { redirect: "error" });
    },
    "error with an answer that is no redirect": async ({ upstream, fetched }) => fetched(`${upstream}/a`, { redirect: "error" }),
    "No such mode": async ({ upstream, fetched }) => fetched(`${upstream}/a`, { redirect: "own" }),
    "A redirected answer's copy": async ({ upstream, redirect, outcome, headOf }) => {
        await upstream.on("/a", redirect(302, "b"));
        return outcome(async () => headOf((await fetch(`${upstream}/a`)).clone()));
    },
    "A form is sent again": async ({ upstream, redirect, fetched }) => {
        const body = new FormData();
        body.append("a", "b");
        await upstream.on("/a", redirect(307, "b"));
        return fetched(`${upstream}/a`, { method: "POST", body });
    },
});

cases("Fetch: signals", {
    "Aborted before the call": async ({ upstream, fetched }) => [
        await fetched(`${upstream}/a`, { signal: AbortSignal.abort() }),
        await fetched(`${upstream}/a`, { signal: AbortSignal.abort("reason") }),
        await fetched(`${upstream}/a`, { signal: AbortSignal.abort(new RangeError("own")) }),
    ],
    "Aborted at once": async ({ upstream, outcome }) => {
        const controller = new AbortController(), call = fetch(`${upstream}/a`, { signal: controller.signal });
        controller.abort();
        upstream.isUncertain = true;
        return outcome(call);
    },
    "Aborted while the head is awaited": async ({ upstream, gate, answer, outcome }) => {
        await upstream.on("/a", gate("g"), answer());
        const controller = new AbortController(), call = fetch(`${upstream}/a`, { signal: controller.signal });
        await upstream.reached("g");
        controller.abort();
        return outcome(call);
    },
    "Aborted with a reason": async ({ upstream, gate, answer, outcome }) => {
        await upstream.on("/a", gate("g"), answer());
        const controller = new AbortController(), call = fetch(`${upstream}/a`, { signal: controller.signal });
        await upstream.reached("g");
        const reason = { own: 1 };
        controller.abort(reason);
        return outcome(call.catch((error) => error === reason));
    },
    "Aborted while the head is awaited, and the upstream is told": async ({ upstream, stall, outcome }) => {
        await upstream.on("/a", stall());
        const controller = new AbortController(), call = fetch(`${upstream}/a`, { signal: controller.signal });
        await upstream.requested();
        controller.abort();
        return [await outcome(call), (await upstream.left()).requests.length];
    },
    "Aborted in the body": async ({ upstream, head, chunk, gate, endless, outcome }) => {
        await upstream.on("/a", head({ fields: [["Transfer-Encoding", "chunked"]] }), chunk("one"), gate("g"), endless());
        const controller = new AbortController(), response = await fetch(`${upstream}/a`, { signal: controller.signal });
        const reader = response.body.getReader();
        const first = new TextDecoder().decode((await reader.read()).value), second = reader.read();
        controller.abort();
        const seen = [first, await outcome(second), await outcome(reader.closed), response.status];
        await upstream.open("g");
        await upstream.left();
        return seen;
    },
    "Aborted while the text is awaited": async ({ upstream, head, bytes, gate, outcome }) => {
        await upstream.on("/a", head(), bytes("one"), gate("g"));
        const controller = new AbortController(), response = await fetch(`${upstream}/a`, { signal: controller.signal });
        const text = response.text();
        controller.abort(new RangeError("own"));
        return [await outcome(text), response.bodyUsed];
    },
    "Aborted behind the end": async ({ upstream, outcome }) => {
        const controller = new AbortController(), response = await fetch(`${upstream}/a`, { signal: controller.signal });
        const text = await response.text();
        controller.abort();
        return [text, response.status, await outcome(() => response.text())];
    },
    "A signal that times out": async ({ upstream, gate, answer, fetched }) => {
        await upstream.on("/a", gate("g"), answer());
        return fetched(`${upstream}/a`, { signal: AbortSignal.timeout(30) });
    },
    "Any of two signals": async ({ upstream, gate, answer, outcome }) => {
        if (!AbortSignal.any) return "none here";
        await upstream.on("/a", gate("g"), answer());
        const controller = new AbortController();
        const call = fetch(`${upstream}/a`, { signal: AbortSignal.any([controller.signal, new AbortController().signal]) });
        await upstream.reached("g");
        controller.abort();
        return outcome(call);
    },
    "A Request's signal, and one that takes its place": async ({ upstream, gate, answer, outcome }) => {
        await upstream.on("/a", gate("g"), answer({ body: "went on" }));
        const first = new AbortController(), second = new AbortController();
        const request = new Request(`${upstream}/a`, { signal: first.signal });
        for (const name of ["b", "c"]) await upstream.on(`/${name}`, gate("g"), answer({ body: "went on" }));
        // Chromium's cache has calls of the same address wait for each other.
        const own = fetch(request);
        await upstream.reached("g");
        const other = fetch(new Request(`${upstream}/b`, request), { signal: second.signal });
        await upstream.reached("g", 2);
        const none = fetch(new Request(`${upstream}/c`, { signal: first.signal }), { signal: null });
        await upstream.reached("g", 3);
        second.abort();
        const seen = [await outcome(other)];
        first.abort();
        seen.push(await outcome(own));
        await upstream.open("g");
        return [...seen, await outcome(none.then((response) => response.text()))];
    },
    "A signal that is none": async ({ upstream, fetched }) => [
        await fetched(`${upstream}/a`, { signal: {} }), await fetched(`${upstream}/a`, { signal: 1 }),
    ],
    "Aborted while the page's own stream has no end": async ({ upstream, outcome }) => {
        const controller = new AbortController(), body = new ReadableStream();
        const call = fetch(`${upstream}/a`, { method: "POST", body, duplex: "half", signal: controller.signal });
        controller.abort(new RangeError("own"));
        return outcome(call);
    },
    "An abort while a body goes up": async ({ upstream, leaveBody, gate, answer, outcome }) => {
        await upstream.on("/a", leaveBody(), gate("g"), answer());
        const controller = new AbortController();
        const call = fetch(`${upstream}/a`, { method: "POST", body: "a".repeat(1000), signal: controller.signal });
        await upstream.reached("g");
        controller.abort();
        return outcome(call);
    },
});

cases("Fetch: calls that fail", {
    "Nobody listens": async ({ upstream, fetched }) => fetched(`${upstream.closed}/a`),
    "A name that doesn't exist": async ({ fetched }) => fetched("http://nowhere.invalid/a"),
    "Addresses that are none": async ({ fetched }) => [
        await fetched("http://"), await fetched("http://["), await fetched("http://a b/"), await fetched("http://1.2.3.999/"),
        await fetched("http://a:99999/"), await fetched("//"), await fetched(),
    ],
    "A port that pages may not call": async ({ fetched }) => fetched("http://upstream.test:25/a"),
    "The connection is closed before the answer": async ({ upstream, close, fetched }) => {
        await upstream.on("/a", close());
        return fetched(`${upstream}/a`, { method: "POST", body: "b" });
    },
    "The connection is reset before the answer": async ({ upstream, reset, fetched }) => {
        await upstream.on("/a", reset());
        return fetched(`${upstream}/a`, { method: "POST", body: "b" });
    },
    "An answer that is no HTTP": async ({ upstream, raw, close, fetched }) => {
        await upstream.on("/a", raw("\0\x01\x02 no HTTP at all\r\n\r\n"), close());
        return fetched(`${upstream}/a`);
    },
    "A status line without a status": async ({ upstream, raw, close, fetched }) => {
        await upstream.on("/a", raw("HTTP/1.1 abc\r\n{cors}Content-Length: 0\r\n\r\n"), close());
        return fetched(`${upstream}/a`);
    },
    "A head that is cut": async ({ upstream, raw, close, fetched }) => {
        await upstream.on("/a", raw("HTTP/1.1 200 OK\r\n{cors}Content-Len"), close());
        return fetched(`${upstream}/a`);
    },
    "Two lengths": async ({ upstream, raw, close, fetched }) => {
        await upstream.on("/a", raw("HTTP/1.1 200 OK\r\n{cors}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc"), close());
        return fetched(`${upstream}/a`);
    },
    "A body that is cut": async ({ upstream, raw, gate, close, outcome, headOf }) => {
        await upstream.on("/a", raw("HTTP/1.1 200 OK\r\n{cors}Content-Length: 10\r\n\r\nabc"), gate("g"), close());
        return outcome(async () => {
            const response = await fetch(`${upstream}/a`);
            await upstream.open("g");
            return [headOf(response), await outcome(response.text())];
        });
    },
    "A body in chunks that is cut": async ({ upstream, head, chunk, gate, close, outcome }) => {
        await upstream.on("/a", head({ fields: [["Transfer-Encoding", "chunked"]] }), chunk("abc"), gate("g"), close());
        return outcome(async () => {
            const response = await fetch(`${upstream}/a`);
            await upstream.open("g");
            return outcome(response.text());
        });
    },
    "A body in chunks that is reset": async ({ upstream, head, chunk, gate, reset, outcome }) => {
        await upstream.on("/a", head({ fields: [["Transfer-Encoding", "chunked"]] }), chunk("abc"), gate("g"), reset());
        return outcome(async () => {
            const reader = (await fetch(`${upstream}/a`)).body.getReader(), first = await reader.read();
            await upstream.open("g");
            return [new TextDecoder().decode(first.value), await outcome(reader.read()), await outcome(reader.closed)];
        });
    },
    "A chunk that is none": async ({ upstream, head, chunk, gate, bytes, close, outcome }) => {
        await upstream.on("/a", head({ fields: [["Transfer-Encoding", "chunked"]] }), chunk("abc"), gate("g"), bytes("own\r\nabc\r\n"), close());
        return outcome(async () => {
            const response = await fetch(`${upstream}/a`);
            await upstream.open("g");
            return outcome(response.text());
        });
    },
    "More bytes than the length says": async ({ upstream, raw, close, fetched }) => {
        await upstream.on("/a", raw("HTTP/1.1 200 OK\r\n{cors}Content-Length: 3\r\n\r\nabcdef"), close());
        return fetched(`${upstream}/a`);
    },
    "A head of 1 MB": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ fields: [["X-Long", "a".repeat(1000000)]] }));
        return fetched(`${upstream}/a`);
    },
    "A rejection is a TypeError of the page's own": async ({ upstream }) => {
        const error = await fetch(`${upstream.closed}/a`).catch((reason) => reason);
        return [Object.getPrototypeOf(error) === TypeError.prototype, error.constructor === TypeError, Object.keys(error), String(error),
            typeof error.stack];
    },
    "An unhandled rejection is told": async ({ upstream, once }) => {
        const told = once(window, "unhandledrejection");
        fetch(`${upstream.closed}/a`);
        const event = await told;
        event.preventDefault();
        return [event.type, String(event.reason)];
    },
});
