/// One request and its answer on a connection.
///
/// Touched on the loop's own thread alone.
final class ClientExchange: @unchecked Sendable {
    private enum Content {
        case none
        case length(Int)
        case chunked(ChunkedDecoder)
        case untilClose
    }

    let storage = HeadStorage.forParser()
    var parser: ResponseHeadParser
    /// Whether the answer may be the beginning of a tunnel.
    let mayTunnel: Bool
    /// Whether the answer's body has no time limit.
    let mayRest: Bool
    /// The request's body, when it is produced while it is sent.
    var upload: ClientUpload?
    /// Whether the whole request was handed to the connection.
    var isSent = true
    /// Whether the other side takes no more of the request.
    var cannotSend = false
    /// Whether a byte of an answer came.
    var hasReceived = false
    var hasNewInput = false
    var interimCount = 0
    /// Whether the answer's head is whole.
    var isAnswered = false
    private(set) var head = ResponseHead()
    private var content = Content.none
    /// Whether the body's end was met.
    private(set) var isWhole = false
    /// Whether the connection goes its own way again.
    var hasFinished = false
    /// Whether somebody reads the body at this moment.
    var isRead = false
    /// A whole body that came with its head.
    var wholeBody: [UInt8]?
    /// The beginning of a body that came with its head.
    var pendingPart: [UInt8]?
    private(set) var trailers = HTTPFields()
    /// How much of the body is read at once.
    var partSize = PartSize()
    /// Of a tunnel: whether our direction is to end, and whether TLS was told.
    var endsSending = false
    var hasEnded = false

    init(_ request: HTTPClientRequest) {
        parser = ResponseHeadParser(answering: request.method)
        mayRest = request.mayRest
        mayTunnel = request.upgrade != nil || request.method == .connect
    }

    var keepsAlive: Bool { head.keepsAlive && !cannotSend }

    /// Whether the body ends with the connection.
    var endsWithConnection: Bool { if case .untilClose = content { true } else { false } }

    /// The length of the body that the head tells; `nil` for none.
    var length: Int? { if case .length(let count) = head.content { count } else { nil } }

    func begin(_ head: ResponseHead) {
        self.head = head
        switch head.content {
        case .none, .tunnel: isWhole = true
        case .length(let count): content = .length(count)
        case .chunked: content = .chunked(ChunkedDecoder())
        case .untilClose: content = .untilClose
        }
    }

    /// How many bytes may be read as they are; `nil` in the chunked coding.
    var rawCapacity: Int? {
        switch content {
        case .length(let rest): rest
        case .untilClose: .max
        case .none, .chunked: nil
        }
    }

    /// Bytes were read as they are.
    func advance(by count: Int) {
        guard case .length(let rest) = content else { return }
        content = .length(rest - count)
        isWhole = rest == count
    }

    /// The connection has ended, and the body with it.
    func endOfStream() { isWhole = true }

    /// Decodes a prefix of the input.
    ///
    /// - Returns: how many bytes were taken.
    func take(_ input: Span<UInt8>, into part: inout [UInt8], limits: HTTPHeadLimits) throws(HTTPRefusal) -> Int {
        switch content {
        case .none: return 0
        case .untilClose:
            append(input, to: &part)
            return input.count
        case .length(let rest):
            let count = min(rest, input.count)
            append(input.extracting(0..<count), to: &part)
            advance(by: count)
            return count
        case .chunked(var decoder):
            content = .none  // so that the decoder is changed in place
            defer { content = .chunked(decoder) }
            return try decode(&decoder, input, into: &part, limits)
        }
    }

    private func decode(
        _ decoder: inout ChunkedDecoder,
        _ input: Span<UInt8>,
        into part: inout [UInt8],
        _ limits: HTTPHeadLimits
    ) throws(HTTPRefusal) -> Int {
        var taken = 0
        while taken < input.count {
            let rest = input.extracting(taken..<input.count)
            let (consumed, event) = try decoder.decode(rest, limits: limits)
            taken += consumed
            switch event {
            case .needsMore: return taken
            case .data(let range): append(rest.extracting(range), to: &part)
            case .end:
                isWhole = true
                trailers = decoder.trailers
                return taken
            }
        }
        return taken
    }

    private func append(_ bytes: Span<UInt8>, to part: inout [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe part.append(contentsOf: $0) }  // copied within the call
    }
}
