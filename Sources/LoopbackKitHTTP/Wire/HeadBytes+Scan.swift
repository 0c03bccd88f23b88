/// Searches that look at sixteen bytes at a time.
extension HeadBytes {
    /// The first index from `start` on whose byte is marked, or `end`.
    ///
    /// - Parameters:
    ///   - start: where to begin.
    ///   - end: where to stop at the latest; bytes behind it may be loaded with the others, but don't count.
    ///   - marks: the marked ones of sixteen bytes.
    /// - Returns: the index.
    @inline(__always)
    private func firstMarked(
        from start: Int,
        to end: Int,
        _ marks: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
    ) -> Int {
        var index = start
        while index < end, let bytes = sixteen(at: index) {
            let lanes = MarkedLanes(marks(bytes))
            if !lanes.isEmpty { return min(index &+ lanes.first, end) }
            index &+= 16
        }
        return index < end ? min(firstMarkedAtEnd(from: index, marks), end) : end
    }

    /// The same among the last bytes, of which there are fewer than sixteen.
    @inline(__always)
    private func firstMarkedAtEnd(from start: Int, _ marks: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>) -> Int {
        guard start < count else { return count }
        // Loaded once more with those before them, which are left out then.
        let base = max(0, count &- 16)
        var lanes = MarkedLanes(marks(sixteen(at: base) ?? padded))
        lanes.clear(first: start &- base)
        return lanes.isEmpty ? count : min(base &+ lanes.first, count)
    }

    /// All of the bytes, and zeros behind them.
    @inline(never)
    private var padded: SIMD16<UInt8> {
        var bytes = SIMD16<UInt8>()
        for index in 0..<min(count, 16) { bytes[index] = self[index] }
        return bytes
    }

    /// Where a byte stands first in a range.
    func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
        let wanted = SIMD16(repeating: byte)
        let found = firstMarked(from: range.lowerBound, to: range.upperBound) { $0 .== wanted }
        return found < range.upperBound ? found : nil
    }

    /// The first byte that may not stand in a field value: a control character other than tab (RFC 9110, section 5.5).
    @inline(__always)
    func endOfValue(from start: Int, to end: Int) -> Int {
        var index = start
        while index < end, let bytes = sixteen(at: index) {
            // One comparison with sign finds control characters, and bytes from 0x80 on, which are sorted out below.
            let signed = unsafe unsafeBitCast(bytes, to: SIMD16<Int8>.self)  // the same 16 bytes
            let suspects = MarkedLanes((signed .< Lanes.signedSpace) .| (bytes .== Lanes.delete))
            if !suspects.isEmpty {
                let first = index &+ suspects.first
                if self[first] == 13 { return min(first, end) }
                let lanes = MarkedLanes(Self.endsValue(bytes))
                if !lanes.isEmpty { return min(index &+ lanes.first, end) }
            }
            index &+= 16
        }
        return index < end ? min(endOfValueAtEnd(from: index), end) : end
    }

    @inline(never)
    private func endOfValueAtEnd(from start: Int) -> Int { firstMarkedAtEnd(from: start, Self.endsValue) }

    @inline(__always)
    private static func endsValue(_ bytes: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
        ((bytes .< Lanes.space) .& (bytes .!= Lanes.tab)) .| (bytes .== Lanes.delete)
    }

    /// The first byte that may not stand in a request target.
    ///
    /// A URI is printable ASCII (RFC 3986, section 2) and a target has no fragment. Bytes from 0x80 on are refused as
    /// well: no user agent sends them unescaped, and systems differ in what they make of them.
    @inline(__always)
    func endOfTarget(from start: Int, to end: Int) -> Int {
        firstMarked(from: start, to: end) { bytes in
            ((bytes &- Lanes.exclamationMark) .>= Lanes.printableCount) .| (bytes .== Lanes.numberSign)
        }
    }

    /// The first byte that may not stand in a token (RFC 9110, section 5.6.2).
    @inline(__always)
    func endOfToken(from start: Int, to end: Int) -> Int {
        var index = start
        while true {
            // Letters, digits and the hyphen are told apart at once; the rarer marks one by one.
            index = firstMarked(from: index, to: end) { bytes in
                let isNoLetter = ((bytes | Lanes.space) &- Lanes.letterA) .>= Lanes.letterCount
                let isNoDigit = (bytes &- Lanes.digitZero) .>= Lanes.digitCount
                return isNoLetter .& isNoDigit .& (bytes .!= Lanes.hyphen)
            }
            guard index < end, self[index] != 58, isTokenByte(self[index]) else { return index }
            index &+= 1
        }
    }

    /// The first byte that is no letter, digit, hyphen or point.
    @inline(__always)
    func endOfName(from start: Int, to end: Int) -> Int {
        firstMarked(from: start, to: end) { bytes in
            let isNoLetter = ((bytes | Lanes.space) &- Lanes.letterA) .>= Lanes.letterCount
            let isNoDigit = (bytes &- Lanes.digitZero) .>= Lanes.digitCount
            return isNoLetter .& isNoDigit .& (bytes .!= Lanes.hyphen) .& (bytes .!= Lanes.point)
        }
    }
}

/// Bytes in each of sixteen lanes.
///
/// Both sides of an operator are whole vectors: with a single byte on one side it is compiled to a loop over the lanes.
private enum Lanes {
    @inline(__always) static var space: SIMD16<UInt8> { SIMD16(repeating: 0x20) }
    @inline(__always) static var signedSpace: SIMD16<Int8> { SIMD16(repeating: 0x20) }
    @inline(__always) static var tab: SIMD16<UInt8> { SIMD16(repeating: 9) }
    @inline(__always) static var delete: SIMD16<UInt8> { SIMD16(repeating: 0x7F) }
    @inline(__always) static var exclamationMark: SIMD16<UInt8> { SIMD16(repeating: 0x21) }
    @inline(__always) static var printableCount: SIMD16<UInt8> { SIMD16(repeating: 0x5E) }
    @inline(__always) static var numberSign: SIMD16<UInt8> { SIMD16(repeating: 35) }
    @inline(__always) static var letterA: SIMD16<UInt8> { SIMD16(repeating: 97) }
    @inline(__always) static var letterCount: SIMD16<UInt8> { SIMD16(repeating: 26) }
    @inline(__always) static var digitZero: SIMD16<UInt8> { SIMD16(repeating: 48) }
    @inline(__always) static var digitCount: SIMD16<UInt8> { SIMD16(repeating: 10) }
    @inline(__always) static var hyphen: SIMD16<UInt8> { SIMD16(repeating: 45) }
    @inline(__always) static var point: SIMD16<UInt8> { SIMD16(repeating: 46) }
}

/// Which of sixteen lanes are marked.
private struct MarkedLanes {
    // A mask's lanes are all ones or all zeros, so that the lowest set bit of each half tells the lane.
    private var low: UInt64
    private var high: UInt64

    @inline(__always)
    init(_ mask: SIMDMask<SIMD16<Int8>>) {
        let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)  // both are 16 bytes
        low = UInt64(littleEndian: halves[0])
        high = UInt64(littleEndian: halves[1])
    }

    @inline(__always)
    var isEmpty: Bool { low | high == 0 }

    /// The first marked lane; there is one.
    @inline(__always)
    var first: Int {
        low != 0 ? low.trailingZeroBitCount &>> 3 : 8 &+ high.trailingZeroBitCount &>> 3
    }

    /// Takes the marks of the first lanes away, at most sixteen.
    @inline(__always)
    mutating func clear(first count: Int) {
        // A shift by 64 and more leaves nothing.
        low &= ~0 << (8 * count)
        if count > 8 { high &= ~0 << (8 * (count - 8)) }
    }
}
