const eventStream = (fields = []) => ["head", { fields: [["Content-Type", "text/event-stream"], ...fields] }];

cases("EventSource", {
    "Events with data, names and ids": async ({ upstream, bytes, gate, close }) => {
        await upstream.on("/a", eventStream(),
            bytes("data: one\n\nid: 7\nevent: own\ndata: two\ndata: lines\n\n: comment\ndata:é\nid\n\n"), gate("g"),
            close());
        const source = new EventSource(`${upstream}/a?q=1#part`),
            log = heard(source, ["open", "message", "own", "error"]);
        const before = [source.readyState, source.url, source.withCredentials];
        await until(source, "message", 2);
        source.close();
        return [before, log, source.readyState, source.url];
    },
    "Line ends, a BOM and fields without a colon": async ({ upstream, bytes, gate, close }) => {
        await upstream.on("/a", eventStream(),
            bytes("\uFEFFdata: a\r\rdata: b\r\n\r\ndata\n\ndata:  c\nunknown: x\n\nevent: message\ndata: end\n\n"),
            gate("g"), close());
        const source = new EventSource(`${upstream}/a`), log = heard(source, ["open", "message"]);
        await until(source, "message", 5);
        source.close();
        return log;
    },
    "A stream that ends is asked for again, with the last id": async ({ upstream, bytes, gate, close }) => {
        await upstream.inTurn("/a", [eventStream(), bytes("retry: 1\nid: 42 é\ndata: one\n\n"), close()],
            [eventStream(), bytes("data: two\n\n"), gate("g"), close()]);
        const source = new EventSource(`${upstream}/a`), log = heard(source, ["open", "message", "error"]);
        await until(source, "message", 2);
        source.close();
        return log;
    },
    "An id that is taken back": async ({ upstream, bytes, gate, close }) => {
        await upstream.inTurn("/a", [eventStream(), bytes("retry: 1\nid: 1\ndata: one\n\nid:\ndata: two\n\n"), close()],
            [eventStream(), bytes("data: three\n\n"), gate("g"), close()]);
        const source = new EventSource(`${upstream}/a`), log = heard(source, ["message"]);
        await until(source, "message", 3);
        source.close();
        return log;
    },
    "Data without an end is left out": async ({ upstream, bytes, gate, close }) => {
        await upstream.inTurn("/a", [eventStream(), bytes("retry: 1\ndata: one\n\ndata: left out"), close()],
            [eventStream(), bytes("data: two\n\n"), gate("g"), close()]);
        const source = new EventSource(`${upstream}/a`), log = heard(source, ["open", "message", "error"]);
        await until(source, "message", 2);
        source.close();
        return log;
    },
    "A body in chunks, cut anywhere": async ({ upstream, chunk, gate, close }) => {
        await upstream.on("/a", eventStream([["Transfer-Encoding", "chunked"]]), chunk("da"), chunk("ta: o"), gate("f"),
            chunk("ne\n"), chunk("\n"), gate("g"), close());
        const source = new EventSource(`${upstream}/a`), log = heard(source, ["open", "message"]),
            first = until(source, "message");
        await until(source, "open");
        await upstream.open("f");
        await first;
        source.close();
        return log;
    },
    "The wrong type": async ({ upstream, answer }) => {
        await upstream.on("/a", answer({ body: "data: one\n\n", fields: [["Content-Type", "text/plain"]] }));
        const source = new EventSource(`${upstream}/a`), log = heard(source, ["open", "message", "error"]);
        await until(source, "error");
        return [log, source.readyState];
    },
    "Types with parameters and in capitals": async ({ upstream, bytes, gate, close }) => {
        const seen = [];
        for (const type of ["text/event-stream;charset=utf-8", "TEXT/Event-Stream",
            "text/event-stream; charset=latin1"]) {
            await upstream.on("/a", ["head", { fields: [["Content-Type", type]] }], bytes("data: é\n\n"), gate("g"),
                close());
            const source = new EventSource(`${upstream}/a`), log = heard(source, ["open", "message", "error"]);
            await Promise.race([until(source, "message"), until(source, "error")]);
            source.close();
            seen.push(log);
        }
        return seen;
    },
    "Statuses that are no stream": async ({ upstream, answer }) => {
        const seen = [];
        for (const status of [204, 400, 404, 500, 503]) {
            await upstream.on("/a", answer({ status, body: "data: one\n\n",
                fields: [["Content-Type", "text/event-stream"]] }));
            const source = new EventSource(`${upstream}/a`), log = heard(source, ["open", "message", "error"]);
            await until(source, "error");
            seen.push([status, log, source.readyState]);
            source.close();
        }
        return seen;
    },
    "Nobody listens": async ({ upstream }) => {
        const source = new EventSource(`${upstream.closed}/a`), log = heard(source, ["open", "message", "error"]);
        await until(source, "error");
        const seen = [log, source.readyState];
        source.close();
        return [...seen, source.readyState];
    },
    "A redirect": async ({ upstream, redirect, bytes, gate, close }) => {
        await upstream.on("/a", redirect(302, "b"));
        await upstream.on("/b", eventStream(), bytes("data: one\n\n"), gate("g"), close());
        const source = new EventSource(`${upstream}/a`), log = heard(source, ["open", "message", "error"]);
        await until(source, "message");
        source.close();
        return [log, source.url];
    },
    "Credentials": async ({ upstream, answer, fetched, bytes, gate, close }) => {
        await upstream.on("/c", answer({ fields: [["Set-Cookie", "own=1"]] }));
        await fetched(`${upstream}/c`, { credentials: "include" });
        await upstream.on("/a", eventStream(), bytes("data: one\n\n"), gate("g"), close());
        const seen = [];
        for (const init of [undefined, { withCredentials: true }, { withCredentials: 0 }]) {
            const source = new EventSource(`${upstream}/a`, init);
            await until(source, "message");
            source.close();
            seen.push(source.withCredentials);
        }
        return seen;
    },
    "A close inside of an event": async ({ upstream, bytes, gate, close, once }) => {
        await upstream.on("/a", eventStream(), bytes("data: one\n\ndata: two\n\n"), gate("g"), close());
        const source = new EventSource(`${upstream}/a`), log = heard(source, ["open", "message", "error"]);
        const first = until(source, "message");
        source.onmessage = () => source.close();
        await first;
        return [log, source.readyState];
    },
    "A close before the head": async ({ upstream, gate, bytes }) => {
        await upstream.on("/a", gate("g"), eventStream(), bytes("data: one\n\n"));
        const source = new EventSource(`${upstream}/a`), log = heard(source, ["open", "message", "error"]);
        await upstream.reached("g");
        source.close();
        return [log, source.readyState];
    },
    "Handlers, constants and wrong arguments": async ({ upstream, outcome, bytes, gate, close }) => {
        await upstream.on("/a", eventStream(), bytes("data: one\n\n"), gate("g"), close());
        const source = new EventSource(`${upstream}/a`), seen = [];
        source.onopen = function(event) { seen.push([event.type, this === source]); };
        await new Promise((resolve) => { source.onmessage = (event) =>
            resolve(seen.push([event.type, event.data, event.target === source])); });
        source.close();
        return [seen, source.CONNECTING, source.OPEN, source.CLOSED, EventSource.CLOSED, source instanceof EventTarget,
            String(source),
            await outcome(() => new EventSource()), await outcome(() => new EventSource("http://[")),
                await outcome(() => EventSource("a"))];
    },
    "A subclass": async ({ upstream, bytes, gate, close }) => {
        class Own extends EventSource { get own() { return this.url.length > 0; } }
        await upstream.on("/a", eventStream(), bytes("data: one\n\n"), gate("g"), close());
        const source = new Own(`${upstream}/a`);
        await until(source, "message");
        source.close();
        return [source.own, source instanceof Own, source instanceof EventSource, Object.keys(source),
            source.constructor.name];
    },
});
