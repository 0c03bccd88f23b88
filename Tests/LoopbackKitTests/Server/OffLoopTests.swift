import LoopbackKitHTTP
import Testing

@Suite("Off the loop", .timeLimit(.minutes(5)))
struct OffLoopTests {
    @Test("HTTP-9 A computation off the loop leaves the loop to others, and gives its result back")
    func othersRun() async throws {
        let started = Latch()
        let other = Latch()
        var router = Router()
        router.get("/long") { _ in
            let result = await offLoop {
                started.open()
                // Goes on until the loop has answered another request: on the loop it would never end.
                while !other.isOpen {}
                return "done"
            }
            return HTTPResponse(text: result)
        }
        router.get("/other") { _ in
            other.open()
            return HTTPResponse(text: "other")
        }
        try await withServer(handler: router) { port in
            let client = try RawClient(port: port)
            // On one thread to its end: the computation has one of the pool's threads until then, and others may be taken.
            try await onThread {
                client.send(Wire.get("/long"))
                while !started.isOpen {}
                try #expect(RawClient(port: port).ask(Wire.get("/other")).text == "other")
                try #expect(client.readResponse().text == "done")
            }
        }
    }

    @Test("HTTP-9 A responder that holds its loop for 50 ms is an event")
    func heldLoop() async throws {
        let recorder = EventRecorder()
        var configuration = HTTPServerConfiguration()
        configuration.observe = recorder.record
        let handler = ClosureHandler(synchronous: { _ in
            let end = ContinuousClock.now + .milliseconds(60)
            while ContinuousClock.now < end {}
            return HTTPResponse()
        })
        try await withServer(configuration: configuration, handler: handler) { port in
            _ = try await onThread { try RawClient(port: port).ask(Wire.get("/")) }
            let held = try await recorder.first { if case .loopHeld(let duration) = $0 { duration } else { nil } }
            #expect(held >= .milliseconds(50))
        }
    }

    @Test("HTTP-9 What the computation throws comes out as it is")
    func errors() async {
        struct Broken: Error {}
        await #expect(throws: Broken.self) { try await offLoop { () throws(Broken) -> Int in throw Broken() } }
    }
}
