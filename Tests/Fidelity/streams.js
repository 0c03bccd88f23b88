// The events of an EventSource or a WebSocket in their order.
const heard = (target, names) => {
    const log = [];
    for (const name of names) {
        target.addEventListener(name, (event) => log.push([event.type, event.data, event.lastEventId, event.origin, target.readyState,
            event.constructor.name, event.isTrusted]));
    }
    return log;
};
const eventStream = (fields = []) => ["head", { fields: [["Content-Type", "text/event-stream"], ...fields] }];
// Until a source tells so many events.
const until = (source, type, count = 1) => new Promise((resolve) => {
    let rest = count;
    source.addEventListener(type, (event) => { if ((rest -= 1) === 0) resolve(event); });
});

cases("EventSource", {
    "Events with data, names and ids": async ({ upstream, bytes, gate, close }) => {
        await upstream.on("/a", eventStream(), bytes("data: one\n\nid: 7\nevent: own\ndata: two\ndata: lines\n\n: comment\ndata:é\nid\n\n"), gate("g"), close());
        const source = new EventSource(`${upstream}/a?q=1#part`), log = heard(source, ["open", "message", "own", "error"]);
        const before = [source.readyState, source.url, source.withCredentials];
        await until(source, "message", 2);
        source.close();
        return [before, log, source.readyState, source.url];
    },
    "Line ends, a BOM and fields without a colon": async ({ upstream, bytes, gate, close }) => {
        await upstream.on("/a", eventStream(), bytes("\uFEFFdata: a\r\rdata: b\r\n\r\ndata\n\ndata:  c\nunknown: x\n\nevent: message\ndata: end\n\n"), gate("g"), close());
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
        await upstream.inTurn("/a", [eventStream(), bytes("retry: 1\ndata: one\n\ndata: left out"), close()], [eventStream(), bytes("data: two\n\n"), gate("g"), close()]);
        const source = new EventSource(`${upstream}/a`), log = heard(source, ["open", "message", "error"]);
        await until(source, "message", 2);
        source.close();
        return log;
    },
    "A body in chunks, cut anywhere": async ({ upstream, chunk, gate, close }) => {
        await upstream.on("/a", eventStream([["Transfer-Encoding", "chunked"]]), chunk("da"), chunk("ta: o"), gate("f"), chunk("ne\n"), chunk("\n"), gate("g"), close());
        const source = new EventSource(`${upstream}/a`), log = heard(source, ["open", "message"]), first = until(source, "message");
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
        for (const type of ["text/event-stream;charset=utf-8", "TEXT/Event-Stream", "text/event-stream; charset=latin1"]) {
            await upstream.on("/a", ["head", { fields: [["Content-Type", type]] }], bytes("data: é\n\n"), gate("g"), close());
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
            await upstream.on("/a", answer({ status, body: "data: one\n\n", fields: [["Content-Type", "text/event-stream"]] }));
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
        await new Promise((resolve) => { source.onmessage = (event) => resolve(seen.push([event.type, event.data, event.target === source])); });
        source.close();
        return [seen, source.CONNECTING, source.OPEN, source.CLOSED, EventSource.CLOSED, source instanceof EventTarget, String(source),
            await outcome(() => new EventSource()), await outcome(() => new EventSource("http://[")), await outcome(() => EventSource("a"))];
    },
    "A subclass": async ({ upstream, bytes, gate, close }) => {
        class Own extends EventSource { get own() { return this.url.length > 0; } }
        await upstream.on("/a", eventStream(), bytes("data: one\n\n"), gate("g"), close());
        const source = new Own(`${upstream}/a`);
        await until(source, "message");
        source.close();
        return [source.own, source instanceof Own, source instanceof EventSource, Object.keys(source), source.constructor.name];
    },
});

cases("WebSocket", {
    "Text and bytes there and back": async ({ upstream, handshake, echoFrames, byteList }) => {
        await upstream.on("/a", handshake(), echoFrames());
        const socket = new WebSocket(`${upstream.socket}/a?q=1`), log = heard(socket, ["open", "error"]), before = [socket.readyState, socket.url, socket.binaryType];
        await until(socket, "open");
        socket.binaryType = "arraybuffer";
        const seen = [];
        for (const data of ["text é \u{1F600}", "", new Uint8Array([0, 1, 255]), new Uint8Array([1, 2, 3]).buffer, new Blob(["blob"]), 12, null]) {
            const next = until(socket, "message");
            socket.send(data);
            const event = await next;
            seen.push([typeof event.data === "string" ? event.data : await byteList(event.data), event.origin, event.lastEventId]);
        }
        const end = until(socket, "close");
        socket.close(3001, "own é");
        const { code, reason, wasClean, type } = await end;
        return [before, log, seen, code, reason, wasClean, type, socket.readyState, socket.protocol, socket.extensions];
    },
    "Blobs come by default": async ({ upstream, handshake, frame, echoFrames }) => {
        await upstream.on("/a", handshake(), frame(2, "bytes"), echoFrames());
        const socket = new WebSocket(`${upstream.socket}/a`), { data } = await until(socket, "message");
        socket.close();
        return [Object.prototype.toString.call(data), data.size, data.type, await data.text()];
    },
    "An http address": async ({ upstream, handshake, frame, echoFrames, outcome }) => outcome(async () => {
        await upstream.on("/a", handshake(), frame(1, "hello"), echoFrames());
        const socket = new WebSocket(`${upstream}/a`), { data } = await until(socket, "message");
        socket.close();
        return [socket.url, data];
    }),
    "Subprotocols": async ({ upstream, handshake, echoFrames }) => {
        const seen = [];
        for (const [asked, chosen] of [["own", "own"], [["first", "own"], "own"], [["first", "own"], null], [[], null], ["own", "other"], [undefined, "other"]]) {
            await upstream.on("/a", handshake(chosen), echoFrames());
            const socket = asked === undefined ? new WebSocket(`${upstream.socket}/a`) : new WebSocket(`${upstream.socket}/a`, asked);
            const event = await Promise.race([until(socket, "open"), until(socket, "error")]);
            seen.push([event.type, socket.protocol]);
            socket.close();
        }
        return seen;
    },
    "Closed by the other side, with codes": async ({ upstream, handshake, closed }) => {
        const seen = [];
        for (const [code, reason] of [[1000, ""], [1001, "away"], [1011, "failed é"], [4999, "own"], [3000, "x".repeat(120)]]) {
            await upstream.on("/a", handshake(), ["frame", 8, reason, code], closed());
            const socket = new WebSocket(`${upstream.socket}/a`), log = heard(socket, ["open", "message", "error"]), event = await until(socket, "close");
            seen.push([log.map(([type]) => type), event.code, event.reason, event.wasClean, socket.readyState]);
        }
        return seen;
    },
    "Closed by the other side without a code": async ({ upstream, handshake, frame, closed }) => {
        await upstream.on("/a", handshake(), frame(8), closed());
        const socket = new WebSocket(`${upstream.socket}/a`), event = await until(socket, "close");
        return [event.code, event.reason, event.wasClean];
    },
    "The connection is cut": async ({ upstream, handshake, frame, gate, close }) => {
        await upstream.on("/a", handshake(), frame(1, "one"), gate("g"), close());
        const socket = new WebSocket(`${upstream.socket}/a`), log = heard(socket, ["open", "message", "error"]), end = until(socket, "close");
        await until(socket, "message");
        await upstream.open("g");
        const event = await end;
        return [log.map(([type, data]) => [type, data]), event.code, event.reason, event.wasClean];
    },
    "Answers that are no handshake": async ({ upstream, answer, redirect }) => {
        const seen = [];
        for (const step of [answer(), answer({ status: 404 }), answer({ status: 401, fields: [["WWW-Authenticate", "Basic"]] }), redirect(302, "b"), ["close"],
            ["raw", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: wrong\r\n\r\n"]]) {
            await upstream.on("/a", step);
            const socket = new WebSocket(`${upstream.socket}/a`), log = heard(socket, ["open", "message", "error"]), event = await until(socket, "close");
            seen.push([log.map(([type]) => type), event.code, event.reason, event.wasClean, socket.readyState]);
        }
        upstream.isUncertain = true;
        return seen;
    },
    "Nobody listens": async ({ upstream }) => {
        const socket = new WebSocket(`${upstream.closed}/a`.replace("http", "ws")), log = heard(socket, ["open", "error"]), event = await until(socket, "close");
        return [log.map(([type]) => type), event.code, event.reason, event.wasClean];
    },
    "A frame that breaks the protocol": async ({ upstream, handshake, bytes, stall }) => {
        await upstream.on("/a", handshake(), bytes("\u007F\u0000"), stall());
        const socket = new WebSocket(`${upstream.socket}/a`), log = heard(socket, ["open", "message", "error"]), event = await until(socket, "close");
        return [log.map(([type]) => type), event.code, event.wasClean];
    },
    "Text that is no UTF-8": async ({ upstream, handshake, stall }) => {
        await upstream.on("/a", handshake(), ["base64", "gQHp"], stall());
        const socket = new WebSocket(`${upstream.socket}/a`), event = await until(socket, "close");
        return [event.code, event.wasClean];
    },
    "A ping is answered, and not told": async ({ upstream, handshake, frame, echoFrames }) => {
        await upstream.on("/a", handshake(), frame(9, "ping"), frame(1, "one"), echoFrames());
        const socket = new WebSocket(`${upstream.socket}/a`), log = heard(socket, ["message"]);
        await until(socket, "message");
        socket.close();
        return log.map(([type, data]) => [type, data]);
    },
    "bufferedAmount": async ({ upstream, handshake, echoFrames }) => {
        await upstream.on("/a", handshake(), echoFrames());
        const socket = new WebSocket(`${upstream.socket}/a`), seen = [socket.bufferedAmount];
        await until(socket, "open");
        const back = until(socket, "message");
        socket.send("a".repeat(1000));
        seen.push(socket.bufferedAmount);
        await back;
        seen.push(socket.bufferedAmount);
        const end = until(socket, "close");
        socket.close();
        socket.send("left out");
        seen.push(socket.bufferedAmount, socket.readyState);
        await end;
        return [...seen, socket.bufferedAmount];
    },
    "A close before the handshake": async ({ upstream, gate, handshake }) => {
        await upstream.on("/a", gate("g"), handshake());
        const socket = new WebSocket(`${upstream.socket}/a`), log = heard(socket, ["open", "error"]), end = until(socket, "close");
        await upstream.reached("g");
        socket.close();
        const state = socket.readyState, event = await end;
        return [state, log.map(([type]) => type), event.code, event.wasClean];
    },
    "Wrong arguments and states": async ({ upstream, outcome, handshake, echoFrames }) => {
        await upstream.on("/a", handshake(), echoFrames());
        const seen = [];
        for (const given of [[], ["ws://["], ["ftp://a.test/"], [`${upstream.socket}/a`, "a b"], [`${upstream.socket}/a`, ["a", "a"]], [`${upstream.socket}/a`, ""], [`${upstream.socket}/a#part`]])
            seen.push(await outcome(() => void new WebSocket(...given)));
        const socket = new WebSocket(`${upstream.socket}/b`);
        seen.push(await outcome(() => socket.send("a")), await outcome(() => socket.close(999)), await outcome(() => socket.close(1001)),
            await outcome(() => socket.close(3000, "x".repeat(124))), await outcome(() => { socket.binaryType = "own"; }), socket.binaryType);
        upstream.isUncertain = true;
        return seen;
    },
    "A message of 1 MB": async ({ upstream, handshake, echoFrames }) => {
        await upstream.on("/a", handshake(), echoFrames());
        const socket = new WebSocket(`${upstream.socket}/a`);
        await until(socket, "open");
        const back = until(socket, "message"), text = "0123456789".repeat(100000);
        socket.send(text);
        const { data } = await back;
        socket.close();
        return data === text;
    },
    "A subclass and handlers": async ({ upstream, handshake, frame, echoFrames }) => {
        class Own extends WebSocket { get own() { return this.url.length > 0; } }
        await upstream.on("/a", handshake(), frame(1, "one"), echoFrames());
        const socket = new Own(`${upstream.socket}/a`), seen = [];
        socket.onopen = function(event) { seen.push([event.type, this === socket]); };
        await new Promise((resolve) => { socket.onmessage = (event) => resolve(seen.push([event.type, event.data, event.target === socket])); });
        socket.close();
        return [seen, socket.own, socket instanceof Own, socket.constructor.name, socket.CONNECTING, WebSocket.CLOSED, Object.keys(socket), String(socket)];
    },
    "Cookies": async ({ upstream, answer, fetched, handshake, frame, echoFrames }) => {
        await upstream.on("/c", answer({ fields: [["Set-Cookie", "own=1"]] }));
        await fetched(`${upstream}/c`, { credentials: "include" });
        await upstream.on("/a", handshake(), frame(1, "one"), echoFrames());
        const socket = new WebSocket(`${upstream.socket}/a`);
        await until(socket, "message");
        socket.close();
        return socket.readyState;
    },
});

cases("navigator.sendBeacon", {
    "Each kind of body": async ({ upstream }) => {
        const form = new FormData(), seen = [];
        form.append("a", "b");
        const bodies = ["text é", new Blob(["blob"], { type: "text/plain" }), new Blob(["blob"]), form, new URLSearchParams("a=b"), new Uint8Array([65, 66]),
            new Uint8Array([67]).buffer, "", undefined, null];
        for (let index = 0; index < bodies.length; index += 1) {
            seen.push(navigator.sendBeacon(`${upstream}/${index}?q=1#part`, bodies[index]));
            await upstream.requested(index + 1);
        }
        return seen;
    },
    "Without a body": async ({ upstream }) => {
        const seen = navigator.sendBeacon(`${upstream}/a`);
        await upstream.requested();
        return seen;
    },
    "A type that needs a preflight": async ({ upstream, outcome }) => {
        const seen = await outcome(() => navigator.sendBeacon(`${upstream}/a`, new Blob(["{}"], { type: "application/json" })));
        if (seen.value) await upstream.requested();
        return seen;
    },
    "Cookies": async ({ upstream, answer, fetched }) => {
        await upstream.on("/c", answer({ fields: [["Set-Cookie", "own=1"]] }));
        await fetched(`${upstream}/c`, { credentials: "include" });
        const seen = navigator.sendBeacon(`${upstream}/a`, "b");
        await upstream.requested(2);
        return seen;
    },
    "A redirect": async ({ upstream, redirect }) => {
        await upstream.on("/a", redirect(307, "b"));
        const seen = navigator.sendBeacon(`${upstream}/a`, "again");
        await upstream.requested(2);
        return seen;
    },
    "More than 64 KiB": async ({ upstream }) => navigator.sendBeacon(`${upstream}/a`, "a".repeat(65537)),
    "Wrong arguments and owners": async ({ upstream, outcome }) => [
        await outcome(() => navigator.sendBeacon()), await outcome(() => navigator.sendBeacon("http://[")), await outcome(() => navigator.sendBeacon("ftp://a.test/")),
        await outcome(() => navigator.sendBeacon.call({}, `${upstream}/a`)), await outcome(() => { const { sendBeacon } = navigator; return sendBeacon(`${upstream}/a`); }),
        await outcome(() => navigator.sendBeacon(`${upstream}/a`, Symbol("a"))),
    ],
    "Nobody listens": async ({ upstream }) => navigator.sendBeacon(`${upstream.closed}/a`, "b"),
});
