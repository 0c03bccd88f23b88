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
        let rest = request.restStart ?? .max
        return request.target.withPathBytes { path in
            let start = rest <= path.count && rest > 0 && path[rest - 1] == 47 ? rest - 1 : path.count
            return respond(to: request, path: path.extracting(start..<path.count))
        }
    }
}
