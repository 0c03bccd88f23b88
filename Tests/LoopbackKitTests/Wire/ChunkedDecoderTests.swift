import LoopbackKitHTTP
import Testing

@Suite("ChunkedDecoder")
struct ChunkedDecoderTests {
    @Test("HTTP-3 Each chunked body is decoded or refused by its rule", arguments: ChunkVector.all.indices)
    func rule(_ index: Int) {
        let vector = ChunkVector.all[index]
        switch ChunkOutcome.of(vector.bytes + Array("next".utf8), cutAt: []) {
        case .complete(let consumed, let data, _):
            #expect(consumed == vector.bytes.count)
            #expect(String(decoding: data, as: UTF8.self) == vector.data)
        case let other: #expect(vector.status != nil && other.status == vector.status, "\(other)")
        }
    }

    @Test("HTTP-1 A chunked body gives the same at every split and byte by byte", arguments: ChunkVector.all.indices)
    func splits(_ index: Int) {
        let bytes = ChunkVector.all[index].bytes
        let whole = ChunkOutcome.of(bytes, cutAt: [])
        for cut in 0...bytes.count { #expect(ChunkOutcome.of(bytes, cutAt: [cut]) == whole, "cut at \(cut)") }
        #expect(ChunkOutcome.of(bytes, cutAt: Array(0..<bytes.count)) == whole)
    }

    @Test("HTTP-1 A chunked body that was cut never ends", arguments: ChunkVector.all.indices)
    func truncations(_ index: Int) {
        let vector = ChunkVector.all[index]
        for count in 0..<vector.bytes.count {
            switch ChunkOutcome.of(Array(vector.bytes.prefix(count)), cutAt: []) {
            case .complete: Issue.record("complete when cut at \(count)")
            case .refused: #expect(vector.status != nil, "refused when cut at \(count)")
            case .incomplete: continue
            }
        }
    }

    @Test("HTTP-4 Trailers are given without fields that frame, route, authenticate or describe the content")
    func trailers() {
        let dropped = [
            "Content-Length: 1", "transfer-encoding: chunked", "HOST: evil", "Connection: close", "Trailer: x",
            "Authorization: Basic eA==", "Cookie: a=b", "Set-Cookie: a=b", "Content-Type: a/b",
            "Content-Range: bytes */1",
            "Content-Encoding: gzip", "TE: trailers", "Upgrade: x", "Keep-Alive: x", "Expect: 100-continue",
            "Range: bytes=0-",
        ]
        let lines = (["X-Checksum: abc"] + dropped + ["Server-Timing: a", "x-checksum: def"]).joined(separator: "\r\n")
        let outcome = ChunkOutcome.of(Array("1\r\nx\r\n0\r\n\(lines)\r\n\r\n".utf8), cutAt: [])
        guard case .complete(_, _, let trailers) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(trailers == ["X-Checksum: abc", "Server-Timing: a", "x-checksum: def"])
    }

    @Test("HTTP-2 A trailer section is limited like a head", arguments: [16384, 16385])
    func trailerSize(_ count: Int) {
        let section = "X: " + String(repeating: "v", count: count - 7) + "\r\n\r\n"
        let bytes = Array(("0\r\n" + section).utf8)
        let outcome = ChunkOutcome.of(bytes, cutAt: [])
        #expect(outcome.status == (count == 16384 ? nil : 431))
        #expect(ChunkOutcome.of(bytes, cutAt: Array(0..<bytes.count)) == outcome)
        let next = [UInt8](repeating: 10, count: 20000)
        #expect(ChunkOutcome.of(bytes + next, cutAt: []) == outcome)
    }

    @Test("HTTP-2 The number of trailers is limited", arguments: [128, 129])
    func trailerCount(_ count: Int) {
        let bytes = Array(("0\r\n" + String(repeating: "X: y\r\n", count: count) + "\r\n").utf8)
        #expect(ChunkOutcome.of(bytes, cutAt: []).status == (count == 128 ? nil : 431))
    }

    @Test("HTTP-3 Extensions are limited over the whole body", arguments: [4096, 4097])
    func extensions(_ count: Int) {
        // Three extensions of 1024 bytes with their semicolons, and one for the rest.
        let long = "1;" + String(repeating: "e", count: 1023) + "\r\nx\r\n"
        let last = "0;" + String(repeating: "e", count: count - 3073) + "\r\n\r\n"
        let bytes = Array((long + long + long + last).utf8)
        let outcome = ChunkOutcome.of(bytes, cutAt: [])
        #expect(outcome.status == (count == 4096 ? nil : 400))
        #expect(ChunkOutcome.of(bytes, cutAt: Array(0..<bytes.count)) == outcome)
    }

    @Test("HTTP-1 Data is handed out where it stands, and after the end nothing is taken")
    func ranges() throws {
        var decoder = ChunkedDecoder()
        let input = Array("4\r\nabcd\r\n0\r\n\r\nGET".utf8)
        var (consumed, event) = try decoder.decode(input.span, limits: .init())
        #expect(event == .data(3..<7))
        #expect(consumed == 7)
        (consumed, event) = try decoder.decode(input.span.extracting(7...), limits: .init())
        #expect(event == .end)
        #expect(consumed == 7)
        (consumed, event) = try decoder.decode(input.span.extracting(14...), limits: .init())
        #expect(event == .end)
        #expect(consumed == 0)
        #expect(decoder.trailers.isEmpty)
    }

    @Test("HTTP-3 The largest chunk size does not overflow")
    func largestSize() {
        #expect(ChunkOutcome.of(Array("FFFFFFFFFFFFFFF\r\nx".utf8), cutAt: []) == .incomplete(data: [120]))
    }
}
