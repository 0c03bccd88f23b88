extension CSSTokenizer {
    /// Whether a number begins at a place (section 4.3.10).
    func startsNumber(at place: Int) -> Bool {
        var place = place
        let first = byte(at: place)
        if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { place += 1 }
        if byte(at: place) == UInt8(ascii: ".") { place += 1 }
        return classes.isDigit(byte(at: place))
    }

    /// A number, with its unit or percent sign (section 4.3.3).
    mutating func number() -> CSSToken {
        let start = index
        let isInteger = skipNumber()
        let number = start..<index
        if startsIdentifier(at: index) {
            skipName()
            return CSSToken(.dimension(isInteger: isInteger), start..<index, value: number.upperBound..<index)
        }
        guard byte(at: index) == UInt8(ascii: "%") else { return CSSToken(.number(isInteger: isInteger), number) }
        index += 1
        return CSSToken(.percentage(isInteger: isInteger), start..<index, value: number)
    }

    /// Goes behind a number, and says whether it is written as an integer (section 4.3.12).
    private mutating func skipNumber() -> Bool {
        var isInteger = true
        if bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
        skipDigits()
        if byte(at: index) == UInt8(ascii: "."), classes.isDigit(byte(at: index + 1)) {
            isInteger = false
            index += 1
            skipDigits()
        }
        if byte(at: index) | 0x20 == UInt8(ascii: "e") {
            let sign = byte(at: index + 1)
            let digits = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") ? index + 2 : index + 1
            if classes.isDigit(byte(at: digits)) {
                isInteger = false
                index = digits
                skipDigits()
            }
        }
        return isInteger
    }

    private mutating func skipDigits() {
        while index < end, classes.isDigit(bytes[index]) { index += 1 }
    }
}
