internal import LoopbackKitHTTP

/// The first message of a page that reads an event stream by a WebSocket: `{"lastEventID":"..."}`.
package struct EventStreamStart: Sendable {
    /// The id of the last event that the page saw, in UTF-8; empty for none.
    package let lastEventID: [UInt8]

    /// Reads a message; `nil` when it is none, or names an id that no event can have: one with a line break or NUL (HTML
    /// standard, section 9.2.6), which no field's value may have either.
    package init?(_ text: some Collection<UInt8>) {
        var reader = Reader(text: Array(text))
        guard reader.take("{"), reader.string().map({ $0.elementsEqual("lastEventID".utf8) }) == true,
            reader.take(":"), let id = reader.string(), reader.take("}"), reader.isAtEnd,
            !id.contains(where: { [0, 10, 13].contains($0) })
        else { return nil }
        lastEventID = id
    }
}

/// Reads the few kinds of tokens that the message has (RFC 8259).
private struct Reader {
    let text: [UInt8]
    private var index = 0

    init(text: [UInt8]) { self.text = text }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return index == text.count
        }
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// A string without its escapes, in UTF-8.
    mutating func string() -> [UInt8]? {
        guard take("\"") else { return nil }
        var bytes: [UInt8] = []
        while index < text.count, text[index] >= 0x20 {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return bytes
            case UInt8(ascii: "\\"):
                guard let character = escaped() else { return nil }
                bytes += character.utf8
            default: bytes.append(byte)
            }
        }
        return nil
    }

    /// What stands behind a backslash.
    private mutating func escaped() -> Character? {
        guard index < text.count else { return nil }
        let kind = text[index]
        index += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Character(Unicode.Scalar(kind))
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let unit = codeUnit() else { return nil }
            return character(unit)
        default: return nil
        }
    }

    /// A character beyond U+FFFF is written as two units (RFC 8259, section 7); half of one is U+FFFD, as in every string
    /// of a script that becomes UTF-8.
    private mutating func character(_ unit: UInt32) -> Character {
        let start = index
        if 0xD800..<0xDC00 ~= unit, text[index...].starts(with: "\\u".utf8) {
            index += 2
            if let low = codeUnit(), 0xDC00..<0xE000 ~= low,
                let scalar = Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF))
            {
                return Character(scalar)
            }
            index = start
        }
        return Character(Unicode.Scalar(unit) ?? "\u{FFFD}")
    }

    private mutating func codeUnit() -> UInt32? {
        guard text.count - index >= 4 else { return nil }
        var unit: UInt32 = 0
        for digit in text[index..<(index + 4)] {
            guard let value = PercentEncoding.hexadecimalValue(digit) else { return nil }
            unit = unit << 4 | UInt32(value)
        }
        index += 4
        return unit
    }

    private mutating func skipSpace() {
        while index < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[index]) { index += 1 }
    }
}
