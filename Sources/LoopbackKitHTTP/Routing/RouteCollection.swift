/// A place that routes are added to: a `Router`, or a group of one.
///
/// A route's path is made of segments. `{name}` takes one segment and gives it to the responder as
/// `request.parameters["name"]`, decoded; `*` as the last segment takes everything below, which is then
/// `request.parameters.rest`. Other segments are compared byte by byte as they stand in the request, percent-encoded;
/// characters outside ASCII may be written as they are. Where several routes take a path, the one whose first differing
/// segment is literal goes first, then the one with a parameter there, then the one with `*`.
public protocol RouteCollection {
    /// Adds a route in its plainest form.
    ///
    /// - Parameters:
    ///   - method: the method; `nil` for every one that has no route of its own at the same pattern.
    ///   - path: the pattern; a mistake in it ends the program.
    ///   - bodyLimit: the limit of a request's body in bytes; `nil` for the server's.
    ///   - handle: decides how a request is answered, on the event loop.
    mutating func add(
        _ method: HTTPMethod?,
        _ path: String,
        bodyLimit: Int?,
        handle: @escaping @Sendable (HTTPRequest) -> HTTPHandling
    )

    /// Adds a middleware around every route of this place, whenever it is added; the first one sees a request first.
    mutating func use(_ middleware: any HTTPInterceptor)
}

extension RouteCollection {
    // MARK: Middleware

    /// Adds a middleware made of a closure; see `HTTPMiddleware`.
    public mutating func use(
        _ middleware: @escaping @Sendable (HTTPRequest, NextHandler) async throws -> HTTPResponse
    ) {
        use(ClosureMiddleware(run: middleware))
    }

    // MARK: Async responders

    /// Answers a method at a path in an async function.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - path: the pattern.
    ///   - bodyLimit: the route's own limit of a request's body in bytes; `nil` for the server's.
    ///   - respond: makes the answer.
    public mutating func on(
        _ method: HTTPMethod,
        _ path: String,
        bodyLimit: Int? = nil,
        respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        add(method, path, bodyLimit: bodyLimit) { _ in .later(bodyLimit: bodyLimit, respond) }
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

    /// Answers `PUT` at a path in an async function; `bodyLimit` in bytes stands for the server's limit.
    public mutating func put(
        _ path: String,
        bodyLimit: Int? = nil,
        respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        on(.put, path, bodyLimit: bodyLimit, respond: respond)
    }

    /// Answers `PATCH` at a path in an async function; `bodyLimit` in bytes stands for the server's limit.
    public mutating func patch(
        _ path: String,
        bodyLimit: Int? = nil,
        respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        on(.patch, path, bodyLimit: bodyLimit, respond: respond)
    }

    /// Answers `DELETE` at a path in an async function.
    public mutating func delete(
        _ path: String,
        respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        on(.delete, path, respond: respond)
    }

    /// Answers every method at a path in an async function, but those with a route of their own at the same pattern.
    ///
    /// - Parameters:
    ///   - path: the pattern.
    ///   - bodyLimit: the route's own limit of a request's body in bytes; `nil` for the server's.
    ///   - respond: makes the answer.
    public mutating func any(
        _ path: String,
        bodyLimit: Int? = nil,
        respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        add(nil, path, bodyLimit: bodyLimit) { _ in .later(bodyLimit: bodyLimit, respond) }
    }

    // MARK: Answers at once

    /// Answers a method at a path at once, on the event loop: the function must not block.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - path: the pattern.
    ///   - answer: makes the answer.
    public mutating func synchronous(
        _ method: HTTPMethod,
        _ path: String,
        answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) {
        add(method, path, bodyLimit: nil) { .now(answer($0)) }
    }

    // MARK: Groups

    /// Adds routes whose paths begin alike, and which may share middleware.
    ///
    /// ```swift
    /// router.group("/api") { api in
    ///     api.use(Authentication())
    ///     api.get("/users/{id}") { request in ... }  // /api/users/{id}
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - prefix: one or more segments, which may hold parameters; empty for middleware alone.
    ///   - define: adds the routes.
    public mutating func group(_ prefix: String, _ define: (inout RouteGroup) -> Void) {
        var group = RouteGroup(prefix: prefix)
        define(&group)
        for route in group.finishedRoutes {
            add(route.method, route.path, bodyLimit: route.next.bodyLimit) { route.next.handle($0) }
        }
    }
}

/// Routes with a common beginning of their paths, and their middleware; see `RouteCollection.group(_:_:)`.
public struct RouteGroup: RouteCollection {
    struct Route {
        let method: HTTPMethod?
        let path: String
        let next: NextHandler
    }

    private let prefix: String
    private var routes: [Route] = []
    private var middlewares: [any HTTPInterceptor] = []

    init(prefix: String) {
        precondition(prefix.isEmpty || prefix.hasPrefix("/"), "a group's prefix begins with a slash: \(prefix)")
        self.prefix = prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
    }

    /// Adds a route below the group's prefix.
    public mutating func add(
        _ method: HTTPMethod?,
        _ path: String,
        bodyLimit: Int?,
        handle: @escaping @Sendable (HTTPRequest) -> HTTPHandling
    ) {
        precondition(path.isEmpty || path.utf8.first == 47, "a route's path begins with a slash: \(path)")
        routes.append(Route(method: method, path: prefix + path, next: NextHandler(bodyLimit: bodyLimit, handle)))
    }

    /// Adds a middleware around every route of the group.
    public mutating func use(_ middleware: any HTTPInterceptor) { middlewares.append(middleware) }

    var finishedRoutes: [Route] {
        routes.map { Route(method: $0.method, path: $0.path, next: $0.next.behind(middlewares)) }
    }
}
