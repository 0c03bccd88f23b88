cases("Fetch: calls that fail", {
    "Nobody listens": async ({ upstream, fetched }) => fetched(`${upstream.closed}/a`),
    "A name that doesn't exist": async ({ fetched }) => fetched("http://nowhere.invalid/a"),
    "Addresses that are none": async ({ fetched }) => [
        await fetched("http://"), await fetched("http://["), await fetched("http://a b/"),
            await fetched("http://1.2.3.999/"),
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
        await upstream.on("/a", raw("HTTP/1.1 200 OK\r\n{cors}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc"),
            close());
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
        await upstream.on("/a", head({ fields: [["Transfer-Encoding", "chunked"]] }), chunk("abc"), gate("g"),
            bytes("own\r\nabc\r\n"), close());
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
        return [Object.getPrototypeOf(error) === TypeError.prototype, error.constructor === TypeError,
            Object.keys(error), String(error),
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
