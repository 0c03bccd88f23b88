import Foundation
import LoopbackKitHTTP
import Testing

/// Request vectors of llhttp, judged by the stricter rules here.
@Suite(
    "Requests of llhttp",
    // The corpus is data of others and lies beside the package.
    .enabled(if: SharedData.has("corpora/llhttp-requests.json"), "needs shared/corpora/llhttp-requests.json")
)
struct LlhttpCorpusTests {
    struct Vector: Decodable {
        let title: String
        let strict: Bool
        let error: String?
        let b64: Data
    }

    /// Where the rules here differ from what the corpus says of a strict parser.
    private static let judged: [String: (isTaken: Bool, why: String)] = [
        "M-SEARCH request": (false, "the asterisk form is for OPTIONS alone (RFC 9112, section 3.2.4)"),
        "Invalid method": (true, "any token is a method here"),
        "No HTTP version": (false, "HTTP/0.9 is not spoken"),
        "POST with `chunked` as last transfer-encoding (multiple headers)": (
            false, "deflate is an unknown coding: 501"
        ),
        "It should be safe to finish after GET request": (true, "nothing lenient is in it but its end"),
    ]

    @Test("HTTP-3 Each vector is taken or refused as a strict parser must")
    func corpus() throws {
        var taken = 0
        var refused = 0
        for vector in try SharedData.decode("corpora/llhttp-requests.json", as: [Vector].self) {
            let isPause = vector.error?.hasPrefix("Pause on CONNECT") == true
            let expected = Self.judged[vector.title]?.isTaken ?? (vector.strict && vector.error == nil || isPause)
            let refusal = Self.firstRefusal([UInt8](vector.b64))
            if refusal == nil { taken += 1 } else { refused += 1 }
            #expect((refusal == nil) == expected, "\(vector.title): \(String(describing: refusal))")
        }
        #expect(taken == 35 && refused == 39, "\(taken) taken, \(refused) refused")
    }

    /// Reads message after message, as a connection does.
    static func firstRefusal(_ vector: [UInt8]) -> HTTPRefusal? {
        var rest = completed(vector)[...]
        while !rest.isEmpty {
            var parser = RequestHeadParser()
            let storage = HeadStorage()
            switch parser.parse(Array(rest).span, into: storage, limits: .init()) {
            case .incomplete: return nil
            case .refused(let refusal): return refusal
            case .complete(let consumed): rest = rest.dropFirst(consumed)
            }
            switch parser.head.body {
            case _ where parser.head.hasUpgrade: return nil
            case .none: continue
            case .length(let count): rest = rest.dropFirst(count)
            case .chunked:
                switch ChunkOutcome.of(Array(rest), cutAt: []) {
                case .incomplete: return nil
                case .refused(let refusal): return refusal
                case .complete(let consumed, _, _): rest = rest.dropFirst(consumed)
                }
            }
        }
        return nil
    }

    /// The vectors lack the line end at their end, and many the Host that HTTP/1.1 needs.
    static func completed(_ vector: [UInt8]) -> [UInt8] {
        var bytes = vector + [13, 10]
        let text = String(decoding: vector, as: UTF8.self).lowercased()
        guard !text.contains("host:") else { return bytes }
        var line = bytes.starts(with: [13, 10]) ? 2 : 0
        while line + 1 < bytes.count, bytes[line] != 13 || bytes[line + 1] != 10 { line += 1 }
        bytes.insert(contentsOf: Array("\r\nHost: a".utf8), at: line)
        return bytes
    }
}
