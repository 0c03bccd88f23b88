extension FolderResponder: HTTPHandler {
    /// Answers every request at once, with the folder at the server's root.
    public func handle(_ request: HTTPRequest) -> HTTPHandling { .now(respond(to: request, below: "/")) }
}

extension RouteCollection {
    /// Serves a folder's files at a path and below it; routes that are more specific go before.
    ///
    /// ```swift
    /// try router.serve(FolderResponder(folder: "public"), at: "/static")
    /// ```
    ///
    /// - Parameters:
    ///   - folder: the folder; its address is redirected to the one with a slash at its end.
    ///   - path: a pattern without `*`, which may hold parameters; `/` for the root.
    public mutating func serve(_ folder: FolderResponder, at path: String) {
        let base = path.utf8.last == 47 ? String(path.dropLast()) : path
        for pattern in base.isEmpty ? ["/*"] : [base, base + "/*"] {
            add(.get, pattern, bodyLimit: nil) { .now(folder.respondBehindRoute(to: $0)) }
        }
    }
}

extension FolderResponder {
    /// Answers with what the path has behind a route: a slash and what `*` took, or nothing.
    fileprivate func respondBehindRoute(to request: HTTPRequest) -> HTTPResponse {
        // A middleware that gave the request another target or other parameters left what the route took.
        let rest = request.restStart == nil ? request.parameters.rest.utf8.count : nil
        return request.target.withPathBytes { path in
            let slash = (rest.map { path.count - $0 } ?? request.restStart ?? 0) - 1
            let start = path.indices.contains(slash) && path[slash] == 47 ? slash : path.count
            return respond(to: request, path: path.extracting(start..<path.count))
        }
    }
}
