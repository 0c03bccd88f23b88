import LoopbackKitHTTP
import Testing

@Suite("Router")
struct RouterTests {
    private static let router: Router = {
        var router = Router()
        router.synchronous(.get, "/exact") { _ in HTTPResponse(text: "exact") }
        router.get("/below/*") { _ in HTTPResponse(text: "below") }
        router.synchronous(.get, "/below/deeper/*") { _ in HTTPResponse(text: "deeper") }
        router.synchronous(.get, "/below/deeper/exact") { _ in HTTPResponse(text: "deepest") }
        router.post("/exact") { _ in HTTPResponse(text: "posted") }
        router.on(.delete, "/below/*", bodyLimit: 7) { _ in HTTPResponse(text: "deleted") }
        return router
    }()

    private func answer(_ method: HTTPMethod, _ target: String) async throws -> HTTPResponse {
        let request = HTTPRequest(method: method, target: try required(RequestTarget(target)))
        switch Self.router.handle(request) {
        case .now(let response): return response
        case .later(_, let respond): return try await respond(request)
        }
    }

    @Test(
        "HTTP-9 The longest route wins, and a query is no part of it",
        arguments: [
            ("/exact", "exact"), ("/exact?a=/below/", "exact"), ("/below/", "below"), ("/below/x/y", "below"),
            ("/below/deeper", "below"), ("/below/deeper/", "deeper"), ("/below/deeper/exact", "deepest"),
            ("/below/deeper/exact/", "deeper"), ("/below/../exact", "below"),
        ]
    )
    func routes(target: String, expected: String) async throws {
        #expect(try await answer(.get, target).bodyText == expected)
        #expect(try await answer(.head, target).bodyText == expected)
    }

    @Test("HTTP-9 Handlers of several methods share a path")
    func methods() async throws {
        #expect(try await answer(.post, "/exact").bodyText == "posted")
        #expect(try await answer(.delete, "/below/x").bodyText == "deleted")
        let request = HTTPRequest(method: .delete, target: try required(RequestTarget("/below/x")))
        guard case .later(bodyLimit: 7, _) = Self.router.handle(request) else { throw Missing() }
    }

    @Test("HTTP-9 A path without a route is 404", arguments: ["/", "/exac", "/exact/", "/Exact", "/below", "/%65xact"])
    func notFound(target: String) async throws {
        for method in [HTTPMethod.get, .options, .post] {
            #expect(try await answer(method, target).status == .notFound)
        }
    }

    @Test(
        "HTTP-4 A method without a route is 405, OPTIONS 204, both with Allow and nothing else",
        arguments: [
            ("/exact", "GET, HEAD, POST, OPTIONS"), ("/below/x", "GET, HEAD, DELETE, OPTIONS"),
            ("/below/deeper/x", "GET, HEAD, DELETE, OPTIONS"),
        ]
    )
    func allow(target: String, methods: String) async throws {
        for method in [HTTPMethod.put, try required(HTTPMethod("BREW")), .options] {
            let response = try await answer(method, target)
            #expect(response.status == (method == .options ? .noContent : .methodNotAllowed))
            #expect(response.fields == [.allow: methods])
        }
    }

    @Test("HTTP-4 OPTIONS * is answered for the whole server", .timeLimit(.minutes(5)))
    func asterisk() async throws {
        try await withServer(handler: Self.router) { port in
            try await onThread {
                let answer = try RawClient(port: port).ask(Wire.get("*", method: "OPTIONS"))
                #expect(answer.status == 204)
                let methods = Set(try required(answer["Allow"]).split(separator: ", "))
                #expect(methods == ["GET", "HEAD", "POST", "DELETE", "OPTIONS"])
            }
        }
    }

    @Test("HTTP-4 Allow names each method once, whatever routes were added in which order")
    func allowOnce() throws {
        var router = Router()
        for method in [HTTPMethod.head, .options, .get, .post] {
            router.synchronous(method, "/a") { _ in HTTPResponse() }
            router.synchronous(method, "/{any}") { _ in HTTPResponse() }
        }
        let request = HTTPRequest(method: .put, target: try required(RequestTarget("/a")))
        guard case .now(let response) = router.handle(request) else { throw Missing() }
        #expect(response.fields[.allow] == "HEAD, OPTIONS, GET, POST")
    }

    @Test("HTTP-9 Each of many routes side by side is found", .timeLimit(.minutes(5)))
    func manyRoutes() throws {
        var router = Router()
        for number in 0..<10_000 {
            router.synchronous(.get, "/r\(number)/{id}") {
                HTTPResponse(text: "\(number) \($0.parameters["id"] ?? "")")
            }
        }
        for number in stride(from: 0, to: 10_000, by: 7) {
            let request = HTTPRequest(method: .get, target: try required(RequestTarget("/r\(number)/x")))
            guard case .now(let response) = router.handle(request) else { throw Missing() }
            #expect(response.bodyText == "\(number) x")
        }
    }

    @Test("HTTP-9 A path in a group that lacks its slash ends the program, and is not joined to the prefix")
    func groupWithoutSlash() async {
        await #expect(processExitsWith: .failure) {
            var router = Router()
            router.group("/api") { $0.get("users") { _ in HTTPResponse() } }
        }
    }
}
