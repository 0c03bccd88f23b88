package import LoopbackKitHTTP

extension Router {
    package static func hello(files: FolderResponder? = nil) -> Router {
        var router = Router()
        router.any("/") { request in
            for try await _ in request.body {}
            return HTTPResponse(text: "")
        }
        // Made once, and answered at once on the event loop: no task, no allocation.
        let hello = HTTPResponse(text: "Hello World!")
        router.synchronous(.get, "/hello") { _ in hello }
        // The same by an async function, which may wait for other things.
        router.get("/hello-async") { _ in hello }
        // A part of the path by its name, and a value of the query, which is answered 400 unless it is a number.
        router.get("/hello/{name}") { request in
            let line = "Hello \(request.parameters["name"] ?? "")!\n"
            let times = try request.query["times", as: UInt16.self] ?? 1
            return HTTPResponse(text: String(repeating: line, count: Int(times)))
        }
        router.any("/echo") { request in
            let head = "\(request.method) \(request.target) \(request.version)\n\(request.fields)\n\n"
            let body = try await request.body.collect(upTo: 10 * 1024 * 1024)
            return HTTPResponse(fields: [.contentType: "text/plain"], body: .bytes(Array(head.utf8) + body))
        }
        // A body that is read as it arrives, whatever its size: nothing of it is kept.
        router.post("/upload", bodyLimit: .max) { request in
            var count = 0
            for try await part in request.body { count += part.count }
            return HTTPResponse(text: "\(count)\n")
        }
        // A body that is made while it is sent; `write` waits while the reader is slow. /stream?count=N&size=M
        router.get("/stream") { request in
            let count = try request.query["count", as: UInt32.self] ?? 10
            let part = try request.query["size", as: UInt16.self].map { [UInt8](repeating: 46, count: Int($0)) }
            let body = HTTPOutgoingBody.stream { writer in
                for tick in 0..<count { try await writer.write(part ?? Array("tick \(tick)\n".utf8)) }
            }
            return HTTPResponse(fields: [.contentType: "text/plain"], body: body)
        }
        // Routes with a common beginning and middleware: `curl -d name=Ada`, and part by part `curl -F file=@picture.png`.
        router.group("/form") { form in
            form.use { request, next in
                var response = try await next(request)
                response.fields[.cacheControl] = "no-store"
                return response
            }
            form.post("/fields") { HTTPResponse(text: "Hello \(try await $0.form().require("name"))!\n") }
            form.post("/files", bodyLimit: .max) { request in
                var text = ""
                for try await part in try request.multipart() {
                    var count = 0
                    for try await bytes in part.body { count += bytes.count }
                    text += "\(part.name): \(part.filename ?? "a field") of \(count) bytes\n"
                }
                return HTTPResponse(text: text)
            }
        }
        // A computation that would hold up the other connections runs off the loop.
        router.get("/primes/{limit}") { request in
            guard let limit = request.parameters["limit"].flatMap({ UInt16($0) }) else { throw HTTPError(.badRequest) }
            let count = await offLoop {
                (0...limit).count { number in number > 1 && !(2..<number).contains { number.isMultiple(of: $0) } }
            }
            return HTTPResponse(text: "\(count)\n")
        }
        // Events for a page's `EventSource`, one a second until it leaves.
        router.get("/events") { _ in
            .events { events in
                for tick in 0... {
                    try await events.send(ServerSentEvent(data: "tick \(tick)", id: "\(tick)"))
                    try await Task.sleep(for: .seconds(1))
                }
            }
        }
        // A WebSocket that sends back what comes, until either side ends or the server stops.
        router.get("/socket") { request in
            .webSocket(answering: request) { socket in
                for try await message in socket { try await socket.send(message) }
            }
        }
        if let files { router.serve(files, at: "/files") }
        return router
    }
}
