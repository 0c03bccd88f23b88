/// Routes by their paths: literal segments go before parameters, parameters before `*`.
struct RouteTable: Sendable {
    /// The handlers of one pattern.
    struct Route: Sendable {
        var endpoints: [Endpoint] = []

        /// The place of the method's handler: its own, that of GET for HEAD, or that of every method.
        func endpoint(for method: HTTPMethod) -> Int? {
            var ofEvery: Int?
            for index in endpoints.indices {
                guard let own = endpoints[index].method else {
                    ofEvery = index
                    continue
                }
                if own == method { return index }
            }
            return method == .head ? endpoint(for: .get) : ofEvery
        }
    }

    /// A method's handler.
    struct Endpoint: Sendable {
        /// `nil` for every method.
        let method: HTTPMethod?
        let pattern: RoutePattern
        let handler: NextHandler
        /// The handler behind the router's middleware.
        var next: NextHandler
    }

    /// Where a parameter's value stands in the path.
    typealias Capture = Range<Int>

    private struct Node: Sendable {
        /// By the segment's hash, since a node may have thousands.
        var literals: [UInt64: [(segment: [UInt8], child: Int)]] = [:]
        var parameter: Int?
        var route: Int?
        var restRoute: Int?
    }

    private(set) var routes: [Route] = []
    /// Routes without parameters by their whole path, so that it need not be cut into segments.
    private var exactPaths = ByteKeys()
    private var exactRoutes: [Int] = []
    private var nodes = [Node()]
    private var places: [[RoutePattern.Segment]: Int] = [:]

    /// Adds a handler; one that was added before for the same method and pattern is replaced.
    mutating func add(_ endpoint: Endpoint) {
        let place = places[endpoint.pattern.segments] ?? insert(endpoint.pattern)
        routes[place].endpoints.removeAll { $0.method == endpoint.method }
        routes[place].endpoints.append(endpoint)
    }

    /// Puts every handler behind these middlewares.
    mutating func wrap(behind middlewares: [any HTTPInterceptor]) {
        for route in routes.indices {
            for index in routes[route].endpoints.indices {
                let handler = routes[route].endpoints[index].handler
                routes[route].endpoints[index].next = handler.behind(middlewares)
            }
        }
    }

    private mutating func insert(_ pattern: RoutePattern) -> Int {
        let place = routes.count
        routes.append(Route())
        places[pattern.segments] = place
        if let path = pattern.literalPath {
            exactPaths.append(path)
            exactRoutes.append(place)
        }
        var node = 0
        for segment in pattern.segments {
            switch segment {
            case .rest:
                nodes[node].restRoute = place
                return place
            case .parameter: node = child(of: node, nodes[node].parameter) { $0.parameter = $1 }
            case .literal(let bytes):
                let hash = bytes.span.tableHash
                let found = nodes[node].literals[hash]?.first { $0.segment == bytes }?.child
                node = child(of: node, found) { $0.literals[hash, default: []].append((bytes, $1)) }
            }
        }
        nodes[node].route = place
        return place
    }

    private mutating func child(of node: Int, _ found: Int?, _ link: (inout Node, Int) -> Void) -> Int {
        if let found { return found }
        nodes.append(Node())
        link(&nodes[node], nodes.count - 1)
        return nodes.count - 1
    }

    /// The handler of a route without parameters that has exactly this path.
    func exactHandler(_ path: Span<UInt8>, _ method: HTTPMethod) -> NextHandler? {
        guard let index = exactPaths.index(of: path) else { return nil }
        let route = exactRoutes[index]
        guard let place = routes[route].endpoint(for: method) else { return nil }
        return routes[route].endpoints[place].next
    }

    /// Visits each route that takes the path, the most specific one first, until the closure gives `true`.
    ///
    /// - Parameters:
    ///   - path: a request's path, still percent-encoded.
    ///   - visit: gets the route, where its parameters stand in the path, and where what `*` takes begins.
    func match(_ path: Span<UInt8>, _ visit: (Route, [Capture], Int) -> Bool) {
        if let index = exactPaths.index(of: path), visit(routes[exactRoutes[index]], [], path.count) { return }
        guard path.count > 0, path[0] == 47 else { return }
        var captures: [Capture] = []
        _ = match(path, from: 1, at: 0, &captures, visit)
    }

    private func match(
        _ path: Span<UInt8>,
        from start: Int,
        at node: Int,
        _ captures: inout [Capture],
        _ visit: (Route, [Capture], Int) -> Bool
    ) -> Bool {
        let node = nodes[node]
        if start <= path.count {
            var end = start
            while end < path.count, path[end] != 47 { end += 1 }
            let segment = path.extracting(start..<end)
            let literals = node.literals.isEmpty ? nil : node.literals[segment.tableHash]
            for literal in literals ?? [] where segment.hasBytes(literal.segment) {
                if match(path, from: end + 1, at: literal.child, &captures, visit) { return true }
            }
            if let parameter = node.parameter, end > start {
                captures.append(start..<end)
                if match(path, from: end + 1, at: parameter, &captures, visit) { return true }
                captures.removeLast()
            }
            if let rest = node.restRoute { return visit(routes[rest], captures, start) }
            return false
        }
        // A path without parameters was found by its hash already.
        guard let route = node.route, !captures.isEmpty else { return false }
        return visit(routes[route], captures, path.count)
    }
}
