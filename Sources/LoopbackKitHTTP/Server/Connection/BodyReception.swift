/// The body of the request that a connection is at: what is left of it, and what went wrong.
///
/// The connection feeds it; a responder reads through it as long as it is the connection's present one. Touched on the
/// connection's loop alone.
final class BodyReception: HTTPBodySource, @unchecked Sendable {
    private enum Framing {
        case length(Int)
        case chunked(ChunkedDecoder)
    }

    private let connection: HTTPConnection
    private var framing: Framing
    private var received = 0
    private var limit: Int
    private let headLimits: HTTPHeadLimits
    private(set) var isComplete = false
    private(set) var failure: HTTPRefusal?
    /// Whether the rest is thrown away: whoever still reads must not take that for the body's end.
    var isDiscarded = false
    /// Whether the client waits for a 100 before it sends the body.
    var awaitsContinue: Bool
    private var finalTrailers = HTTPFields()

    /// Takes up a body; a request without one has no reception.
    init(_ body: MessageBody, connection: HTTPConnection, awaitsContinue: Bool, limits: HTTPServerConfiguration.Limits)
    {
        switch body {
        case .none: framing = .length(0)
        case .length(let count): framing = .length(count)
        case .chunked: framing = .chunked(ChunkedDecoder())
        }
        self.connection = connection
        self.awaitsContinue = awaitsContinue
        limit = limits.body
        headLimits = limits.head
    }

    /// How many bytes are known to be left, at first the declared length; `nil` for a chunked body.
    var remaining: Int? {
        if case .length(let count) = framing { count } else { nil }
    }

    /// Sets the route's own limit.
    func setLimit(_ bytes: Int) { limit = bytes }

    /// Whether the declared length passes the limit.
    var isTooLarge: Bool { (remaining ?? 0) > limit }

    /// Takes a prefix of what arrived.
    ///
    /// - Parameters:
    ///   - input: bytes from the socket.
    ///   - data: gets the body's bytes; `nil` discards them.
    /// - Returns: how many bytes of the input belong to the body.
    func take(_ input: Span<UInt8>, into data: inout [UInt8]?) -> Int {
        switch framing {
        case .length(let rest):
            let count = min(rest, input.count)
            append(input.extracting(0..<count), to: &data)
            advance(by: count)
            return count
        case .chunked(var decoder):
            framing = .length(0)  // so that the decoder is not copied
            defer { if !isComplete { framing = .chunked(decoder) } }
            return decode(input, with: &decoder, into: &data)
        }
    }

    /// Counts bytes of a body with a length that were read past this object.
    func advance(by count: Int) {
        guard case .length(let rest) = framing else { return }
        framing = .length(rest - count)
        isComplete = rest == count
    }

    private func decode(_ input: Span<UInt8>, with decoder: inout ChunkedDecoder, into data: inout [UInt8]?) -> Int {
        var taken = 0
        do {
            while true {
                let rest = input.extracting(taken..<input.count)
                let (consumed, event) = try decoder.decode(rest, limits: headLimits)
                taken += consumed
                switch event {
                case .needsMore: return taken
                case .end:
                    finalTrailers = decoder.trailers
                    isComplete = true
                    return taken
                case .data(let range):
                    received += range.count
                    guard received <= limit else {
                        failure = HTTPRefusal(.contentTooLarge, .bodyTooLarge)
                        return taken
                    }
                    append(rest.extracting(range), to: &data)
                }
            }
        } catch {
            failure = error
            return input.count
        }
    }

    private func append(_ bytes: Span<UInt8>, to data: inout [UInt8]?) {
        unsafe bytes.withUnsafeBufferPointer { unsafe data?.append(contentsOf: $0) }  // copied within the call
    }

    // MARK: HTTPBodySource

    func nextChunk() async throws -> [UInt8]? { try await connection.nextChunk(of: self) }

    func trailers() async -> HTTPFields { await connection.trailers(of: self) }

    /// The trailers, for the connection.
    var receivedTrailers: HTTPFields { finalTrailers }
}

extension HTTPRefusal.Reason {
    static let bodyTooLarge = Self("the body is larger than the limit")
    static let headTimedOut = Self("the head did not arrive in time")
    static let bodyTimedOut = Self("the body made no progress")
    static let atCapacity = Self("the server has as many connections as it may")
}
