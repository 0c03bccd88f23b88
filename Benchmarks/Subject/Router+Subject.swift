internal import LoopbackKitHTTP

extension Router {
    /// The routes whose speed and cost are measured, and the folder at `/files`.
    static func subject(files: FolderResponder?) -> Router {
        var router = Router()
        let hello = HTTPResponse(text: "Hello World!")
        router.synchronous(.get, "/hello") { _ in hello }
        router.get("/hello-async") { _ in hello }
        router.post("/upload", bodyLimit: .max) { request in
            var count = 0
            for try await part in request.body { count += part.count }
            return HTTPResponse(text: "\(count)\n")
        }
        if let files { router.serve(files, at: "/files") }
        return router
    }
}
