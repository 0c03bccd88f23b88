import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("ScopeHandler") struct ScopeHandlerTests {
    @Test("SCOPE-2 The scope gets what follows its address, percent-encoded")
    func remainder() throws {
        let bench = ScopeBench()
        let registration = try bench.register("demo")
        for (path, remainder) in [("", ""), ("/", "/"), ("/a%2Fb/%63?q=1", "/a%2Fb/%63"), ("//x", "//x")] {
            let response = try bench.answer("plugins/demo\(path)")
            #expect(response.bodyText == "/folder\(remainder)")
            #expect(response.connection == .trust)
        }
        withExtendedLifetime(registration) {}
    }

    @Test("SCOPE-9 A reserved marker is no file", arguments: ["~proxy/x", "%7Ebridge", "~"])
    func markers(path: String) throws {
        let bench = ScopeBench()
        let registration = try bench.register("demo")
        #expect(try bench.answer("plugins/demo/\(path)").status == .notFound)
        #expect(try bench.answer("plugins/demo/a\(path)").status == .ok)
        withExtendedLifetime(registration) {}
    }

    @Test("SCOPE-9 The icon at the root is empty, needs no token, and is given under the own name only")
    func favicon() throws {
        let bench = ScopeBench()
        #expect(try bench.answer(target: "/favicon.ico").status == .noContent)
        #expect(try bench.answer(target: "/favicon.ico?v=2", method: .head).status == .noContent)
        #expect(try bench.answer(target: "/favicon.ico", method: .post).status == .methodNotAllowed)
        #expect(try bench.answer(target: "/favicon.ico", fields: [.host: "evil.example"]).status == .misdirectedRequest)
        #expect(try !bench.answer(target: "/favicon.ico").connection.contains(.trust))
    }

    @Test(
        "SCOPE-6 No refusal's body holds anything of the request",
        arguments: [
            ScopeRefusal.secret, .host, .method, .scope, .foreignSite,
        ]
    )
    func bodies(refusal: ScopeRefusal) throws {
        let response = refusal.response
        #expect(response.bodyText.hasPrefix("\(response.status.code) "))
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.fields[.xContentTypeOptions] == "nosniff")
        #expect(response.fields[.contentType] == "text/plain; charset=utf-8")
        #expect(response.fields.invalidName == nil)
    }

    @Test("HTTP-2 A head too large because of cookies clears them and is an event")
    func cookies() async throws {
        let bench = ScopeBench()
        let events = bench.feed.subscribe(waiting: 8)
        let refusal = HTTPRefusal(.requestHeaderFieldsTooLarge, .init("head too large"), isCausedByCookies: true)
        let response = try required(bench.handler.answer(to: refusal))
        #expect(response.status == .requestHeaderFieldsTooLarge)
        #expect(response.fields[.clearSiteData] == "\"cookies\"")
        #expect(response.connection.contains(.close))
        var iterator = events.makeAsyncIterator()
        _ = await iterator.next()
        guard case .cookiesCleared = await iterator.next()?.kind else { throw Missing() }
    }

    @Test("HTTP-2 Other refusals are the engine's own")
    func otherRefusals() {
        let bench = ScopeBench()
        #expect(bench.handler.answer(to: HTTPRefusal(.requestHeaderFieldsTooLarge, .init("head too large"))) == nil)
        #expect(bench.handler.answer(to: HTTPRefusal(.badRequest, .init("x"), isCausedByCookies: true)) == nil)
    }

    @Test("LIFE-7 A health call counts once, and when this listener received it")
    func health() throws {
        let bench = ScopeBench()
        let call = bench.health.begin()
        #expect(!call.path.contains(bench.token))
        #expect(try bench.answer(target: call.path).bodyText == "banner")
        #expect(try bench.answer(target: call.path).status == .forbidden)
        #expect(bench.health.end(call) == 7)
        #expect(bench.health.end(call) == nil)
    }

    @Test("LIFE-7 A health call that was not received here does not count")
    func unreceived() throws {
        let bench = ScopeBench()
        let call = bench.health.begin()
        #expect(try bench.answer(target: call.path + "0").status == .forbidden)
        #expect(try bench.answer(target: call.path, method: .post).status == .forbidden)
        #expect(bench.health.end(call) == nil)
        #expect(try bench.answer(target: call.path).status == .forbidden)
    }

    @Test("HTTP-6 Only a health call under way is essential")
    func essential() throws {
        let bench = ScopeBench()
        let call = bench.health.begin()
        func isEssential(_ path: String, _ method: HTTPMethod = .get) throws -> Bool {
            bench.handler.isEssential(HTTPRequest(method: method, target: try required(RequestTarget(path))))
        }
        #expect(try isEssential(call.path))
        #expect(try isEssential(call.path))
        #expect(try !isEssential(call.path, .post))
        #expect(try !isEssential("/~health/\(String(repeating: "0", count: 32))"))
        #expect(try !isEssential("/\(bench.token)/plugins/demo/"))
        _ = try bench.answer(target: call.path)
        #expect(try !isEssential(call.path))
    }
}
