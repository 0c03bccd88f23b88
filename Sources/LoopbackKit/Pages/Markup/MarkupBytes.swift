/// The bytes that markup is made of.
enum MarkupByte {
    static let lineFeed: UInt8 = 10
    static let exclamationMark: UInt8 = 33
    static let quotationMark: UInt8 = 34
    static let numberSign: UInt8 = 35
    static let ampersand: UInt8 = 38
    static let apostrophe: UInt8 = 39
    static let hyphen: UInt8 = 45
    static let solidus: UInt8 = 47
    static let semicolon: UInt8 = 59
    static let lessThan: UInt8 = 60
    static let equals: UInt8 = 61
    static let greaterThan: UInt8 = 62
    static let questionMark: UInt8 = 63
    static let leftBracket: UInt8 = 91
    static let rightBracket: UInt8 = 93
}

extension UInt8 {
    /// Tab, line feed, form feed, carriage return or space.
    @inline(__always)
    var isMarkupSpace: Bool { self == 32 || self &- 9 < 5 && self != 11 }

    /// An ASCII letter.
    @inline(__always)
    var isASCIILetter: Bool { (self | 0x20) &- 97 < 26 }

    /// An ASCII letter or digit.
    @inline(__always)
    var isASCIIAlphanumeric: Bool { isASCIILetter || self &- 48 < 10 }

    /// What ends a tag's name.
    @inline(__always)
    var endsTagName: Bool { self == MarkupByte.greaterThan || self == MarkupByte.solidus || isMarkupSpace }

    /// An ASCII letter in lower case; any other byte as it is.
    @inline(__always)
    var asciiLowercased: UInt8 { self &- 65 < 26 ? self | 0x20 : self }
}

extension [UInt8] {
    /// Whether a part is a name, whatever the case of its ASCII letters.
    ///
    /// - Parameters:
    ///   - name: the name in lower case.
    ///   - range: the part.
    /// - Returns: whether it is.
    func holdsName(_ name: StaticString, in range: Range<Int>) -> Bool {
        guard name.utf8CodeUnitCount == range.count else { return false }
        return name.withUTF8Buffer { wanted in
            for offset in 0..<wanted.count
            where unsafe self[range.lowerBound &+ offset].asciiLowercased != wanted[offset] {
                return false
            }
            return true
        }
    }
}
