/// Chooses a handler by method and path.
///
/// ```swift
/// var router = Router()
/// router.get("/hello/{name}") { request in HTTPResponse(text: "Hello \(request.parameters["name"] ?? "")\n") }
/// let server = HTTPServer(handler: router)
/// ```
///
/// Patterns are told of in `RouteCollection`. A path without a route is answered 404, a method without one 405 with
/// `Allow`, and `OPTIONS` 204 with `Allow`; `HEAD` is answered by the route of `GET`. A parameter whose escapes or UTF-8
/// are malformed is answered 400. A route added later for the same method and pattern stands for the earlier one.
public struct Router: HTTPHandler, RouteCollection {
    private var table = RouteTable()
    private var middlewares: [any HTTPInterceptor] = []

    /// Makes a router without routes.
    public init() {}

    /// Adds a route.
    public mutating func add(
        _ method: HTTPMethod?,
        _ path: String,
        bodyLimit: Int?,
        handle: @escaping @Sendable (HTTPRequest) -> HTTPHandling
    ) {
        let handler = NextHandler(bodyLimit: bodyLimit, handle)
        let next = handler.behind(middlewares)
        table.add(RouteTable.Endpoint(method: method, pattern: RoutePattern(path), handler: handler, next: next))
    }

    /// Adds a middleware around everything that the router answers, a 404 too.
    public mutating func use(_ middleware: any HTTPInterceptor) {
        middlewares.append(middleware)
        table.wrap(behind: middlewares)
    }

    /// Finds the request's route.
    public func handle(_ request: HTTPRequest) -> HTTPHandling {
        if let next = request.target.withPathBytes({ table.exactHandler($0, request.method) }) {
            return next.handle(unchanged: request)
        }
        switch find(request) {
        case .endpoint(let next, nil): return next.handle(unchanged: request)
        case .endpoint(let next, let captured?):
            var request = request
            request.capture(captured)
            return next.handle(request)
        case .answer(let response):
            guard !middlewares.isEmpty else { return .now(response) }
            return NextHandler { _ in .now(response) }.behind(middlewares).handle(unchanged: request)
        }
    }

    private enum Finding {
        case answer(HTTPResponse)
        case endpoint(NextHandler, CapturedPath?)
    }

    private func find(_ request: HTTPRequest) -> Finding {
        if request.target.form == .asterisk {
            return .answer(HTTPResponse(.noContent, fields: [.allow: allow(table.routes.flatMap(\.endpoints))]))
        }
        var found: Finding?
        var others: [RouteTable.Endpoint] = []
        request.target.withPathBytes { path in
            table.match(path) { route, captures, restStart in
                guard let place = route.endpoint(for: request.method) else {
                    others += route.endpoints
                    return false
                }
                found = finding(route.endpoints[place], path, captures, restStart)
                return true
            }
        }
        if let found { return found }
        guard !others.isEmpty else { return .answer(HTTPResponse(.notFound, text: "Not Found\n")) }
        let status: HTTPStatus = request.method == .options ? .noContent : .methodNotAllowed
        return .answer(HTTPResponse(status, fields: [.allow: allow(others)]))
    }

    private func finding(
        _ endpoint: RouteTable.Endpoint,
        _ path: Span<UInt8>,
        _ captures: [RouteTable.Capture],
        _ restStart: Int
    ) -> Finding {
        guard endpoint.pattern.hasParameters else { return .endpoint(endpoint.next, nil) }
        var captured = CapturedPath(restStart: endpoint.pattern.hasRest ? restStart : nil)
        for (name, capture) in zip(endpoint.pattern.names, captures) {
            guard let bytes = PercentEncoding.decodeStrictly(path.extracting(capture)),
                let value = String(validating: bytes, as: UTF8.self)
            else { return .answer(HTTPResponse(.badRequest, text: "Bad Request: malformed path\n")) }
            captured.parameters.append(name, value)
        }
        return .endpoint(endpoint.next, captured)
    }

    /// The value of an Allow field.
    private func allow(_ endpoints: [RouteTable.Endpoint]) -> String {
        let methods = endpoints.compactMap(\.method).flatMap { $0 == .get ? [.get, .head] : [$0] } + [.options]
        var names: [String] = []
        for method in methods where !names.contains(method.rawValue) { names.append(method.rawValue) }
        return names.joined(separator: ", ")
    }
}
