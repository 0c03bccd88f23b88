/// Where a streamed body's parts go.
package protocol HTTPBodySink: Sendable {
    func write(_ part: [UInt8]) async throws
    /// Returns when the server begins to stop, the body has ended, or the calling task is cancelled.
    func waitForStop() async
    /// Sets how much may wait for the reader, and at how little of it the writer goes on, in bytes.
    func setWatermarks(high: Int, low: Int) async
    /// Sets the fields that follow the body, where its coding has a place for them.
    func setTrailers(_ fields: HTTPFields) async
}

extension HTTPBodySink {
    /// A sink may have fixed marks.
    package func setWatermarks(high: Int, low: Int) async {}
}

/// Writes a streamed body, part by part, with back-pressure.
public struct HTTPBodyWriter: Sendable {
    package let sink: any HTTPBodySink

    package init(sink: any HTTPBodySink) { self.sink = sink }

    /// Sends a part, and waits while too much is under way to a slow reader.
    ///
    /// - Parameter part: the bytes; an empty part is left out.
    /// - Throws: `HTTPMessageError` when the other side is gone, the declared length is passed, or the server stopped; in a
    ///   client's request `HTTPClientError` when the exchange is over.
    public func write(_ part: [UInt8]) async throws { try await sink.write(part) }

    /// Sets how much may wait for a slow reader before `write(_:)` waits, and at how little of it that goes on.
    ///
    /// It is for a server's answer; a client's request keeps to `HTTPClientConfiguration.Limits.waitingOutput`.
    ///
    /// - Parameters:
    ///   - high: in bytes.
    ///   - low: in bytes; less than `high`.
    public func setWatermarks(high: Int, low: Int) async { await sink.setWatermarks(high: high, low: low) }

    /// Sets the fields that follow a chunked body; a body with a length, or to HTTP/1.0, has no place for them.
    ///
    /// Fields that may not stand there are left out (RFC 9110, section 6.5.1).
    public func setTrailers(_ fields: HTTPFields) async { await sink.setTrailers(fields) }

    /// Waits until the server begins to stop: a body without an end of its own, such as a stream of events, can then end
    /// in order.
    ///
    /// Returns early when the body has ended or the calling task is cancelled, and in a client's request when nobody takes
    /// the body any more.
    public func waitForStop() async { await sink.waitForStop() }

    /// Sends text as UTF-8; see `write(_:)` for bytes.
    ///
    /// - Throws: what writing the bytes throws.
    public func write(_ text: String) async throws { try await sink.write(Array(text.utf8)) }
}

/// The body of a message that is sent, a server's answer or a client's request: nothing, bytes, runs of files, or a stream.
public struct HTTPOutgoingBody: Sendable {
    /// A piece of a body whose length is known: bytes, or a run of a file.
    public enum Segment: Sendable {
        /// Bytes.
        case bytes([UInt8])
        /// A run of an open file; a server sends it without reading it into memory.
        case file(HTTPFileRegion)

        package var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(let region): region.count
            }
        }
    }

    package enum Storage: Sendable {
        case empty
        case bytes([UInt8])
        case segments([Segment])
        case stream(length: Int?, @Sendable (HTTPBodyWriter) async throws -> Void)
        /// No body: the connection goes over to the function.
        case upgrade(@Sendable (any DuplexStream) async throws -> Void)
    }

    package let storage: Storage

    /// No body.
    public static let empty = HTTPOutgoingBody(storage: .empty)

    /// A body of bytes.
    public static func bytes(_ bytes: [UInt8]) -> Self { Self(storage: .bytes(bytes)) }

    /// A body of text, as UTF-8.
    public static func text(_ text: String) -> Self { Self(storage: .bytes(Array(text.utf8))) }

    /// A run of an open file.
    public static func file(_ region: HTTPFileRegion) -> Self { Self(storage: .segments([.file(region)])) }

    /// Pieces one after the other.
    public static func segments(_ segments: [Segment]) -> Self { Self(storage: .segments(segments)) }

    /// A body that is made while it is sent.
    ///
    /// - Parameters:
    ///   - length: the exact number of bytes when it is known; otherwise the body is sent chunked.
    ///   - produce: writes the parts. It is not called for the answer to a HEAD. When it throws, the connection is cut, so that the
    ///     reader can't take what it got for the whole.
    /// - Returns: the body.
    public static func stream(
        length: Int? = nil,
        _ produce: @escaping @Sendable (HTTPBodyWriter) async throws -> Void
    ) -> Self {
        Self(storage: .stream(length: length, produce))
    }

    /// The number of bytes, or `nil` for a stream of unknown length.
    public var length: Int? {
        switch storage {
        case .empty, .upgrade: 0
        case .bytes(let bytes): bytes.count
        case .segments(let segments): segments.reduce(0) { $0 + $1.count }
        case .stream(let length, _): length
        }
    }
}
