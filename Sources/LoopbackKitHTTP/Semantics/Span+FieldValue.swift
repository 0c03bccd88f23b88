// Reading a field's value byte by byte. Every step checks that the byte is there.

extension Span<UInt8> {
    /// Whether the text stands at that place.
    func holds(_ text: StaticString, at start: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard start >= 0, self.count - start >= count else { return false }
        return text.withUTF8Buffer { wanted in
            for offset in 0..<count where unsafe wanted[offset] != self[start + offset] { return false }
            return true
        }
    }

    /// Whether the lower-case text stands at that place, in any case.
    func holdsIgnoringCase(_ text: StaticString, at start: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard start >= 0, self.count - start >= count else { return false }
        return text.withUTF8Buffer { wanted in
            for offset in 0..<count where unsafe wanted[offset] != lowercase(self[start + offset]) { return false }
            return true
        }
    }

    /// Reads decimal digits up to the end, and moves behind them; a number beyond `Int` becomes the greatest one.
    ///
    /// `nil` without a digit.
    func saturatingDecimal(_ index: inout Int, _ end: Int) -> Int? {
        let start = index
        var number = 0
        while index < end, self[index] &- 48 < 10 {
            let (tenfold, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflowOfSum) = tenfold.addingReportingOverflow(Int(self[index] &- 48))
            number = overflow || overflowOfSum ? .max : sum
            index += 1
        }
        return index > start ? number : nil
    }

    /// The range without spaces and tabs at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start] == 32 || self[start] == 9 { start += 1 }
        while end > start, self[end - 1] == 32 || self[end - 1] == 9 { end -= 1 }
        return start..<end
    }
}
