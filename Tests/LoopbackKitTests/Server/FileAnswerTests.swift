import LoopbackKitHTTP
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

@Suite("Connections: files", .timeLimit(.minutes(5)))
struct FileAnswerTests {
    /// A file without a name, gone with its descriptor.
    private static func file(_ content: [UInt8]) throws -> OpenFile {
        var template = Array("/tmp/loopback-XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&template)
        guard descriptor >= 0 else { throw Missing() }
        _ = unsafe unlink(template)
        let written = unsafe content.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        guard written == content.count else { throw Missing() }
        return OpenFile(takingOver: descriptor)
    }

    private func region(_ file: OpenFile, _ offset: Int, _ count: Int) -> HTTPFileRegion {
        HTTPFileRegion(file: file, offset: offset, count: count)
    }

    @Test(
        "FILE-7 A run of a file is sent as it is, from its offset",
        arguments: [(0, 100), (7, 32_768), (7, 32_769), (1, 5_000_000), (4_999_999, 1), (5, 0)]
    )
    func run(offset: Int, count: Int) async throws {
        let content = Wire.pattern(5_000_001)
        let response = HTTPResponse(body: .file(region(try Self.file(content), offset, count)))
        for handler in [ClosureHandler(synchronous: { _ in response }), ClosureHandler { _ in response }] {
            try await withServer(handler: handler) { port in
                try await onThread {
                    let client = try RawClient(port: port)
                    client.send(Wire.get("/") + Wire.get("/"))
                    for _ in 0..<2 {
                        try #expect(client.readResponse().body == Array(content[offset..<offset + count]))
                    }
                }
            }
        }
    }

    @Test("FILE-4 Pieces of bytes and of files go out in their order")
    func segments() async throws {
        let content = Wire.pattern(200_000)
        let file = try Self.file(content)
        let bytes = Wire.pattern(70_000)
        let body = HTTPOutgoingBody.segments([
            .bytes(Array("a".utf8)), .file(region(file, 100_000, 100_000)), .bytes(bytes), .file(region(file, 3, 10)),
            .file(region(file, 0, 50_000)), .bytes([]), .bytes(Array("z".utf8)),
        ])
        let handler = ClosureHandler(synchronous: { _ in HTTPResponse(body: body) })
        let expected = [97] + content[100_000...] + bytes + content[3..<13] + content[..<50_000] + [122]
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(String(repeating: Wire.get("/"), count: 3))
                for _ in 0..<3 { try #expect(client.readResponse().body == Array(expected)) }
            }
        }
    }

    @Test("FILE-4 A file that is shorter than what was promised cuts the connection", arguments: [1000, 300_000])
    func shorter(count: Int) async throws {
        let file = try Self.file(Wire.pattern(count - 1))
        let response = HTTPResponse(body: .file(region(file, 0, count)))
        try await withServer(handler: ClosureHandler(synchronous: { _ in response })) { port in
            try await onThread {
                let client = try RawClient(port: port)
                client.send(Wire.get("/") + Wire.get("/"))
                // A reset may overtake what was sent before it.
                if let answer = try? client.readResponse() { #expect(answer.isTruncated) }
                #expect(client.receiveAll().end == .cut)
            }
        }
    }

    @Test("FILE-4 A file that shrinks while it is sent cuts the connection, and is never filled up")
    func shrinking() async throws {
        let count = 64 << 20
        let file = try Self.file([1])
        guard ftruncate(file.descriptor, off_t(count)) == 0 else { throw Missing() }
        let response = HTTPResponse(body: .file(region(file, 0, count)))
        try await withServer(handler: ClosureHandler(synchronous: { _ in response })) { port in
            try await onThread {
                let client = try RawClient(port: port, receiveBuffer: 1 << 16)
                client.send(Wire.get("/"))
                try #expect(client.readResponseHead()["Content-Length"] == "\(count)")
                #expect(ftruncate(file.descriptor, 1000) == 0)
                let (bytes, end) = client.receiveAll()
                #expect(bytes.count < count)
                #expect(end == .cut)
            }
        }
    }
}
