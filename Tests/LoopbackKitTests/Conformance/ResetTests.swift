import LoopbackKitHTTP
import Testing

/// Clients that go in the middle of an answer: what fails here ends the whole process.
@Suite("Resets", .timeLimit(.minutes(2)))
struct ResetTests {
    /// firefox-ios 5163, swifter PR 269.
    ///
    /// After an end of the client's sending a reset is told as EPIPE, and a sendfile(2) would raise SIGPIPE.
    @Test("HTTP-7 FILE-7 A client that ends and resets while 50 MB are being sent ends its connection only")
    func resetWhileFileIsSent() async throws {
        let fixture = try FolderFixture()
        try fixture.write("large.bin", [UInt8](repeating: 7, count: 50_000_000))
        let (file, status) = try FolderDescriptor(path: Array(fixture.root.utf8) + [0])
            .openFile(Array("large.bin".utf8) + [0])
        let region = HTTPFileRegion(file: file, offset: 0, count: status.size)
        let handler = ClosureHandler(synchronous: { request in
            request.target.path == "/file" ? HTTPResponse(body: .file(region)) : HTTPResponse(text: "alive")
        })
        try await withServer(handler: handler) { port in
            try await onThread {
                for round in 0..<200 {
                    let client = try RawClient(port: port)
                    client.send("GET /file HTTP/1.1\r\nHost: a\r\n\r\n")
                    if round % 2 == 0 { client.finishSending() }
                    _ = client.receivePart(atMost: 1000)
                    client.reset()
                }
                #expect(try RawClient(port: port).ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").text == "alive")
            }
        }
    }
}
