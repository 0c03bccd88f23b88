/// What a request is for: the second word of its request line (RFC 9112, section 3.2).
public struct RequestTarget: Sendable, Hashable, CustomStringConvertible {
    /// The four forms of a target (RFC 9112, section 3.2).
    public enum Form: UInt8, Sendable {
        /// A path and an optional query: `/where?q=now`.
        case origin
        /// A whole URI, as sent to proxies.
        case absolute
        /// `host:port`, in CONNECT only.
        case authority
        /// `*`, in OPTIONS only.
        case asterisk
    }

    package let storage: HeadStorage
    package let start: UInt32
    package let count: UInt32
    /// Where the path begins, from `start`: after scheme and authority in the absolute form.
    package let pathStart: UInt32
    /// Where the path ends, from `start`: at the question mark or at the end.
    package let pathEnd: UInt32
    /// Which form the target has.
    public let form: Form

    package init(storage: HeadStorage, range: Range<Int>, path: Range<Int>, form: Form) {
        self.storage = storage
        self.form = form
        start = UInt32(truncatingIfNeeded: range.lowerBound)
        count = UInt32(truncatingIfNeeded: range.count)
        pathStart = UInt32(truncatingIfNeeded: path.lowerBound - range.lowerBound)
        pathEnd = UInt32(truncatingIfNeeded: path.upperBound - range.lowerBound)
    }

    /// The path as bytes, still percent-encoded.
    public var pathBytes: [UInt8] { Array(storage.bytes[pathRange]) }

    package var range: Range<Int> { Int(start)..<Int(start + count) }
    package var pathRange: Range<Int> { Int(start + pathStart)..<Int(start + pathEnd) }

    /// The target as it stood in the request line.
    public var rawValue: String { storage.string(range) }

    /// The path, still percent-encoded; empty in the authority and asterisk forms.
    public var path: String { storage.string(pathRange) }

    /// The path from its byte `start` on, still percent-encoded; empty when it is shorter.
    func path(from start: Int) -> String {
        let range = pathRange
        return storage.string(min(range.lowerBound + start, range.upperBound)..<range.upperBound)
    }

    /// The query without its question mark, still percent-encoded; `nil` without a question mark.
    public var query: String? {
        pathEnd < count ? storage.string(Int(start + pathEnd) + 1..<Int(start + count)) : nil
    }

    /// Gives the path's bytes, still percent-encoded, without making a string.
    public func withPathBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = storage.bytes
        return try body(bytes.span.extracting(pathRange))
    }

    /// The target as it stood in the request line.
    public var description: String { rawValue }

    /// Compares byte by byte.
    public static func == (left: Self, right: Self) -> Bool {
        left.storage.bytes[left.range] == right.storage.bytes[right.range]
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(storage.bytes[range]) }
}

extension RequestTarget {
    /// Makes a target in origin form: a path that begins with `/` and an optional query.
    ///
    /// `nil` when the text is anything else, or holds what is not printable ASCII, a space or `#`.
    public init?(_ origin: String) {
        let bytes = Array(origin.utf8)
        guard bytes.first == 47, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 35 }) else { return nil }
        let storage = HeadStorage()
        storage.bytes = bytes
        storage.isWireForm = false
        let pathEnd = bytes.firstIndex(of: 63) ?? bytes.count
        self.init(storage: storage, range: 0..<bytes.count, path: 0..<pathEnd, form: .origin)
    }
}
