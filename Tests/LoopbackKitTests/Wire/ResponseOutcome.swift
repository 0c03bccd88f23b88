import LoopbackKitHTTP

/// What parsing an answer's head gave, in a form that can be compared.
enum ResponseOutcome: Equatable {
    case incomplete
    case complete(consumed: Int, ResponseHead, fields: [String])
    case refused(MalformedResponse)

    var refusal: HTTPRefusal.Reason? {
        guard case .refused(let error) = self else { return nil }
        return error.reason
    }

    var head: ResponseHead? {
        guard case .complete(_, let head, _) = self else { return nil }
        return head
    }

    /// Feeds the input as it would arrive: all that came so far at each of these lengths, until an outcome is there.
    static func of(
        _ input: [UInt8],
        answering method: HTTPMethod = .get,
        arriving lengths: [Int],
        limits: HTTPHeadLimits = .init()
    ) -> ResponseOutcome {
        var parser = ResponseHeadParser(answering: method)
        let storage = HeadStorage.forParser()
        for length in lengths {
            switch parser.parse(input.span.extracting(first: length), into: storage, limits: limits) {
            case .incomplete: continue
            case .refused(let error): return .refused(error)
            case .complete(let consumed):
                let fields = HTTPFields(storage: storage).map { "\($0.name): \($0.value)" }
                return .complete(consumed: consumed, parser.head, fields: fields)
            }
        }
        return .incomplete
    }

    static func whole(
        _ input: [UInt8],
        answering method: HTTPMethod = .get,
        limits: HTTPHeadLimits = .init()
    ) -> ResponseOutcome {
        of(input, answering: method, arriving: [input.count], limits: limits)
    }

    static func byteByByte(
        _ input: [UInt8],
        answering method: HTTPMethod = .get,
        limits: HTTPHeadLimits = .init()
    ) -> ResponseOutcome {
        of(input, answering: method, arriving: Array(0...input.count), limits: limits)
    }
}
