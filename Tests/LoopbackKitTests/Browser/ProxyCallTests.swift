import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// A page's own calls to another site, by the proxy's address.
    @Suite("Proxied calls", .timeLimit(.minutes(2)))
    struct ProxyCallTests {
        @Test(
            "PROXY-2 fetch by any method has its method, address and body upstream, and the answer in the page",
            arguments: BrowserEngine.allCases
        )
        func methods(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                site.upstream.on("/a%2Fb", .answer(.created, "answered", ["Content-Type": "text/x-own", "X-Own": "1"]))
                let answers = try await site.run(
                    """
                    const answers = [];
                    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
                        const body = method === 'GET' ? undefined : `body of ${method} é`;
                        const answer = await fetch(proxy('/a%2Fb?q=%20+%C3%A9&' + method), { method, body });
                        const fields = ['content-type', 'x-own', 'content-security-policy'].map(n => answer.headers.get(n));
                        answers.push([answer.status, await answer.text(), ...fields]);
                    }
                    return answers
                    """
                )
                let expected: JSONValue = [201, "answered", "text/x-own", "1", "sandbox"]
                #expect(answers.array == Array(repeating: expected, count: 5))
                let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
                #expect(site.upstream.requests.map(\.method) == methods)
                #expect(site.upstream.requests.map(\.target) == methods.map { "/a%2Fb?q=%20+%C3%A9&\($0)" })
                let bodies = methods.map { $0 == "GET" ? "" : "body of \($0) é" }
                #expect(site.upstream.requests.map(\.bodyText) == bodies)
            }
        }

        @Test("PROXY-8 A body of megabytes goes up and comes down whole", arguments: BrowserEngine.allCases)
        func large(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                site.upstream.on("/up", .answer())
                site.upstream.on("/down", .pattern(6_000_000, seed: 5))
                let seen = try await site.run(
                    """
                    const body = new Uint8Array(6000000).map((_, index) => index * 7);
                    const up = await fetch(proxy('/up'), { method: 'PUT', body });
                    const down = new Uint8Array(await (await fetch(proxy('/down'))).arrayBuffer());
                    return [up.status, down.length, [...down.slice(-8)]]
                    """
                )
                let end = BytePattern(seed: 5).slice(at: 5_999_992, count: 8).map { JSONValue.number(Double($0)) }
                #expect(seen == [200, 6_000_000, .array(end)])
                var hash = BodyHash()
                let sent = (0..<6_000_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
                hash.add(sent)
                let request = try #require(site.upstream.record.requests(to: "/up").first)
                #expect(request.bodyCount == 6_000_000)
                #expect(request.bodyHash == hash)
            }
        }

        @Test(
            "PROXY-4 XMLHttpRequest works, and a synchronous one too, of which WebKit tells nothing but the Referer",
            arguments: BrowserEngine.allCases
        )
        func requests(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                site.upstream.on("/data", .answer(.ok, "{\"a\":1}", ["Content-Type": "application/json"]))
                let answers = try await site.run(
                    """
                    const answers = [];
                    for (const [method, isAsync] of [['GET', true], ['POST', true], ['GET', false], ['POST', false]]) {
                        const request = new XMLHttpRequest();
                        request.open(method, proxy('/data'), isAsync);
                        const done = new Promise(resolve => request.onloadend = resolve);
                        request.send(method === 'POST' ? 'sent' : null);
                        await done;
                        answers.push([request.status, request.responseText]);
                    }
                    return answers
                    """
                )
                #expect(answers.array == Array(repeating: [200, "{\"a\":1}"], count: 4))
                #expect(site.upstream.requests.map(\.method) == ["GET", "POST", "GET", "POST"])
                #expect(site.upstream.requests.map(\.bodyText) == ["", "sent", "", "sent"])
            }
        }

        @Test(
            "PROXY-4 A synchronous call of a page without referrers is let through, in WebKit for want of any evidence",
            arguments: BrowserEngine.allCases
        )
        func withoutEvidence(engine: BrowserEngine) async throws {
            let page = "<!doctype html><meta name=referrer content=no-referrer><title>page</title><body>"
            try await ProxiedPage.with(engine, files: ["index.html": page]) { site in
                site.upstream.on("/data", .answer(.ok, "data"))
                let seen = try await site.run(
                    """
                    const request = new XMLHttpRequest();
                    request.open('GET', proxy('/data'), false);
                    request.send();
                    return request.responseText
                    """
                )
                #expect(seen == "data")
                let passes = await site.plugin.stop().filter { kind in
                    if case .proxied(.admittedWithoutEvidence) = kind { true } else { false }
                }
                #expect(passes.count == (engine == .webKit ? 1 : 0))
            }
        }

        @Test(
            "PROXY-8 A stream's chunks are read one by one, each while the upstream waits to send the next",
            arguments: BrowserEngine.allCases
        )
        func stream(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                let gate = Gate()
                let steps = (1...4).flatMap { [UpstreamStep.chunk("part \($0) "), .wait(gate)] }
                site.upstream.on("/stream", [.chunkedHead()] + steps + [.lastChunk()])
                try await site.run(
                    """
                    const reader = (await fetch(proxy('/stream'))).body.getReader();
                    window.seen = '';
                    window.reading = (async () => {
                        for (let part; !(part = await reader.read()).done;) seen += new TextDecoder().decode(part.value);
                        return seen + 'end';
                    })();
                    """
                )
                var expected = ""
                for part in 1...4 {
                    expected += "part \(part) "
                    let seen = try await site.page.wait(for: "window.seen.length >= \(expected.count) && seen")
                    #expect(seen == .string(expected))
                    gate.admit()
                }
                #expect(try await site.run("return await reading") == .string(expected + "end"))
            }
        }

        @Test(
            "PROXY-8 A call that is given up closes the upstream's connection before another watermark's worth has come",
            arguments: BrowserEngine.allCases,
            ["/head", "/body"]
        )
        func abort(engine: BrowserEngine, path: String) async throws {
            try await ProxiedPage.with(engine) { site in
                let gate = Gate()
                let isBegun = path == "/body"
                let beginning: [UpstreamStep] = [.chunkedHead(), .chunk("begun")]
                let rest = Array(repeating: UpstreamStep.chunks([1 << 16]), count: 400)
                let steps = isBegun ? beginning + [.wait(gate)] : [.wait(gate)] + beginning
                site.upstream.on(path, steps + rest + [.lastChunk()])
                try await site.run(
                    """
                    window.control = new AbortController();
                    window.call = (async () => {
                        const answer = await fetch(proxy(path), { signal: control.signal });
                        const reader = answer.body.getReader();
                        await reader.read();
                        window.isBegun = true;
                        await reader.read();
                    })().catch(error => error.name);
                    """,
                    ["path": .string(path)]
                )
                try await gate.reached()
                if isBegun { try await site.page.wait(for: "window.isBegun") }
                let outcome = try await site.run("control.abort(); return await call")
                #expect(outcome == "AbortError")
                // A browser that closes sends what one sends that only ends its side: the next bytes tell them apart.
                gate.open()
                try await site.upstream.wait { $0.openConnections == 0 }
                let connection = try #require(site.upstream.record.connections.first)
                #expect(connection.end == .peerClosed || connection.end == .peerReset)
                #expect(connection.bytesSent < 8 << 20)
                #expect(site.upstream.requests.count == 1)
            }
        }
    }
}
