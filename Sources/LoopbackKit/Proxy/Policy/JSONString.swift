/// Strings of a JSON text in ASCII alone, which may stand in a field value (RFC 8259, section 7).
package enum JSONString {
    /// Adds a text as a string with its quotes.
    package static func append(_ text: String, to json: inout [UInt8]) {
        json.append(UInt8(ascii: "\""))
        for unit in text.utf16 { append(unit, to: &json) }
        json.append(UInt8(ascii: "\""))
    }

    /// Adds bytes as a string with its quotes: each byte is the character of its number, as in the values that scripts
    /// read from a `Headers` object.
    package static func append(characters bytes: some Sequence<UInt8>, to json: inout [UInt8]) {
        json.append(UInt8(ascii: "\""))
        for byte in bytes {
            if byte >= 0x20, byte < 0x7F, byte != 0x22, byte != 0x5C {
                json.append(byte)
            } else {
                append(UInt16(byte), to: &json)
            }
        }
        json.append(UInt8(ascii: "\""))
    }

    private static func append(_ unit: UInt16, to json: inout [UInt8]) {
        switch unit {
        case 0x22, 0x5C:
            json.append(0x5C)
            json.append(UInt8(truncatingIfNeeded: unit))
        case 0x20..<0x7F:
            json.append(UInt8(truncatingIfNeeded: unit))
        default:
            json.append(0x5C)
            json.append(UInt8(ascii: "u"))
            for shift in [UInt16(12), 8, 4, 0] { json.append(digits[Int(unit >> shift & 15)]) }
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
