import BenchmarkLoad
import Testing

@Suite("Benchmarks: the scanner of answers")
struct ResponseScannerTests {
    private typealias Event = ResponseScanner.Event

    /// What the pieces come to; incomplete ones are left out.
    private func events(_ pieces: [ArraySlice<UInt8>]) -> [Event] {
        var scanner = ResponseScanner()
        var events: [Event] = []
        for piece in pieces {
            unsafe piece.withUnsafeBytes { bytes in
                var position = 0
                while position < bytes.count {
                    let event = unsafe scanner.next(bytes, from: &position)
                    if event != .incomplete { events.append(event) }
                    if event == .malformed { return }
                }
            }
            if events.last == .malformed { break }
        }
        return events
    }

    private func events(_ text: String) -> [Event] { events([ArraySlice(text.utf8)]) }

    private static let stream = """
        HTTP/1.1 200 OK\r\nDate: Sat, 14 Feb 2026 09:30:00 GMT\r\nContent-Length: 12\r\n\r\nHello World!\
        HTTP/1.1 206 Partial Content\r\ncontent-length:2\r\nContent-Range: bytes 0-1/9\r\n\r\nab\
        HTTP/1.0 404 Not Found\r\nCONTENT-LENGTH: 0\r\nConnection: Close\r\n\r\n
        """
    private static let answers: [ResponseScanner.Event] = [
        .answer(.init(status: 200, length: 12, closes: false)),
        .answer(.init(status: 206, length: 2, closes: false)),
        .answer(.init(status: 404, length: 0, closes: true)),
    ]

    @Test("KIT-2 Answers are found alike however the stream is cut")
    func splits() {
        let bytes = Array(Self.stream.utf8)
        #expect(events(Self.stream) == Self.answers)
        #expect(events(bytes.indices.map { bytes[$0...$0] }) == Self.answers)
        for place in 1..<bytes.count { #expect(events([bytes[..<place], bytes[place...]]) == Self.answers) }
    }

    @Test(
        "KIT-2 What is no answer with a length is no answer",
        arguments: [
            "HTTP/1.1 200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nHello",
            "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 00\n\r\n",
            "HTTP/1.1 2x0 OK\r\nContent-Length: 0\r\n\r\n",
            "SSH-2.0-OpenSSH_9.2\r\n",
            "\r\n",
        ]
    )
    func malformed(text: String) { #expect(events(text) == [.malformed]) }

    @Test("KIT-2 A head without an end is given up")
    func endless() {
        let line = ArraySlice("X-Padding: \(String(repeating: "x", count: 1000))\r\n".utf8)
        #expect(events([ArraySlice("HTTP/1.1 200 OK\r\n".utf8)] + Array(repeating: line, count: 100)) == [.malformed])
    }

    @Test("KIT-2 Bytes of a body that were dropped unseen count")
    func skipping() {
        var scanner = ResponseScanner()
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n0123".utf8)
        var position = 0
        let first = unsafe head.withUnsafeBytes { unsafe scanner.next($0, from: &position) }
        #expect(first == .incomplete && position == head.count && scanner.remaining == 996 && scanner.isInside)
        #expect(scanner.skipBody(990) == .incomplete)
        #expect(scanner.skipBody(6) == .answer(.init(status: 200, length: 1000, closes: false)))
        #expect(!scanner.isInside)
    }
}
