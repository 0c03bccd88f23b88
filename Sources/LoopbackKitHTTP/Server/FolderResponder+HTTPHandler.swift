extension FolderResponder: HTTPHandler {
    /// Answers every request at once, with the folder at the server's root.
    public func handle(_ request: HTTPRequest) -> HTTPHandling { .now(respond(to: request, below: "/")) }
}
