// The events of an EventSource or a WebSocket in their order.
const heard = (target, names) => {
    const log = [];
    for (const name of names) {
        target.addEventListener(name, (event) =>
            log.push([event.type, event.data, event.lastEventId, event.origin, target.readyState,
            event.constructor.name, event.isTrusted]));
    }
    return log;
};
// Until a source tells so many events.
const until = (source, type, count = 1) => new Promise((resolve) => {
    let rest = count;
    source.addEventListener(type, (event) => { if ((rest -= 1) === 0) resolve(event); });
});

cases("WebSocket", {
    "Text and bytes there and back": async ({ upstream, handshake, echoFrames, byteList }) => {
        await upstream.on("/a", handshake(), echoFrames());
        const socket = new WebSocket(`${upstream.socket}/a?q=1`), log = heard(socket, ["open", "error"]),
            before = [socket.readyState, socket.url, socket.binaryType];
        await until(socket, "open");
        socket.binaryType = "arraybuffer";
        const seen = [];
        for (const data of ["text é \u{1F600}", "", new Uint8Array([0, 1, 255]), new Uint8Array([1, 2, 3]).buffer,
            new Blob(["blob"]), 12, null]) {
            const next = until(socket, "message");
            socket.send(data);
            const event = await next;
            seen.push([typeof event.data === "string" ? event.data : await byteList(event.data), event.origin,
                event.lastEventId]);
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
        for (const [asked, chosen] of [["own", "own"], [["first", "own"], "own"], [["first", "own"], null], [[], null],
            ["own", "other"], [undefined, "other"]]) {
            await upstream.on("/a", handshake(chosen), echoFrames());
            const socket = asked === undefined
                ? new WebSocket(`${upstream.socket}/a`) : new WebSocket(`${upstream.socket}/a`, asked);
            const event = await Promise.race([until(socket, "open"), until(socket, "error")]);
            seen.push([event.type, socket.protocol]);
            socket.close();
        }
        return seen;
    },
    "Closed by the other side, with codes": async ({ upstream, handshake, closed }) => {
        const seen = [];
        for (const [code, reason] of [[1000, ""], [1001, "away"], [1011, "failed é"], [4999, "own"],
            [3000, "x".repeat(120)]]) {
            await upstream.on("/a", handshake(), ["frame", 8, reason, code], closed());
            const socket = new WebSocket(`${upstream.socket}/a`), log = heard(socket, ["open", "message", "error"]),
                event = await until(socket, "close");
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
        const socket = new WebSocket(`${upstream.socket}/a`), log = heard(socket, ["open", "message", "error"]),
            end = until(socket, "close");
        await until(socket, "message");
        await upstream.open("g");
        const event = await end;
        return [log.map(([type, data]) => [type, data]), event.code, event.reason, event.wasClean];
    },
    "Answers that are no handshake": async ({ upstream, answer, redirect }) => {
        const switching = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n";
        const seen = [];
        for (const step of [answer(), answer({ status: 404 }),
            answer({ status: 401, fields: [["WWW-Authenticate", "Basic"]] }), redirect(302, "b"), ["close"],
            ["raw", `${switching}Sec-WebSocket-Accept: wrong\r\n\r\n`]]) {
            await upstream.on("/a", step);
            const socket = new WebSocket(`${upstream.socket}/a`), log = heard(socket, ["open", "message", "error"]),
                event = await until(socket, "close");
            seen.push([log.map(([type]) => type), event.code, event.reason, event.wasClean, socket.readyState]);
        }
        upstream.isUncertain = true;
        return seen;
    },
    "Nobody listens": async ({ upstream }) => {
        const socket = new WebSocket(`${upstream.closed}/a`.replace("http", "ws")),
            log = heard(socket, ["open", "error"]), event = await until(socket, "close");
        return [log.map(([type]) => type), event.code, event.reason, event.wasClean];
    },
    "A frame that breaks the protocol": async ({ upstream, handshake, bytes, stall }) => {
        await upstream.on("/a", handshake(), bytes("\u007F\u0000"), stall());
        const socket = new WebSocket(`${upstream.socket}/a`), log = heard(socket, ["open", "message", "error"]),
            event = await until(socket, "close");
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
        const socket = new WebSocket(`${upstream.socket}/a`), log = heard(socket, ["open", "error"]),
            end = until(socket, "close");
        await upstream.reached("g");
        socket.close();
        const state = socket.readyState, event = await end;
        return [state, log.map(([type]) => type), event.code, event.wasClean];
    },
    "Wrong arguments and states": async ({ upstream, outcome, handshake, echoFrames }) => {
        await upstream.on("/a", handshake(), echoFrames());
        const seen = [];
        for (const given of [[], ["ws://["], ["ftp://a.test/"], [`${upstream.socket}/a`, "a b"],
            [`${upstream.socket}/a`, ["a", "a"]], [`${upstream.socket}/a`, ""], [`${upstream.socket}/a#part`]])
            seen.push(await outcome(() => void new WebSocket(...given)));
        const socket = new WebSocket(`${upstream.socket}/b`);
        seen.push(await outcome(() => socket.send("a")), await outcome(() => socket.close(999)),
            await outcome(() => socket.close(1001)),
            await outcome(() => socket.close(3000, "x".repeat(124))),
                await outcome(() => { socket.binaryType = "own"; }), socket.binaryType);
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
        await new Promise((resolve) => { socket.onmessage = (event) =>
            resolve(seen.push([event.type, event.data, event.target === socket])); });
        socket.close();
        return [seen, socket.own, socket instanceof Own, socket.constructor.name, socket.CONNECTING, WebSocket.CLOSED,
            Object.keys(socket), String(socket)];
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
