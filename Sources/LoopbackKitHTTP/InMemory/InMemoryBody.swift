internal import Synchronization

extension HTTPOutgoingBody {
    /// All bytes of the body; a stream must keep to the length that it declares.
    func collectInMemory() async throws -> [UInt8] {
        switch storage {
        case .empty, .upgrade: return []
        case .bytes(let bytes): return bytes
        case .segments(let segments):
            var bytes: [UInt8] = []
            for segment in segments {
                switch segment {
                case .bytes(let part): bytes += part
                case .file(let region):
                    let part = region.file.read(at: region.offset, count: region.count)
                    guard let part, part.count == region.count else { throw HTTPMessageError(.wrongBodyLength) }
                    bytes += part
                }
            }
            return bytes
        case .stream(let length, let produce):
            let sink = CollectingSink()
            try await produce(HTTPBodyWriter(sink: sink))
            let bytes = sink.bytes.withLock { $0 }
            if let length, bytes.count != length { throw HTTPMessageError(.wrongBodyLength) }
            return bytes
        }
    }
}

/// Keeps what a stream writes.
private final class CollectingSink: HTTPBodySink {
    let bytes = Mutex<[UInt8]>([])

    func write(_ part: [UInt8]) async throws { bytes.withLock { $0 += part } }

    /// What is collected has no place for them.
    func setTrailers(_ fields: HTTPFields) async {}

    /// No server stops here.
    func waitForStop() async { try? await Task.sleep(for: .seconds(Int32.max)) }
}

extension HTTPIncomingBody {
    /// The same body, which ends with an error once it is larger than the limit in bytes.
    func limited(to limit: Int) throws(HTTPMessageError) -> HTTPIncomingBody {
        if let length, length > limit { throw HTTPMessageError(.bodyTooLarge) }
        guard case .stream(let source, nil) = storage else { return self }
        return HTTPIncomingBody(.stream(LimitedSource(source: source, limit: limit), length: nil))
    }
}

/// Counts what is read.
private final class LimitedSource: HTTPBodySource {
    private let source: any HTTPBodySource
    private let rest: Atomic<Int>

    init(source: any HTTPBodySource, limit: Int) {
        self.source = source
        rest = Atomic(limit)
    }

    func nextChunk() async throws -> [UInt8]? {
        guard let part = try await source.nextChunk() else { return nil }
        guard rest.subtract(part.count, ordering: .relaxed).newValue >= 0 else { throw HTTPMessageError(.bodyTooLarge) }
        return part
    }

    func trailers() async -> HTTPFields { await source.trailers() }
}
