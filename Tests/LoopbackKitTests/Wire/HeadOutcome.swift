import LoopbackKitHTTP

/// What parsing a head gave, in a form that can be compared.
enum HeadOutcome: Equatable {
    case incomplete
    case complete(consumed: Int, RequestHead, fields: [String])
    case refused(HTTPRefusal)

    var status: Int? {
        guard case .refused(let refusal) = self else { return nil }
        return refusal.status.code
    }

    /// Feeds the input as it would arrive: all that came so far at each of these lengths, until an outcome is there.
    static func of(_ input: [UInt8], arriving lengths: [Int], limits: HTTPHeadLimits = .init()) -> HeadOutcome {
        var parser = RequestHeadParser()
        let storage = HeadStorage.forParser()
        for length in lengths {
            switch parser.parse(input.span.extracting(first: length), into: storage, limits: limits) {
            case .incomplete: continue
            case .refused(let refusal): return .refused(refusal)
            case .complete(let consumed):
                let fields = HTTPFields(storage: storage).map { "\($0.name): \($0.value)" }
                return .complete(consumed: consumed, parser.head, fields: fields)
            }
        }
        return .incomplete
    }

    static func whole(_ input: [UInt8], limits: HTTPHeadLimits = .init()) -> HeadOutcome {
        of(input, arriving: [input.count], limits: limits)
    }

    static func byteByByte(_ input: [UInt8], limits: HTTPHeadLimits = .init()) -> HeadOutcome {
        of(input, arriving: Array(0...input.count), limits: limits)
    }

    /// The first split, byte by byte or in two, whose outcome is not that of the whole.
    static func firstDifferingSplit(_ input: [UInt8], limits: HTTPHeadLimits = .init()) -> Int? {
        let expected = whole(input, limits: limits)
        if byteByByte(input, limits: limits) != expected { return -1 }
        return (0...input.count).first { of(input, arriving: [$0, input.count], limits: limits) != expected }
    }
}

extension [UInt8] {
    init(ascii text: String) { self = Array(text.utf8) }
}
