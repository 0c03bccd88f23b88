import LoopbackKitHTTP
import Testing

@Suite("Router: patterns")
struct RoutePatternTests {
    private static let router: Router = {
        var router = Router()
        let patterns = [
            "/", "/users/me", "/users/{id}", "/users/{id}/posts", "/users/{id}/posts/{post}", "/users/{id}/*",
            "/files/*", "/a/{x}/c", "/a/b/d", "/deep/{x}/*", "/deep/one/two",
        ]
        for pattern in patterns {
            router.get(pattern) { request in
                let parameters = request.parameters
                let pairs = parameters.names.map { "\($0)=\(parameters[$0] ?? "")" }
                return HTTPResponse(text: ([pattern] + pairs + ["rest=\(parameters.rest)"]).joined(separator: " "))
            }
        }
        router.delete("/users/{name}") { HTTPResponse(text: "deleted \($0.parameters["name"] ?? "")") }
        return router
    }()

    private func answer(_ target: String, _ method: HTTPMethod = .get) async throws -> HTTPResponse {
        try await Self.router.answer(HTTPRequest(method: method, target: try required(RequestTarget(target))))
    }

    @Test(
        "HTTP-9 Literal segments go before parameters, parameters before what takes the rest",
        arguments: [
            ("/", "/ rest="), ("/users/me", "/users/me rest="), ("/users/7", "/users/{id} id=7 rest="),
            ("/users/7/posts", "/users/{id}/posts id=7 rest="),
            ("/users/7/posts/9", "/users/{id}/posts/{post} id=7 post=9 rest="),
            ("/users/7/posts/", "/users/{id}/* id=7 rest=posts/"), ("/users/7/", "/users/{id}/* id=7 rest="),
            ("/users/7/x/y?q", "/users/{id}/* id=7 rest=x/y"), ("/users/me/posts", "/users/{id}/posts id=me rest="),
            ("/files/", "/files/* rest="), ("/files/a//b", "/files/* rest=a//b"), ("/files/%61", "/files/* rest=%61"),
            // The branch of the literal leads nowhere: the one of the parameter is tried.
            ("/a/b/c", "/a/{x}/c x=b rest="), ("/a/b/d", "/a/b/d rest="),
            ("/deep/one/two", "/deep/one/two rest="), ("/deep/one/three", "/deep/{x}/* x=one rest=three"),
        ]
    )
    func precedence(target: String, expected: String) async throws {
        #expect(try await answer(target).bodyText == expected)
    }

    @Test(
        "HTTP-9 A parameter is one segment, not empty, and decoded",
        arguments: [
            ("/users/J%C3%BCrgen", "/users/{id} id=Jürgen rest="), ("/users/a%2Fb", "/users/{id} id=a/b rest="),
            ("/users/100%25", "/users/{id} id=100% rest="), ("/users/a+b", "/users/{id} id=a+b rest="),
        ]
    )
    func decoding(target: String, expected: String) async throws {
        #expect(try await answer(target).bodyText == expected)
    }

    @Test(
        "HTTP-9 What no pattern takes is 404",
        arguments: ["/users/", "/users", "/a/b", "/a//c", "/Users/7", "/files"]
    )
    func notFound(target: String) async throws {
        #expect(try await answer(target).status == .notFound)
    }

    @Test(
        "HTTP-9 A malformed parameter is 400",
        arguments: ["/users/%", "/users/%zz", "/users/%C3", "/users/%FF/posts"]
    )
    func malformed(target: String) async throws {
        #expect(try await answer(target).status == .badRequest)
    }

    @Test("HTTP-9 A more specific path without the method leaves the request to a less specific one with it")
    func methods() async throws {
        #expect(try await answer("/users/me", .delete).bodyText == "deleted me")
        let refused = try await answer("/users/me", .put)
        #expect(refused.status == .methodNotAllowed)
        #expect(refused.fields == [.allow: "GET, HEAD, DELETE, OPTIONS"])
    }

    @Test("HTTP-9 The last route of a method and pattern stands, whatever its parameters are called")
    func replaced() async throws {
        var router = Router()
        router.get("/x/{a}") { _ in HTTPResponse(text: "first") }
        router.get("/x/{b}") { HTTPResponse(text: "second \($0.parameters["b"] ?? "") \($0.parameters["a"] ?? "-")") }
        router.post("/x/{c}") { HTTPResponse(text: "post \($0.parameters["c"] ?? "")") }
        let target = try required(RequestTarget("/x/1"))
        #expect(try await router.answer(HTTPRequest(method: .get, target: target)).bodyText == "second 1 -")
        #expect(try await router.answer(HTTPRequest(method: .post, target: target)).bodyText == "post 1")
    }

    @Test("HTTP-9 A literal outside ASCII is found as requests write it", arguments: ["/caf%C3%A9", "/caf%c3%a9"])
    func notASCII(target: String) async throws {
        var router = Router()
        router.get("/café") { _ in HTTPResponse(text: "found") }
        let request = HTTPRequest(method: .get, target: try required(RequestTarget(target)))
        // Browsers write upper-case digits; bytes are compared.
        #expect(try await router.answer(request).status == (target.contains("%C3") ? .ok : .notFound))
    }

    @Test("HTTP-9 A route of every method leaves those with a route of their own to it")
    func everyMethod() async throws {
        var router = Router()
        router.any("/all/*") { HTTPResponse(text: "\($0.method) \($0.parameters.rest)") }
        router.get("/all/*") { _ in HTTPResponse(text: "own") }
        router.post("/all/posted") { _ in HTTPResponse(text: "posted") }
        for (method, path, text) in [
            (HTTPMethod.put, "/all/x", "PUT x"), (.options, "/all/x", "OPTIONS x"), (.get, "/all/x", "own"),
            (.head, "/all/x", "own"), (.post, "/all/posted", "posted"), (.delete, "/all/posted", "DELETE posted"),
        ] {
            let request = HTTPRequest(method: method, target: try required(RequestTarget(path)))
            #expect(try await router.answer(request).bodyText == text)
        }
    }

    @Test("HTTP-4 A HEAD of its own goes before that of GET")
    func ownHead() async throws {
        var router = Router()
        router.get("/x") { _ in HTTPResponse(text: "get") }
        router.on(.head, "/x") { _ in HTTPResponse(.noContent) }
        let request = HTTPRequest(method: .head, target: try required(RequestTarget("/x")))
        #expect(try await router.answer(request).status == .noContent)
    }

    @Test("HTTP-9 Parameters reach async and synchronous responders through the engine", .timeLimit(.minutes(5)))
    func throughServer() async throws {
        var router = Router()
        router.get("/later/{x}") { HTTPResponse(text: "later \($0.parameters["x"] ?? "nothing")") }
        router.synchronous(.get, "/now/{x}") { HTTPResponse(text: "now \($0.parameters["x"] ?? "nothing")") }
        try await withServer(handler: router) { port in
            try await onThread {
                let client = try RawClient(port: port)
                for way in ["later", "now", "later", "now"] {
                    #expect(try client.ask(Wire.get("/\(way)/1")).text == "\(way) 1")
                }
            }
        }
    }
}

extension HTTPHandler {
    /// What the handler answers, without a server.
    func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        switch handle(request) {
        case .now(let response): response
        case .later(_, let respond): try await respond(request)
        }
    }
}
