import LoopbackKitHTTP

/// What came over a connection, in a form that can be compared: data that came in pieces is one.
enum StreamEvent: Equatable {
    case request(RequestHead, fields: [String])
    case response(ResponseHead, fields: [String])
    case data([UInt8])
    case end(trailers: [String])
    /// What follows is no message of HTTP/1.1.
    case handedOver
    case refused(HTTPRefusal.Reason)
}

/// Reads message after message of a connection's bytes as they come, as a server or client does.
struct MessageStream {
    enum Side: Sendable {
        case requests
        /// Answers to requests that all have this method.
        case responses(HTTPMethod)
    }

    private enum Stage { case head, length(Int), chunked, untilClose, over }

    private(set) var events: [StreamEvent] = []
    private let side: Side
    private let limits: HTTPHeadLimits
    private var stage = Stage.head
    private var buffer: [UInt8] = []
    private var requestParser = RequestHeadParser()
    private var responseParser: ResponseHeadParser
    private var storage = HeadStorage.forParser()
    private var decoder = ChunkedDecoder()

    init(_ side: Side, limits: HTTPHeadLimits = .init()) {
        self.side = side
        self.limits = limits
        let method: HTTPMethod = if case .responses(let method) = side { method } else { .get }
        responseParser = ResponseHeadParser(answering: method)
    }

    /// What parts of a connection's bytes give that end at these places.
    static func events(
        _ side: Side,
        of input: [UInt8],
        cutAt cuts: [Int] = [],
        limits: HTTPHeadLimits = .init()
    ) -> [StreamEvent] {
        var stream = Self(side, limits: limits)
        var start = 0
        for end in cuts + [input.count] {
            stream.receive(Array(input[start..<end]))
            start = end
        }
        return stream.events
    }

    /// Takes the next part.
    mutating func receive(_ part: [UInt8]) {
        buffer += part
        while !buffer.isEmpty, let taken = step() { buffer.removeFirst(taken) }
    }

    /// How many bytes are done with, or `nil` when more are needed.
    private mutating func step() -> Int? {
        switch stage {
        case .head: return parseHead()
        case .length(let count):
            let taken = min(count, buffer.count)
            add(buffer[..<taken])
            stage = .length(count - taken)
            if taken == count { endMessage() }
            return taken
        case .chunked: return decodeChunk()
        case .untilClose:
            add(buffer[...])
            return buffer.count
        case .over: return buffer.count
        }
    }

    private mutating func parseHead() -> Int? {
        let received = buffer
        guard case .requests = side else {
            switch responseParser.parse(received.span, into: storage, limits: limits) {
            case .incomplete: return nil
            case .refused(let error): return refuse(error.reason)
            case .complete(let consumed):
                events.append(.response(responseParser.head, fields: takeFields()))
                begin(responseParser.head.content)
                return consumed
            }
        }
        switch requestParser.parse(received.span, into: storage, limits: limits) {
        case .incomplete: return nil
        case .refused(let refusal): return refuse(refusal.reason)
        case .complete(let consumed):
            let head = requestParser.head
            events.append(.request(head, fields: takeFields()))
            switch head.body {
            case .none: begin(head.methodWord == HTTPMethod.connect.word || head.hasUpgrade ? .tunnel : .none)
            case .length(let count): begin(.length(count))
            case .chunked: begin(.chunked)
            }
            return consumed
        }
    }

    private mutating func takeFields() -> [String] {
        defer {
            storage = HeadStorage.forParser()
        }
        return HTTPFields(storage: storage).map { "\($0.name): \($0.value)" }
    }

    private mutating func begin(_ content: ResponseContent) {
        requestParser.reset()
        responseParser.reset()
        switch content {
        case .none: events.append(.end(trailers: []))
        case .length(let count): stage = .length(count)
        case .chunked:
            decoder = ChunkedDecoder()
            stage = .chunked
        case .untilClose: stage = .untilClose
        case .tunnel:
            events.append(.handedOver)
            stage = .over
        }
    }

    private mutating func decodeChunk() -> Int {
        let received = buffer
        let (consumed, event): (Int, ChunkedDecoder.Event)
        do throws(HTTPRefusal) {
            (consumed, event) = try decoder.decode(received.span, limits: limits)
        } catch {
            return refuse(error.reason)
        }
        switch event {
        case .needsMore: break
        case .data(let range): add(buffer[range])
        case .end: endMessage(trailers: decoder.trailers.map { "\($0.name): \($0.value)" })
        }
        return consumed
    }

    private mutating func add(_ data: ArraySlice<UInt8>) {
        guard !data.isEmpty else { return }
        if case .data(let before) = events.last {
            events[events.count - 1] = .data(before + data)
        } else {
            events.append(.data(Array(data)))
        }
    }

    private mutating func endMessage(trailers: [String] = []) {
        events.append(.end(trailers: trailers))
        stage = .head
    }

    private mutating func refuse(_ reason: HTTPRefusal.Reason) -> Int {
        events.append(.refused(reason))
        stage = .over
        return buffer.count
    }
}
