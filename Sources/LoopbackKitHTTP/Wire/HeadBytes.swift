/// The received bytes of a head, read sixteen at a time.
///
/// It borrows a span's memory and never leaves the closure that lent it (`Span.withHeadBytes`); each access is checked
/// against the length.
@safe
struct HeadBytes {
    private let base: UnsafeRawPointer
    let count: Int
    /// How many places sixteen bytes can be loaded from.
    private let blockCount: UInt

    fileprivate init(base: UnsafeRawPointer, count: Int) {
        unsafe self.base = base
        self.count = count
        blockCount = UInt(max(0, count - 15))
    }

    @inline(__always)
    subscript(index: Int) -> UInt8 {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
        return unsafe base.load(fromByteOffset: index, as: UInt8.self)  // within the length by the line above
    }

    /// Sixteen bytes from an index on, or `nil` when there are fewer.
    @inline(__always)
    func sixteen(at index: Int) -> SIMD16<UInt8>? {
        guard UInt(bitPattern: index) < blockCount else { return nil }
        return unsafe base.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)  // within by the line above
    }

    /// Whether a line ends at an index, before `end`.
    @inline(__always)
    func hasLineEnd(at index: Int, upTo end: Int) -> Bool {
        guard index < end &- 1, index >= 0, end <= count else { return false }
        // Within the length by the line above.
        return unsafe UInt16(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt16.self)) == 0x0A0D
    }

    /// Eight bytes from an index on, the first one lowest.
    @inline(__always)
    func eight(at index: Int) -> UInt64 {
        precondition(index >= 0 && index <= count - 8)
        // Within the length by the line above.
        return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// The first bytes of a range as a word, the first one lowest, and zeros for those that the range lacks.
    @inline(__always)
    func word(_ range: Range<Int>) -> UInt64 {
        let start = range.lowerBound
        guard start <= count &- 8 else { return shortWord(range) }
        let all = eight(at: start)
        return range.count >= 8 ? all : all & ~(~0 << UInt64(truncatingIfNeeded: 8 &* range.count))
    }

    /// The same where fewer than eight bytes are left of the input.
    @inline(never)
    private func shortWord(_ range: Range<Int>) -> UInt64 {
        var word: UInt64 = 0
        for index in range.prefix(8).reversed() { word = word &<< 8 | UInt64(self[index]) }
        return word
    }

    /// Replaces the content of an array by the first `count` bytes, in one copy.
    @inline(__always)
    func copyPrefix(_ count: Int, to bytes: inout [UInt8]) {
        precondition(count <= self.count)
        let prefix = unsafe UnsafeRawBufferPointer(start: base, count: count)  // within by the line above
        if bytes.count == count {
            unsafe bytes.withUnsafeMutableBytes { unsafe $0.copyMemory(from: prefix) }  // of the same size
        } else {
            bytes.removeAll(keepingCapacity: true)
            unsafe bytes.append(contentsOf: prefix)  // copied within the call
        }
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
    ///
    /// - Parameters:
    ///   - range: no control character stands in it, or is asked for.
    ///   - lowercased: letters, digits and hyphens.
    /// - Returns: whether they are.
    @inline(__always)
    func matches(_ range: Range<Int>, _ lowercased: StaticString) -> Bool {
        guard range.count == lowercased.utf8CodeUnitCount else { return false }
        let wanted = unsafe UnsafeRawPointer(lowercased.utf8Start)  // static storage as long as the range
        // The bit that tells the cases of a letter apart is set in digits and the hyphen anyway.
        let lowerCase: UInt64 = 0x2020_2020_2020_2020
        var offset = 0
        while offset &+ 8 <= range.count {
            let word = unsafe UInt64(littleEndian: wanted.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            guard eight(at: range.lowerBound &+ offset) | lowerCase == word else { return false }
            offset &+= 8
        }
        while offset < range.count {
            let byte = unsafe wanted.load(fromByteOffset: offset, as: UInt8.self)
            guard self[range.lowerBound &+ offset] | 0x20 == byte else { return false }
            offset &+= 1
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
