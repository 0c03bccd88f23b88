/// The received bytes of a head, read sixteen at a time.
///
/// It borrows a span's memory and never leaves the closure that lent it (`Span.withHeadBytes`); each access is checked
/// against the length.
@safe
struct HeadBytes {
    private let base: UnsafeRawPointer
    let count: Int

    fileprivate init(base: UnsafeRawPointer, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    @inline(__always)
    subscript(index: Int) -> UInt8 {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
        return unsafe base.load(fromByteOffset: index, as: UInt8.self)  // within the length by the line above
    }

    /// Sixteen bytes from an index on.
    @inline(__always)
    func sixteen(at index: Int) -> SIMD16<UInt8> {
        precondition(index >= 0 && index &+ 16 <= count)
        return unsafe base.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)  // within by the line above
    }

    /// Eight bytes from an index on, the first one lowest.
    @inline(__always)
    func eight(at index: Int) -> UInt64 {
        precondition(index >= 0 && index &+ 8 <= count)
        // Within the length by the line above.
        return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// The first `count` bytes added to an array in one copy.
    func copyPrefix(_ count: Int, to bytes: inout [UInt8]) {
        precondition(count <= self.count)
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: base, count: count))  // within by the line above
    }

    func string(_ range: Range<Int>) -> String {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        let bytes = unsafe UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
        return unsafe String(decoding: bytes, as: UTF8.self)  // within the length by the check above
    }
}

extension Span<UInt8> {
    /// Lends the bytes to a parser for the length of a call.
    @inline(__always)
    func withHeadBytes<Result, Failure: Error>(
        _ body: (HeadBytes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws(Failure) -> Result in
            guard let base = bytes.baseAddress else { return try body(.empty) }
            return try unsafe body(HeadBytes(base: base, count: bytes.count))  // the buffer's own bounds
        }
    }
}

extension HeadBytes {
    /// No bytes; the pointer is to static memory and is never read.
    fileprivate static var empty: HeadBytes {
        let nothing: StaticString = ""
        return unsafe HeadBytes(base: UnsafeRawPointer(nothing.utf8Start), count: 0)  // lives for ever
    }

    /// Whether the bytes of a range are these, which are given in lower case, in any case.
    @inline(__always)
    func matches(_ range: Range<Int>, _ lowercased: StaticString) -> Bool {
        guard range.count == lowercased.utf8CodeUnitCount else { return false }
        let wanted = unsafe lowercased.utf8Start  // static storage as long as the range
        // Most names differ in their first byte.
        for offset in 0..<range.count {
            guard unsafe lowercase(self[range.lowerBound &+ offset]) == wanted[offset] else { return false }
        }
        return true
    }

    /// The range without spaces and tabs at both ends.
    @inline(__always)
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, isBlank(self[lower]) { lower &+= 1 }
        while lower < upper, isBlank(self[upper &- 1]) { upper &-= 1 }
        return lower..<upper
    }
}

/// Space or tab: the white space of RFC 9110, section 5.6.3.
@inline(__always)
func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

/// A decimal digit.
@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
