extension HeadBytes {
    /// The first index from `start` on whose byte is marked, or `end`.
    ///
    /// - Parameters:
    ///   - start: where to begin.
    ///   - end: where to stop at the latest.
    ///   - marks: the marked ones of sixteen bytes.
    ///   - isMarked: the same for one byte, near the end of the input.
    /// - Returns: the index.
    @inline(__always)
    private func firstMarked(
        from start: Int,
        to end: Int,
        _ marks: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>,
        one isMarked: (UInt8) -> Bool
    ) -> Int {
        var index = start
        // Bytes behind `end` may be loaded with the others, but don't count.
        while index < end, index &+ 16 <= count {
            let lane = marks(sixteen(at: index)).firstSet
            if lane < 16 { return min(index &+ lane, end) }
            index &+= 16
        }
        while index < end, !isMarked(self[index]) { index &+= 1 }
        return min(index, end)
    }

    /// Where a byte stands first in a range.
    func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
        let wanted = SIMD16(repeating: byte)
        let found = firstMarked(from: range.lowerBound, to: range.upperBound) { bytes in
            bytes .== wanted
        } one: {
            $0 == byte
        }
        return found < range.upperBound ? found : nil
    }

    /// The first byte that may not stand in a field value: a control character other than tab (RFC 9110, section 5.5).
    @inline(__always)
    func endOfValue(from start: Int, to end: Int) -> Int {
        firstMarked(from: start, to: end) { bytes in
            ((bytes .< Lanes.space) .& (bytes .!= Lanes.tab)) .| (bytes .== Lanes.delete)
        } one: { byte in
            (byte < 0x20 && byte != 9) || byte == 0x7F
        }
    }

    /// The first byte that may not stand in a request target.
    ///
    /// A URI is printable ASCII (RFC 3986, section 2) and a target has no fragment. Bytes from 0x80 on are refused as
    /// well: no user agent sends them unescaped, and systems differ in what they make of them.
    @inline(__always)
    func endOfTarget(from start: Int, to end: Int) -> Int {
        firstMarked(from: start, to: end) { bytes in
            ((bytes &- Lanes.exclamationMark) .>= Lanes.printableCount) .| (bytes .== Lanes.numberSign)
        } one: { byte in
            byte &- 0x21 >= 0x5E || byte == 35
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
            } one: { byte in
                !isTokenByte(byte)
            }
            guard index < end, self[index] != 58, isTokenByte(self[index]) else { return index }
            index &+= 1
        }
    }
}

/// Bytes in each of sixteen lanes.
///
/// Both sides of an operator are whole vectors: with a single byte on one side it is compiled to a loop over the lanes.
private enum Lanes {
    @inline(__always) static var space: SIMD16<UInt8> { SIMD16(repeating: 0x20) }
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
