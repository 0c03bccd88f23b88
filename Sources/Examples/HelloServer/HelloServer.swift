package import LoopbackKitHTTP
import TerminalProgram

/// A server that shows each kind of answer with LoopbackKitHTTP alone.
@main
struct HelloServer {
    static func main() async {
        do {
            try await serve(HelloOptions(CommandLine.arguments.dropFirst()))
        } catch let error as HelloOptions.UsageError {
            TerminalProgram.fail(error.message, exitCode: 64)
        } catch let error as HTTPServerError {
            TerminalProgram.fail("hello-server: can't listen: \(error)", exitCode: 69)
        } catch {
            TerminalProgram.fail("hello-server: the folder of --files can't be opened", exitCode: 66)
        }
    }

    private static func serve(_ options: HelloOptions) async throws {
        let server = HTTPServer(configuration: options.configuration, handler: try HelloHandler(files: options.files))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            // The first signal lets answers end; `run()` returns when the last connection is gone.
            group.addTask { for await _ in TerminalProgram.stopSignals().prefix(1) { server.shutdown() } }
            TerminalProgram.tell("http://\(try await server.listeningAddress)/")
            try await group.waitForAll()
        }
    }
}

/// Answers every method at `/` with 200, and leaves other paths to the routes.
package struct HelloHandler: HTTPHandler {
    private let router: Router
    private let empty = HTTPResponse(text: "")

    /// Makes the routes, with a folder's files behind `/files/` when one is given.
    package init(files: String? = nil) throws {
        var router = Self.routes()
        if let files {
            let folder = try FolderRoute(path: files)
            router.synchronous(.get, "/files/*") { folder.answer($0) }
        }
        self.router = router
    }

    package func handle(_ request: HTTPRequest) -> HTTPHandling {
        // The only path of one byte is `/`; looking at bytes makes no string.
        guard request.target.withPathBytes({ $0.count == 1 }) else { return router.handle(request) }
        guard request.body.length != 0 else { return .now(empty) }
        return .later { request in
            for try await _ in request.body {}
            return HTTPResponse(text: "")
        }
    }

    private static func routes() -> Router {
        var router = Router()

        // Made once, answered at once on the event loop: no task, no allocation.
        let hello = HTTPResponse(text: "Hello World!")
        router.synchronous(.get, "/hello") { _ in hello }

        // The same by an async function, which may wait for other things.
        router.get("/hello-async") { _ in hello }

        // The request as text, its body as it came.
        for method in [HTTPMethod.get, .post, .put, .patch, .delete] {
            router.on(method, "/echo") { request in
                let head = "\(request.method) \(request.target) \(request.version)\n\(request.fields)\n\n"
                let body = try await request.body.collect(upTo: 10 * 1024 * 1024)
                return HTTPResponse(fields: [.contentType: "text/plain"], body: .bytes(Array(head.utf8) + body))
            }
        }

        // A body that is made while it is sent; `write` waits while the reader is slow. /stream?count=N&size=M
        router.get("/stream") { request in
            let count = request.target.number("count") ?? 10
            let part = request.target.number("size").map { [UInt8](repeating: 46, count: min($0, 1 << 20)) }
            return HTTPResponse(
                fields: [.contentType: "text/plain"],
                body: .stream { writer in
                    for tick in 0..<count { try await writer.write(part ?? Array("tick \(tick)\n".utf8)) }
                }
            )
        }

        // A body that is read as it arrives, whatever its size: nothing of it is kept.
        router.post("/upload", bodyLimit: .max) { request in
            var count = 0
            for try await part in request.body { count += part.count }
            return HTTPResponse(text: "\(count)\n")
        }
        return router
    }
}

extension RequestTarget {
    /// The number that the query gives for a name, such as 5 in `?count=5`.
    fileprivate func number(_ name: String) -> Int? {
        let pair = query?.split(separator: "&").first { $0.hasPrefix("\(name)=") }
        guard let digits = pair?.dropFirst(name.utf8.count + 1), digits.utf8.allSatisfy({ 48...57 ~= $0 }) else {
            return nil
        }
        return Int(digits)
    }
}
