import LoopbackKitHTTP

extension FuzzTarget {
    static let ranges = FuzzTarget(
        "ranges",
        texts: [
            "bytes=0-1", "bytes=0-", "bytes=-5", "bytes=-0", "bytes=99-99", "bytes=100-", "bytes=5-4", "bytes=",
            "BYTES=0-0, 4-5,,\t7-", "bytes=0-9,5-14,30-39,20-31", "bytes=50-59,0-9,55-64", "bytes=10-19,0-9",
            "bytes=0-99,0-99",
            "bytes=9223372036854775807-", "bytes=0-99999999999999999999", "bytes=-99999999999999999999", "items=0-1",
            "bytes=1-1,3-3,5-5,7-7,9-9,11-11,13-13,0-", "bytes=000-0001", "bytes=0-1-2", "bytes=+0-1", "bytes=0 -1",
        ]
    ) { input in
        for size in [0, 1, 7, 100, 5000, .max] {
            let plan = RangePlan(input.span, size: size)
            if let text = String(validating: input, as: UTF8.self) {
                try hold(RangePlan(text, size: size) == plan, "as text it is another")
            }
            if size <= 5000 { try hold(matches(plan, RangeModel(input, size: size)), "\(plan) of \(size)") }
            guard case .ranges(let ranges) = plan else { continue }
            try checkRuns(ranges, size)
            if size == 100 { try checkMultipart(ranges, size) }
        }
    }

    private static func checkRuns(_ ranges: [Range<Int>], _ size: Int) throws {
        try hold((1...RangePlan.maximumCount).contains(ranges.count), "\(ranges.count) runs")
        let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
        try hold(sorted.allSatisfy { !$0.isEmpty && $0.lowerBound >= 0 && $0.upperBound <= size }, "outside of \(size)")
        let isApart = zip(sorted, sorted.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
        try hold(isApart, "runs overlap or touch")
        for range in ranges {
            let value = String(decoding: ContentRange.value(range, of: size), as: UTF8.self)
            try hold(value == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)", value)
        }
    }

    /// A body of several ranges has a part for each, with the run's bytes.
    private static func checkMultipart(_ ranges: [Range<Int>], _ size: Int) throws {
        let content = (0..<size).map { UInt8($0) }
        var generator = SeededGenerator(seed: 7)
        let body = MultipartByteRanges(contentType: nil, size: size, using: &generator)
        let segments = body.segments(ranges) { .bytes(Array(content[$0])) }
        let bytes = segments.flatMap { if case .bytes(let bytes) = $0 { bytes } else { [UInt8]() } }
        let outcome = try MultipartOutcome.of(bytes, boundary: String(decoding: body.boundary, as: UTF8.self))
        let expected = ranges.map { range in
            let field = "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
            return MultipartOutcome.Part(fields: [field], data: Array(content[range]), hasEnded: true)
        }
        try hold(outcome.error == nil && outcome.parts == expected, "\(outcome)")
    }

    private static func matches(_ plan: RangePlan, _ model: RangeModel) -> Bool {
        switch (plan, model) {
        case (.whole, .whole), (.unsatisfiable, .unsatisfiable): true
        case (.ranges(let ranges), .places(let places)): Set(ranges.joined()) == places
        default: false
        }
    }
}

/// What a Range field asks for, found place by place (RFC 9110, section 14.1).
private enum RangeModel {
    case whole
    case unsatisfiable
    case places(Set<Int>)

    init(_ field: [UInt8], size: Int) {
        self = .whole
        guard field.prefix(6).map(lowercase).elementsEqual("bytes=".utf8) else { return }
        let elements = field.dropFirst(6).split(separator: 44).map(Self.trimmed).filter { !$0.isEmpty }
        guard !elements.isEmpty, elements.count <= RangePlan.maximumCount else { return }
        var places = Set<Int>()
        var sum = 0
        for element in elements {
            let sides = element.split(separator: 45, omittingEmptySubsequences: false).map(Self.number)
            guard sides.count == 2, let first = sides[0], let last = sides[1] else { return }
            let run: Range<Int>
            switch (first, last) {
            case (.none, .none): return
            case (.none, .digits(let count)):
                // Nothing is the last of nothing.
                if size == 0, count > 0 { return }
                run = size - min(count, size)..<size
            case (.digits(let start), .none): run = min(start, size)..<size
            case (.digits(let start), .digits(let end)):
                guard start <= end else { return }
                run = min(start, size)..<max(min(start, size), min(end, size - 1) + 1)
            }
            sum += run.count
            places.formUnion(run)
        }
        guard sum <= size else { return }
        self = places.isEmpty ? .unsatisfiable : .places(places)
    }

    private enum Side { case none, digits(Int) }

    /// A side of the hyphen; `nil` when it is no number.
    private static func number(_ text: ArraySlice<UInt8>) -> Side? {
        guard text.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
        return text.isEmpty ? Side.none : .digits(Int(String(decoding: text, as: UTF8.self)) ?? .max)
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text.drop { $0 == 32 || $0 == 9 }
        while text.last == 32 || text.last == 9 { text.removeLast() }
        return text
    }
}
