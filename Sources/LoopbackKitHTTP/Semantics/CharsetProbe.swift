/// Finds out how a text is encoded, from its bytes as they come.
///
/// A type without a charset leaves the choice to the page's own declaration, as on any server; a wrong one overrules
/// it. So UTF-8 is said only of bytes that are UTF-8 to the last one, and UTF-16 only after its byte order mark.
package struct CharsetProbe: Sendable {
    private var start: [UInt8] = []
    private var isUTF8 = true
    /// How many bytes of a character are missing, and the bounds of the next one.
    private var missing = 0
    private var bounds: ClosedRange<UInt8> = 0x80...0xBF

    package init() {}

    /// The value for the `charset` parameter, once every byte was read; `nil` when nothing is certain.
    package var charset: String? {
        switch (start.first, start.dropFirst().first) {
        // With two more zeros it is UTF-32, which browsers don't know.
        case (0xFF, 0xFE): start.dropFirst(2).elementsEqual([0, 0]) ? nil : "utf-16le"
        case (0xFE, 0xFF): "utf-16be"
        default: isUTF8 && missing == 0 ? "utf-8" : nil
        }
    }

    /// Looks at the next bytes.
    package mutating func read(_ bytes: Span<UInt8>) {
        var index = 0
        while start.count < 4, index < bytes.count {
            start.append(bytes[index])
            index += 1
        }
        index = 0
        while isUTF8, index < bytes.count {
            let byte = bytes[index]
            index += 1
            if missing > 0 {
                isUTF8 = bounds.contains(byte)
                missing -= 1
                bounds = 0x80...0xBF
            } else if byte < 0x80 {
                // NUL tells of UTF-16 without a mark, ESC of ISO-2022-JP: both look like ASCII otherwise.
                isUTF8 = byte != 0 && byte != 0x1B
            } else {
                begin(byte)
            }
        }
    }

    /// Begins a character of several bytes (Unicode Standard, table 3-7).
    private mutating func begin(_ byte: UInt8) {
        switch byte {
        case 0xC2...0xDF: missing = 1
        case 0xE0: (missing, bounds) = (2, 0xA0...0xBF)
        case 0xED: (missing, bounds) = (2, 0x80...0x9F)
        case 0xE1...0xEF: missing = 2
        case 0xF0: (missing, bounds) = (3, 0x90...0xBF)
        case 0xF1...0xF3: missing = 3
        case 0xF4: (missing, bounds) = (3, 0x80...0x8F)
        default: isUTF8 = false
        }
    }
}
