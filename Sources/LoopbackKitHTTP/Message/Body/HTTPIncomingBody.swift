/// Where the parts of a body come from.
package protocol HTTPBodySource: Sendable {
    /// The next part, or `nil` at the end. One caller at a time.
    func nextChunk() async throws -> [UInt8]?
    /// The trailers, once `nextChunk()` gave `nil`.
    func trailers() async -> HTTPFields
}

/// The body of a message that was received, a server's request or a client's answer: a stream of parts with
/// back-pressure, read once.
///
/// Nothing is read from the socket until a part is asked for. What a responder leaves unread of a request is discarded
/// up to a bound, and beyond it the connection is closed after the answer (RFC 9112, section 9.3). An answer's body that
/// is let go before its end closes its connection.
public struct HTTPIncomingBody: AsyncSequence, Sendable {
    /// A part of the body, never empty.
    public typealias Element = [UInt8]

    package enum Storage: Sendable {
        case empty
        case bytes([UInt8])
        case stream(any HTTPBodySource, length: Int?)
    }

    package let storage: Storage

    package init(_ storage: Storage) { self.storage = storage }

    /// No body.
    public static let empty = HTTPIncomingBody(.empty)

    /// A body that is there already.
    public static func bytes(_ bytes: [UInt8]) -> HTTPIncomingBody {
        HTTPIncomingBody(bytes.isEmpty ? .empty : .bytes(bytes))
    }

    /// The body's length in bytes when the head tells it (Content-Length).
    ///
    /// `nil` for a chunked body, and for an answer's that ends with its connection.
    public var length: Int? {
        switch storage {
        case .empty: 0
        case .bytes(let bytes): bytes.count
        case .stream(_, let length): length
        }
    }

    /// Reads the whole body.
    ///
    /// - Parameter limit: the most bytes that are taken.
    /// - Returns: the body's bytes.
    /// - Throws: `HTTPMessageError` with code `bodyTooLarge` as soon as the limit is passed, or what the connection met.
    public func collect(upTo limit: Int) async throws -> [UInt8] {
        if let length, length > limit { throw HTTPMessageError(.bodyTooLarge) }
        var bytes: [UInt8] = []
        for try await part in self {
            guard part.count <= limit - bytes.count else { throw HTTPMessageError(.bodyTooLarge) }
            bytes.append(contentsOf: part)
        }
        return bytes
    }

    /// The fields sent after a chunked body; empty before its end, and for other bodies (RFC 9112, section 7.1.2).
    public var trailers: HTTPFields {
        get async {
            guard case .stream(let source, _) = storage else { return [:] }
            return await source.trailers()
        }
    }

    /// Reads the body part by part.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var storage: Storage

        fileprivate init(_ storage: Storage) { self.storage = storage }

        /// The next part, or `nil` at the body's end.
        ///
        /// - Throws: `HTTPMessageError` when a request's body is cut, malformed or too large, `HTTPClientError` when an
        ///   answer's is.
        public mutating func next() async throws -> [UInt8]? {
            switch storage {
            case .empty: return nil
            case .stream(let source, _): return try await source.nextChunk()
            case .bytes(let bytes):
                storage = .empty
                return bytes
            }
        }
    }

    /// Starts reading; the parts go to whoever asks, so use one iterator.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(storage) }
}
