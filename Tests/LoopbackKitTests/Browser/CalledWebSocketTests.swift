import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// WebSockets to other sites by their own addresses, in a page with the call script.
    @Suite("Called by WebSocket", .timeLimit(.minutes(2)))
    struct CalledWebSocketTests {
        /// Gives `address`, the upstream's as a WebSocket's, and `happens(socket, name)`, the next event of the name.
        private static let functions = """
            const address = upstream.replace('http', 'ws');
            const happens = (socket, name) => new Promise((resolve, reject) => {
                socket.addEventListener(name, resolve, { once: true });
                const closes = event => reject(new Error(`the socket closed with ${event.code}`));
                if (name !== 'close') socket.addEventListener('close', closes, { once: true });
            });

            """

        @Test(
            "PROXY-1 A WebSocket has its address, origin, protocol and messages, and the upstream its handshake",
            arguments: BrowserEngine.allCases
        )
        func whole(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on("/a%2Fb", .webSocketEcho(subprotocol: "own"))
                let seen = try await site.run(
                    Self.functions + """
                        const socket = new WebSocket(address + '/a%2Fb?q=%20+%C3%A9', ['other', 'own']);
                        const seen = [socket.url === address + '/a%2Fb?q=%20+%C3%A9', socket.readyState, socket.protocol];
                        await happens(socket, 'open');
                        seen.push(socket.readyState, socket.protocol, socket.binaryType);
                        socket.send('text é');
                        const text = await happens(socket, 'message');
                        seen.push(text.data, text.origin === address, text.target === socket, text.isTrusted);
                        socket.send(Uint8Array.of(1, 2, 3));
                        seen.push((await happens(socket, 'message')).data instanceof Blob);
                        socket.binaryType = 'arraybuffer';
                        socket.send(new Blob(['blob']));
                        seen.push(new TextDecoder().decode((await happens(socket, 'message')).data));
                        socket.send('x'.repeat(200000));
                        seen.push(socket.bufferedAmount > 0, (await happens(socket, 'message')).data.length);
                        socket.close(4001, 'done');
                        const { code, reason, wasClean } = await happens(socket, 'close');
                        return [...seen, socket.bufferedAmount, code, reason, wasClean]
                        """
                )
                let messages: [JSONValue] = ["text é", true, true, true, true, "blob", true, 200_000]
                #expect(seen.array == [true, 0, "", 1, "own", "blob"] + messages + [0, 4001, "done", true])
                let handshake = try #require(site.upstream.requests.first)
                #expect(handshake.target == "/a%2Fb?q=%20+%C3%A9" && handshake["Host"] == site.authority)
                #expect(handshake["Sec-WebSocket-Protocol"] == "other, own")
                try await site.upstream.wait { $0.openConnections == 0 }
            }
        }

        @Test("PROXY-10 A WebSocket echoes 10,000 messages in order", arguments: BrowserEngine.allCases)
        func many(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on("/echo", .webSocketEcho())
                let seen = try await site.run(
                    Self.functions + """
                        const socket = new WebSocket(address + '/echo');
                        await happens(socket, 'open');
                        let count = 0, wrong = 0;
                        const all = new Promise((resolve, reject) => {
                            socket.onclose = event => reject(new Error(`the socket closed with ${event.code}`));
                            socket.onmessage = event => {
                                if (event.data !== `message ${count}`) wrong += 1;
                                count += 1;
                                if (count === 10000) resolve();
                            };
                        });
                        for (let index = 0; index < 10000; index += 1) socket.send(`message ${index}`);
                        await all;
                        return [count, wrong]
                        """,
                    within: .seconds(50)
                )
                #expect(seen == [10_000, 0])
            }
        }

        @Test(
            "PROXY-10 The upstream's close has its code and reason in the page, and a lost connection 1006",
            arguments: BrowserEngine.allCases
        )
        func closing(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, files: ["index.html": ProxiedPage.listening]) { site in
                site.upstream.on("/1000", .webSocketClose(1000))
                site.upstream.on("/4999", .webSocketClose(4999, "enough é"))
                site.upstream.on("/1011", .webSocketClose(1011, "broken"))
                site.upstream.on("/none", .webSocketClose())
                site.upstream.on("/lost", .webSocketHead, .close)
                let seen = try await site.run(
                    Self.functions + """
                        const outcomes = [];
                        for (const path of ['/1000', '/4999', '/1011', '/none', '/lost']) {
                            const socket = new WebSocket(address + path), events = [];
                            for (const name of ['open', 'error', 'close']) socket.addEventListener(name, () => events.push(name));
                            const { code, reason, wasClean } = await happens(socket, 'close');
                            outcomes.push([code, reason, wasClean, events.join(' ')]);
                        }
                        return [...outcomes, lines.length]
                        """
                )
                let expected: JSONValue = [
                    [1000, "", true, "open close"], [4999, "enough é", true, "open close"],
                    [1011, "broken", true, "open close"], [1005, "", true, "open close"],
                    [1006, "", false, seen[4][3]], 0,
                ]
                #expect(seen == expected)
            }
        }

        @Test(
            "PROXY-9 A WebSocket that fails is closed as the engine closes it, and a line in the console tells why",
            arguments: BrowserEngine.allCases
        )
        func failing(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, files: ["index.html": ProxiedPage.listening]) { site in
                site.upstream.on("/no", .answer(.forbidden, "no"))
                site.upstream.on("/cut", .reset)
                let seen = try await site.run(
                    Self.functions + """
                        const outcomes = [];
                        for (const url of [address + '/no', address + '/cut', 'ws://10.0.0.1/a']) {
                            const socket = new WebSocket(url), events = [];
                            for (const name of ['open', 'error']) socket.addEventListener(name, () => events.push(name));
                            const { code, wasClean } = await happens(socket, 'close');
                            outcomes.push([socket.url === url, events.join(), code, wasClean]);
                        }
                        return outcomes
                        """
                )
                let failed: JSONValue = [true, "error", 1006, false]
                #expect(seen == [failed, failed, failed])
                let lines = try await site.page.wait(for: "lines.length === 3 && lines.sort()")
                let beginning = "LoopbackKit: WebSocket ws://10.0.0.1/a failed: refused, privateAddress: "
                #expect(lines[0].string?.hasPrefix(beginning) == true)
                let line = "LoopbackKit: WebSocket ws://\(site.authority)"
                #expect(lines[1].string?.hasPrefix("\(line)/cut failed: ") == true)
                #expect(lines[2].string?.hasPrefix("\(line)/no failed: ") == true)
            }
        }

        @Test(
            "PROXY-1 WebSocket is the platform's to those who look: classes of a page's own, constants, errors",
            arguments: BrowserEngine.allCases
        )
        func identity(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on("/", .webSocketEcho())
                let seen = try await site.run(
                    Self.functions + """
                        class Own extends WebSocket { get own() { return this.url === address + '/'; } }
                        const socket = new Own(upstream);
                        await happens(socket, 'open');
                        socket.close();
                        const made = new MessageEvent('message', { origin: 'https://else.test' });
                        socket.dispatchEvent(made);
                        const errors = [
                            () => new WebSocket(), () => new WebSocket(address + '/#part'), () => new WebSocket('ftp://else.test/'),
                            () => new WebSocket(address, ['a', 'a']), () => WebSocket(address), () => WebSocket.prototype.url,
                        ].map(call => { try { call(); return 'none'; } catch (error) { return error.name; } });
                        return [socket instanceof Own, socket instanceof WebSocket, socket.own, socket.constructor === Own,
                            made.origin, WebSocket.OPEN, socket.CLOSED, WebSocket.name, WebSocket.length,
                            String(WebSocket).includes('[native code]'), WebSocket.prototype.constructor === WebSocket,
                            Object.keys(socket).length, ...errors]
                        """
                )
                let own: [JSONValue] = [true, true, true, true, "https://else.test", 1, 3]
                let errors: [JSONValue] = [
                    "TypeError", "SyntaxError", "SyntaxError", "SyntaxError", "TypeError", "TypeError",
                ]
                #expect(seen.array == own + ["WebSocket", 1, true, true, 0] + errors)
            }
        }

        @Test("PROXY-1 WebSockets to the own origin stay there", arguments: BrowserEngine.allCases)
        func own(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on("/echo", .webSocketEcho())
                let seen = try await site.run(
                    Self.functions + """
                        const base = location.href.replace('http', 'ws'), outcomes = [];
                        for (const url of [base + 'own', './own', proxy('/echo')]) {
                            const socket = new WebSocket(url);
                            const event = await happens(socket, 'open').catch(() => undefined);
                            outcomes.push(event?.type, socket.url.startsWith(base));
                            if (event === undefined) continue;
                            socket.send('text');
                            outcomes.push((await happens(socket, 'message')).origin === new URL(base).origin);
                        }
                        return outcomes
                        """
                )
                #expect(seen == [.null, true, .null, true, "open", true, true])
                #expect(site.upstream.requests.map(\.path) == ["/echo"])
            }
        }

        @Test("PROXY-1 A worker opens a WebSocket to another site", arguments: BrowserEngine.allCases)
        func worker(engine: BrowserEngine) async throws {
            let script = """
                onmessage = ({ data }) => {
                    const socket = new WebSocket(data);
                    socket.onopen = () => socket.send('text');
                    socket.onmessage = event => postMessage([event.data, event.origin, socket.url]);
                    socket.onclose = event => postMessage(event.code);
                };
                """
            try await ProxiedPage.with(engine, files: ["worker.js": script], loadsCallScript: true) { site in
                site.upstream.on("/echo", .webSocketEcho())
                let seen = try await site.run(
                    Self.functions + """
                        const worker = new Worker('worker.js');
                        worker.postMessage(address + '/echo');
                        return (await happens(worker, 'message')).data
                        """
                )
                let origin = site.origin.replacing("http", with: "ws")
                #expect(seen == ["text", .string(origin), .string(origin + "/echo")])
            }
        }
    }
}
