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

    /// Where a byte stands first in a range.
    func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
        let found = skip(from: range.lowerBound, to: range.upperBound) {
            $0 .== byte
        } whileOne: {
            $0 == byte
        }
        return found < range.upperBound ? found : nil
    }
}

/// Space or tab: the white space of RFC 9110, section 5.6.3.
@inline(__always)
func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

/// A decimal digit.
@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

// MARK: - Sixteen at a time

extension HeadBytes {
    /// The first index whose byte is one of those that `stops` marks, or `end`.
    @inline(__always)
    private func skip(
        from start: Int,
        to end: Int,
        stops: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>,
        whileOne stopsAt: (UInt8) -> Bool
    ) -> Int {
        var index = start
        while index &+ 16 <= end {
            let marked = stops(sixteen(at: index)).firstSet
            if marked < 16 { return index &+ marked }
            index &+= 16
        }
        while index < end, !stopsAt(self[index]) { index &+= 1 }
        return index
    }

    /// The first byte that may not stand in a field value: a control character other than tab (RFC 9110, section 5.5).
    @inline(__always)
    func endOfValue(from start: Int, to end: Int) -> Int {
        skip(from: start, to: end) { bytes in
            ((bytes .< 0x20) .& (bytes .!= 9)) .| (bytes .== 0x7F)
        } whileOne: { byte in
            (byte < 0x20 && byte != 9) || byte == 0x7F
        }
    }

    /// The first byte that may not stand in a request target.
    ///
    /// A URI is printable ASCII (RFC 3986, section 2) and a target has no fragment. Bytes from 0x80 on are refused as
    /// well: no user agent sends them unescaped, and systems differ in what they make of them.
    @inline(__always)
    func endOfTarget(from start: Int, to end: Int) -> Int {
        skip(from: start, to: end) { bytes in
            ((bytes &- 0x21) .>= 0x5E) .| (bytes .== 35)
        } whileOne: { byte in
            byte &- 0x21 >= 0x5E || byte == 35
        }
    }

    /// The first byte that may not stand in a token (RFC 9110, section 5.6.2).
    @inline(__always)
    func endOfToken(from start: Int, to end: Int) -> Int {
        var index = start
        while true {
            // Letters, digits and the hyphen are told apart at once; the rarer marks one by one.
            index = skip(from: index, to: end) { bytes in
                (((bytes | 0x20) &- 97) .>= 26) .& ((bytes &- 48) .>= 10) .& (bytes .!= 45)
            } whileOne: { byte in
                !isTokenByte(byte)
            }
            guard index < end, isTokenByte(self[index]) else { return index }
            index &+= 1
        }
    }
}

extension SIMDMask<SIMD16<Int8>> {
    /// The first lane that is set, or 16.
    @inline(__always)
    fileprivate var firstSet: Int {
        // A mask's lanes are all ones or all zeros, so that the lowest set bit of each half tells the lane.
        let halves = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)  // both are 16 bytes
        let low = UInt64(littleEndian: halves[0])
        if low != 0 { return low.trailingZeroBitCount &>> 3 }
        let high = UInt64(littleEndian: halves[1])
        return 8 &+ high.trailingZeroBitCount &>> 3
    }
}
