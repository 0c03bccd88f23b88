import LoopbackKitHTTP
import Synchronization

/// A request's body of given pieces, which counts how many were asked for.
final class ChunkSource: HTTPBodySource {
    private let chunks: [[UInt8]]
    private let next = Mutex(0)
    /// What is thrown behind the last piece, instead of the body's end.
    private let failure: HTTPMessageError?

    init(_ chunks: [[UInt8]], failure: HTTPMessageError? = nil) {
        self.chunks = chunks
        self.failure = failure
    }

    /// The same bytes in pieces of one size.
    convenience init(_ bytes: [UInt8], size: Int) {
        self.init(
            stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
        )
    }

    /// How many pieces were asked for.
    var readCount: Int { next.withLock { $0 } }

    func nextChunk() async throws -> [UInt8]? {
        let index = next.withLock { next in
            defer { if next < chunks.count { next += 1 } }
            return next
        }
        if index < chunks.count { return chunks[index] }
        if let failure { throw failure }
        return nil
    }

    func trailers() async -> HTTPFields { [:] }
}
