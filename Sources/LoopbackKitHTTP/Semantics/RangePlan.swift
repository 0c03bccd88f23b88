/// What a `Range` field asks for of a representation whose size is known (RFC 9110, section 14).
public enum RangePlan: Hashable, Sendable {
    /// The whole representation: there is no field, it is malformed, its unit is not `bytes`, or it asks for too much.
    case whole
    /// Every range lies outside: 416.
    case unsatisfiable
    /// These runs of bytes: 206. They are never empty, don't overlap or touch, and stand in the order they were asked.
    case ranges([Range<Int>])

    /// The most ranges that one field may list before it is answered with the whole representation.
    ///
    /// Each range costs a part of a multipart answer. Real readers ask for a handful; long lists are known from attacks
    /// (RFC 9110, section 17.15).
    public static let maximumCount = 64

    /// Decides what a `Range` field asks for.
    ///
    /// Ranges whose sum passes the size are answered with the whole representation too: it costs less than they do.
    /// Numbers beyond `Int` count as larger than any size. A suffix of an empty representation is the whole of it,
    /// since no `Content-Range` can tell of an empty run.
    ///
    /// - Parameters:
    ///   - field: the field's value, or `nil` without one.
    ///   - size: the representation's size in bytes.
    public init(_ field: String?, size: Int) {
        guard let field else {
            self = .whole
            return
        }
        self.init(Array(field.utf8).span, size: size)
    }

    /// Decides what the bytes of a `Range` field's value ask for.
    package init(_ bytes: Span<UInt8>, size: Int) {
        self = .whole
        guard bytes.holdsIgnoringCase("bytes=", at: 0) else { return }
        var ranges: [Range<Int>] = []
        var specifiers = 0
        var sum = 0
        var isSuffixOfNothing = false
        var start = 6
        while start <= bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != 44 { end += 1 }
            let element = bytes.trimmed(start..<end)
            start = end + 1
            if element.isEmpty { continue }
            specifiers += 1
            guard specifiers <= Self.maximumCount, let specifier = Specifier(bytes, element) else { return }
            guard let range = specifier.range(in: size) else {
                if size == 0, case .suffix(1...) = specifier { isSuffixOfNothing = true }
                continue
            }
            let (newSum, overflow) = sum.addingReportingOverflow(range.count)
            guard !overflow, newSum <= size else { return }
            sum = newSum
            Self.add(range, to: &ranges)
        }
        guard specifiers > 0, !isSuffixOfNothing else { return }
        self = ranges.isEmpty ? .unsatisfiable : .ranges(ranges)
    }

    /// Adds a run, and makes one of it and of those that it overlaps or touches, at the place of the first of them.
    private static func add(_ range: Range<Int>, to ranges: inout [Range<Int>]) {
        var merged = range
        var place = ranges.count
        // Those that are there don't touch each other: a run that grows can reach another only through the new one.
        for index in ranges.indices.reversed()
        where ranges[index].lowerBound <= range.upperBound && range.lowerBound <= ranges[index].upperBound {
            let other = ranges.remove(at: index)
            merged = min(merged.lowerBound, other.lowerBound)..<max(merged.upperBound, other.upperBound)
            place = index
        }
        ranges.insert(merged, at: min(place, ranges.count))
    }
}

extension RangePlan {
    /// One element of the list (RFC 9110, section 14.1.1).
    private enum Specifier {
        /// `0-499`, or `500-` with `last` at its greatest.
        case positions(first: Int, last: Int)
        /// `-500`.
        case suffix(Int)

        /// Reads an element; `nil` when it is malformed, or its last position stands before its first.
        init?(_ bytes: Span<UInt8>, _ element: Range<Int>) {
            var index = element.lowerBound
            let first = bytes.saturatingDecimal(&index, element.upperBound)
            guard index < element.upperBound, bytes[index] == 45 else { return nil }
            index += 1
            let isOpen = index == element.upperBound
            let last = bytes.saturatingDecimal(&index, element.upperBound)
            guard index == element.upperBound else { return nil }
            switch (first, last) {
            case (nil, let last?): self = .suffix(last)
            case (let first?, nil) where isOpen: self = .positions(first: first, last: .max)
            case (let first?, let last?) where first <= last: self = .positions(first: first, last: last)
            default: return nil
            }
        }

        /// The run of bytes, or `nil` when it lies outside.
        func range(in size: Int) -> Range<Int>? {
            switch self {
            case .suffix(let count):
                guard count > 0, size > 0 else { return nil }
                return size - min(count, size)..<size
            case .positions(let first, let last):
                guard first < size else { return nil }
                return first..<min(last, size - 1) + 1
            }
        }
    }
}
