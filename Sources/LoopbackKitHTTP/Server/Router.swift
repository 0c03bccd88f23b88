/// Chooses a handler by method and path.
///
/// A route's path is matched literally, after its dot segments and escapes were left as they are; a path that ends in
/// `/*` takes everything below it. The longest route wins. A path without a route is answered 404, a method without one
/// 405 with `Allow`, and `OPTIONS` 204 with `Allow`; `HEAD` is answered by the route of `GET`.
public struct Router: HTTPHandler {
    fileprivate struct Route {
        var handlers: [(method: HTTPMethod, handle: @Sendable (HTTPRequest) -> HTTPHandling)] = []
    }

    /// By the hash of their path, so that a request's path need not be copied to be looked up.
    private var exact: [UInt64: [(path: [UInt8], route: Route)]] = [:]
    /// Sorted by falling length.
    private var prefixes: [(path: [UInt8], route: Route)] = []

    /// Makes a router without routes.
    public init() {}

    /// Answers a method at a path in an async function.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - path: a path that begins with `/`, percent-encoded as it stands in requests; `/*` at its end stands for
    ///     everything below.
    ///   - bodyLimit: the route's own limit of a request's body in bytes; `nil` for the server's.
    ///   - respond: makes the answer.
    public mutating func on(
        _ method: HTTPMethod,
        _ path: String,
        bodyLimit: Int? = nil,
        respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        add(method, path) { _ in .later(bodyLimit: bodyLimit, respond) }
    }

    /// Answers `GET` and `HEAD` at a path in an async function.
    public mutating func get(_ path: String, respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
        on(.get, path, respond: respond)
    }

    /// Answers `POST` at a path in an async function; `bodyLimit` in bytes stands for the server's limit.
    public mutating func post(
        _ path: String,
        bodyLimit: Int? = nil,
        respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        on(.post, path, bodyLimit: bodyLimit, respond: respond)
    }

    /// Answers a method at a path at once, on the event loop: the function must not block.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - path: as for `on(_:_:bodyLimit:respond:)`.
    ///   - answer: makes the answer.
    public mutating func synchronous(
        _ method: HTTPMethod,
        _ path: String,
        answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) {
        add(method, path) { .now(answer($0)) }
    }

    private mutating func add(
        _ method: HTTPMethod,
        _ path: String,
        _ handle: @escaping @Sendable (HTTPRequest) -> HTTPHandling
    ) {
        precondition(path.utf8.first == 47, "a route's path begins with a slash")
        let bytes = Array(path.utf8)
        guard bytes.suffix(2).elementsEqual("/*".utf8) else {
            let hash = FNV1a.hash(bytes.span)
            var routes = exact[hash] ?? []
            if let index = routes.firstIndex(where: { $0.path == bytes }) {
                routes[index].route.handlers.append((method, handle))
            } else {
                routes.append((bytes, Route(handlers: [(method, handle)])))
            }
            exact[hash] = routes
            return
        }
        let prefix = Array(bytes.dropLast())
        if let index = prefixes.firstIndex(where: { $0.path == prefix }) {
            prefixes[index].route.handlers.append((method, handle))
        } else {
            let index = prefixes.firstIndex { $0.path.count < prefix.count } ?? prefixes.count
            prefixes.insert((prefix, Route(handlers: [(method, handle)])), at: index)
        }
    }

    /// Finds the request's route.
    public func handle(_ request: HTTPRequest) -> HTTPHandling {
        if request.target.form == .asterisk { return .now(HTTPResponse(.noContent, fields: [.allow: allMethods])) }
        guard let route = route(for: request.target) else { return .now(HTTPResponse(.notFound, text: "Not Found\n")) }
        let method = request.method == .head ? .get : request.method
        for handler in route.handlers where handler.method == method { return handler.handle(request) }
        let allow: HTTPFields = [.allow: route.allowedMethods]
        if request.method == .options { return .now(HTTPResponse(.noContent, fields: allow)) }
        return .now(HTTPResponse(.methodNotAllowed, fields: allow))
    }

    private func route(for target: RequestTarget) -> Route? {
        target.withPathBytes { path in
            if let routes = exact[FNV1a.hash(path)] {
                for candidate in routes where path.hasBytes(candidate.path) && path.count == candidate.path.count {
                    return candidate.route
                }
            }
            for candidate in prefixes where path.hasBytes(candidate.path) { return candidate.route }
            return nil
        }
    }

    private var allMethods: String {
        let routes = exact.values.flatMap { $0.map(\.route) } + prefixes.map(\.route)
        return Route(handlers: routes.flatMap(\.handlers)).allowedMethods
    }
}

extension Router.Route {
    /// The value of an Allow field.
    fileprivate var allowedMethods: String {
        var names: [String] = []
        for method in handlers.map(\.method) where !names.contains(method.rawValue) {
            names.append(method.rawValue)
            if method == .get { names.append(HTTPMethod.head.rawValue) }
        }
        return (names + [HTTPMethod.options.rawValue]).joined(separator: ", ")
    }
}

extension Span<UInt8> {
    /// Whether the span begins with these bytes.
    fileprivate func hasBytes(_ prefix: [UInt8]) -> Bool {
        guard prefix.count <= count else { return false }
        for index in prefix.indices where self[index] != prefix[index] { return false }
        return true
    }
}
