import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// Redirects, event streams and WebSockets of other sites, by the proxy's address.
    @Suite("Proxied streams", .timeLimit(.minutes(2)))
    struct ProxyStreamTests {
        @Test(
            "PROXY-7 Redirects are followed, and the page can read which address answered",
            arguments: BrowserEngine.allCases
        )
        func redirects(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                site.upstream.on("/see", .redirect(to: "/end?a=%20#part", .seeOther))
                site.upstream.on("/again", .redirect(to: "\(site.origin)/end", .temporaryRedirect))
                site.upstream.on("/end", .answer(.ok, "end"))
                let answers = try await site.run(
                    """
                    const answers = [];
                    for (const path of ['/end', '/see', '/again']) {
                        const answer = await fetch(proxy(path), { method: 'POST', body: 'sent' });
                        const url = answer.headers.get('loopback-upstream-url');
                        answers.push([answer.status, answer.redirected, url, await answer.text()]);
                    }
                    return answers
                    """
                )
                let ends = ["/end", "/end?a=%20", "/end"].map { JSONValue.string(site.origin + $0) }
                #expect(answers.array == ends.map { [200, false, $0, "end"] })
                let calls = site.upstream.requests.map { "\($0.method) \($0.target) \($0.bodyText)" }
                let expected = [
                    "POST /end sent", "POST /see sent", "GET /end?a=%20 ", "POST /again sent", "POST /end sent",
                ]
                #expect(calls == expected)
            }
        }

        @Test(
            "PROXY-7 A redirect is an error where the page's call wants none, and leads nowhere else than upstream",
            arguments: BrowserEngine.allCases
        )
        func refusedRedirects(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                site.upstream.on("/away", .redirect(to: "/end"))
                site.upstream.on("/own", .redirect(to: site.plugin.url))
                site.upstream.on("/end", .answer())
                let answers = try await site.run(
                    """
                    const answers = [];
                    for (const [path, mode] of [['/away', 'omit.error'], ['/own', 'omit']]) {
                        const answer = await fetch(proxy(path, mode));
                        const { error } = await answer.json();
                        answers.push([answer.status, answer.headers.get('loopback-proxy-error').split(';')[0], error.stage]);
                    }
                    const answer = await fetch(proxy('/away', 'omit.manual'), { redirect: 'manual' });
                    answers.push([answer.status, answer.type]);
                    return answers
                    """
                )
                #expect(
                    answers == [[502, "redirect", "redirect"], [403, "refused", "refused"], [0, "opaqueredirect"]]
                )
                #expect(site.upstream.requests.map(\.path) == ["/away", "/own", "/away"])
            }
        }

        @Test(
            "PROXY-8 An event stream's first event is there while the upstream waits to send the next",
            arguments: BrowserEngine.allCases
        )
        func events(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                let (gate, end) = (Gate(), Gate())
                let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
                site.upstream.on(
                    "/events",
                    inTurn: [
                        [
                            .bytes("\(head)retry: 10\nid: 1\ndata: first\n\n"), .wait(gate),
                            .bytes("event: own\ndata: next\n\n"),
                            .close,
                        ],
                        [.bytes("\(head)data: later\n\n"), .wait(end), .bytes("data: more\n\n"), .close],
                    ]
                )
                try await site.run(
                    """
                    window.seen = [];
                    const events = window.events = new EventSource(proxy('/events'));
                    events.onmessage = event => seen.push(event.data);
                    events.addEventListener('own', event => seen.push('own ' + event.data));
                    """
                )
                #expect(try await site.page.wait(for: "seen.length === 1 && seen") == ["first"])
                #expect(site.upstream.requests.count == 1)
                gate.open()
                // The upstream's end is the page's, and the engine asks again with what it saw last.
                let seen = try await site.page.wait(for: "seen.length === 3 && seen", within: .seconds(20))
                #expect(seen == ["first", "own next", "later"])
                try await site.run("events.close()")
                end.open()
                #expect(site.upstream.requests.map { $0["Last-Event-ID"] } == [nil, "1"])
            }
        }

        @Test(
            "PROXY-10 A WebSocket to another site carries text and binary both ways, with its protocol and its close",
            arguments: BrowserEngine.allCases
        )
        func webSocket(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                site.upstream.on("/echo", .webSocketEcho(subprotocol: "own"))
                let seen = try await site.run(
                    """
                    const url = new URL(proxy('/echo?a=%20'), location.href.replace('http', 'ws'));
                    const socket = new WebSocket(url, ['other', 'own']);
                    socket.binaryType = 'arraybuffer';
                    const happens = name => new Promise((resolve, reject) => {
                        socket.addEventListener(name, resolve, { once: true });
                        socket.addEventListener('error', () => reject(new Error('the socket failed')), { once: true });
                    });
                    await happens('open');
                    const seen = [socket.protocol];
                    for (const text of ['short é', 'x'.repeat(70000)]) {
                        const echo = happens('message');
                        socket.send(text);
                        seen.push((await echo).data === text);
                    }
                    const bytes = Uint8Array.from({ length: 300000 }, (_, index) => index * 7), echo = happens('message');
                    socket.send(bytes);
                    const { data } = await echo;
                    seen.push(data instanceof ArrayBuffer && new Uint8Array(data).every((byte, index) => byte === bytes[index]));
                    const end = happens('close');
                    socket.close(4001, 'done');
                    const { code, reason, wasClean } = await end;
                    return [...seen, data.byteLength, code, reason, wasClean]
                    """
                )
                #expect(seen == ["own", true, true, true, 300000, 4001, "done", true])
                let handshake = try #require(site.upstream.requests.first)
                #expect(handshake.target == "/echo?a=%20")
                #expect(handshake["Sec-WebSocket-Protocol"] == "other, own")
                #expect(site.upstream.requests.count == 1)
                try await site.upstream.wait { $0.openConnections == 0 }
            }
        }

        @Test(
            "PROXY-10 A WebSocket that the other site refuses is closed in the page",
            arguments: BrowserEngine.allCases
        )
        func refusedWebSocket(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                site.upstream.on("/echo", .answer(.unauthorized, "no", ["WWW-Authenticate": "Basic realm=\"a\""]))
                let seen = try await site.run(
                    """
                    const socket = new WebSocket(new URL(proxy('/echo'), location.href.replace('http', 'ws')));
                    return await new Promise(resolve => {
                        socket.onopen = () => resolve('opened');
                        socket.onclose = event => resolve(event.code);
                    })
                    """
                )
                #expect(seen == 1006)
                #expect(site.upstream.requests.count == 1)
            }
        }
    }
}
