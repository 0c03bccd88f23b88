import LoopbackKitHTTP

extension FuzzTarget {
    static let requestStream = FuzzTarget("request-stream", seeds: streamSeeds { $0.requests(3, maximumBody: 40) }) {
        try checkStream(.requests, $0)
    }

    static let responseStream = FuzzTarget("response-stream", seeds: streamSeeds { $0.responses(3, maximumBody: 40) }) {
        input in
        for method in [HTTPMethod.get, .head, .connect] { try checkStream(.responses(method), input) }
    }

    private static func streamSeeds(_ make: (inout StreamGenerator) -> [UInt8]) -> [[UInt8]] {
        (0..<24 as Range<UInt64>).map { seed in
            var generator = StreamGenerator(seed: seed)
            return make(&generator)
        }
    }

    private static func checkStream(_ side: MessageStream.Side, _ input: [UInt8]) throws {
        for limits in [HTTPHeadLimits(), smallLimits] {
            let whole = MessageStream.events(side, of: input, limits: limits)
            let cut = MessageStream.events(side, of: input, cutAt: input.cuts, limits: limits)
            try hold(cut == whole, "a split tells")
            let bytes = MessageStream.events(side, of: input, cutAt: Array(0..<input.count), limits: limits)
            try hold(bytes == whole, "byte by byte it is another")
            try checkOrder(whole)
            let data = whole.reduce(0) { if case .data(let data) = $1 { $0 + data.count } else { $0 } }
            try hold(data <= input.count, "more data than bytes")
        }
    }

    /// Each message has a head, data after it, and an end; a refusal or a hand-over is the last.
    private static func checkOrder(_ events: [StreamEvent]) throws {
        var isInMessage = false
        for (index, event) in events.enumerated() {
            switch event {
            case .request, .response:
                try hold(!isInMessage, "a head inside of a message")
                isInMessage = true
            case .data: try hold(isInMessage, "data outside of a message")
            case .end:
                try hold(isInMessage, "an end outside of a message")
                isInMessage = false
            case .handedOver, .refused: try hold(index == events.count - 1, "something behind the last event")
            }
        }
    }
}
