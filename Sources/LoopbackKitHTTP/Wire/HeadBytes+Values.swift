extension HeadBytes {
    /// The elements of a list without the white space around them; empty ones are left out (RFC 9110, section 5.6.1).
    func forEachElement(of value: Range<Int>, _ body: (Range<Int>) -> Void) {
        var start = value.lowerBound
        while start < value.upperBound {
            let end = first(44, in: start..<value.upperBound) ?? value.upperBound
            let element = trimmed(start..<end)
            if !element.isEmpty { body(element) }
            start = end &+ 1
        }
    }

    /// A number of decimal digits alone, or `nil` when there is none, another byte, or too large a number.
    func decimal(_ range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        guard range.count > 8 else { return shortDecimal(range) }
        var number = 0
        for index in range {
            guard isDigit(self[index]) else { return nil }
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, sumIsTooLarge) = product.addingReportingOverflow(Int(self[index] &- 48))
            guard !isTooLarge, !sumIsTooLarge else { return nil }
            number = sum
        }
        return number
    }

    /// The same for one to eight digits, all at once.
    @inline(__always)
    private func shortDecimal(_ range: Range<Int>) -> Int? {
        // The last digit highest, and zeros as digits before the first one.
        let zeros: UInt64 = 0x3030_3030_3030_3030
        let word =
            word(range) << UInt64(64 - 8 * range.count) | (range.count < 8 ? zeros >> UInt64(8 * range.count) : 0)
        // A digit's high half is 3, and stays 3 when 6 is added.
        let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        guard word & high == zeros, (word &+ 0x0606_0606_0606_0606) & high == zeros else { return nil }
        // Neighbours are joined: digits to pairs, pairs to fours, fours to the number.
        let pairs = ((word & ~high) &* 2561) >> 8 & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
        return Int((fours &* 42_949_672_960_001) >> 32)
    }
}
