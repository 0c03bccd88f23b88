import LoopbackKitHTTP
import Testing

@Suite("Router: middleware and groups")
struct MiddlewareTests {
    /// Writes its name into the answer's fields on the way back.
    private struct Mark: HTTPMiddleware {
        let name: String

        func respond(to request: HTTPRequest, next: NextHandler) async throws -> HTTPResponse {
            var response = try await next(request)
            response.fields.append("X-Way", name)
            return response
        }
    }

    /// Lets no request through that has no name, and attaches it.
    private struct Guard: HTTPInterceptor {
        func handle(_ request: HTTPRequest, next: NextHandler) -> HTTPHandling {
            guard let name = request.fields[.authorization] else { return .now(HTTPResponse(.unauthorized)) }
            var request = request
            request[Name.self] = name
            return next.handle(request)
        }
    }

    private enum Name: HTTPRequestKey { static let defaultValue: String? = nil }

    private func ask(_ router: Router, _ target: String, fields: HTTPFields = [:]) async throws -> HTTPResponse {
        try await router.answer(
            HTTPRequest(method: .get, target: try required(RequestTarget(target)), fields: fields)
        )
    }

    @Test("HTTP-9 Middleware runs outside in, whenever it is added, and sees a 404 and a 405 too")
    func order() async throws {
        var router = Router()
        router.use(Mark(name: "first"))
        router.synchronous(.get, "/now") { _ in HTTPResponse(text: "now") }
        router.get("/later/{x}") { HTTPResponse(text: $0.parameters["x"] ?? "") }
        router.post("/posted") { _ in HTTPResponse() }
        router.use(Mark(name: "second"))
        for (target, status) in [("/now", 200), ("/later/1", 200), ("/nowhere", 404), ("/posted", 405)] {
            let response = try await ask(router, target)
            #expect(response.status.code == status)
            #expect(response.fields.values(of: "X-Way") == ["second", "first"])
        }
        #expect(try await ask(router, "/later/1").bodyText == "1")
    }

    @Test("HTTP-9 A group's middleware is for its routes alone, inside that of what is around it")
    func groups() async throws {
        var router = Router()
        router.use(Mark(name: "router"))
        router.get("/plain") { _ in HTTPResponse() }
        router.group("/api/{version}") { api in
            api.get("/early") { HTTPResponse(text: $0.parameters["version"] ?? "") }
            api.use(Mark(name: "group"))
            api.group("/admin") { admin in
                admin.use(Mark(name: "admin"))
                admin.get("/{id}") { HTTPResponse(text: $0.parameters.names.joined()) }
            }
        }
        #expect(try await ask(router, "/plain").fields.values(of: "X-Way") == ["router"])
        let early = try await ask(router, "/api/2/early")
        #expect(early.fields.values(of: "X-Way") == ["group", "router"] && early.bodyText == "2")
        let admin = try await ask(router, "/api/2/admin/3")
        #expect(admin.fields.values(of: "X-Way") == ["admin", "group", "router"])
        #expect(admin.bodyText == "versionid")
        #expect(try await ask(router, "/api/2/nowhere").fields.values(of: "X-Way") == ["router"])
    }

    @Test("HTTP-9 A middleware answers in the handler's place, and hands values on", .timeLimit(.minutes(5)))
    func guards() async throws {
        var router = Router()
        router.group("") { group in
            group.use(Guard())
            group.get("/later") { HTTPResponse(text: $0[Name.self] ?? "nobody") }
            group.synchronous(.get, "/now") { HTTPResponse(text: $0[Name.self] ?? "nobody") }
        }
        router.get("/open") { HTTPResponse(text: $0[Name.self] ?? "nobody") }
        try await withServer(handler: router) { port in
            try await onThread {
                let client = try RawClient(port: port)
                #expect(try client.ask(Wire.get("/open", "Authorization: ada\r\n")).text == "nobody")
                for path in ["/later", "/now"] {
                    #expect(try client.ask(Wire.get(path)).status == 401)
                    #expect(try client.ask(Wire.get(path, "Authorization: ada\r\n")).text == "ada")
                }
            }
        }
    }

    @Test("HTTP-9 An interceptor makes no task of a route that answers at once")
    func interceptorStaysSynchronous() throws {
        var router = Router()
        router.use(Guard())
        router.synchronous(.get, "/now") { _ in HTTPResponse() }
        let target = try required(RequestTarget("/now"))
        guard case .now = router.handle(HTTPRequest(method: .get, target: target, fields: [.authorization: "a"])) else {
            throw Missing()
        }
    }

    @Test("HTTP-2 A route's own limit of a body holds behind middleware", .timeLimit(.minutes(5)))
    func bodyLimit() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.limits.body = 100
        var router = Router()
        router.use { request, next in try await next(request) }
        router.post("/large", bodyLimit: 1000) { HTTPResponse(text: try await $0.bodyDigest) }
        router.group("/group") { $0.post("/small", bodyLimit: 10) { HTTPResponse(text: try await $0.bodyDigest) } }
        try await withServer(configuration: configuration, handler: router) { port in
            try await onThread {
                for (path, size, status) in [("/large", 1000, 200), ("/large", 1001, 413), ("/group/small", 11, 413)] {
                    let client = try RawClient(port: port)
                    client.send(Wire.post(path, length: size))
                    client.send([UInt8](repeating: 65, count: size))
                    #expect(try client.readResponse().status == status)
                }
            }
        }
    }

    @Test("HTTP-9 What a handler throws reaches the middleware, which may answer it")
    func errors() async throws {
        struct Broken: Error {}
        var router = Router()
        router.use { request, next in
            do { return try await next(request) } catch is Broken { return HTTPResponse(.badGateway) }
        }
        router.get("/") { _ in throw Broken() }
        #expect(try await ask(router, "/").status == .badGateway)
    }
}
