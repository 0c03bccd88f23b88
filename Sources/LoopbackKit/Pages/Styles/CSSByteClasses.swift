/// What each byte may be part of, in one table.
///
/// Bytes from 0x80 on are part of names: the standard's drafts name the code points that are not, engines don't yet. So
/// is NUL, which stands for U+FFFD.
package struct CSSByteClasses: Sendable {
    package static let shared = CSSByteClasses()

    private static let nameStart: UInt8 = 1
    private static let name: UInt8 = 2
    private static let digit: UInt8 = 4
    private static let whitespace: UInt8 = 8
    private static let plainURL: UInt8 = 16
    private static let hexDigit: UInt8 = 32

    private let table: [UInt8]

    private init() {
        table = (0...255).map { (byte: UInt8) in
            var classes: UInt8 = 0
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): classes = Self.name | Self.digit | Self.hexDigit
            case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                classes = Self.name | Self.nameStart | Self.hexDigit
            case UInt8(ascii: "g")...UInt8(ascii: "z"), UInt8(ascii: "G")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0,
                0x80...0xFF:
                classes = Self.name | Self.nameStart
            case UInt8(ascii: "-"): classes = Self.name
            case 0x09, 0x0A, 0x0C, 0x0D, 0x20: classes = Self.whitespace
            default: break
            }
            let endsURL: Bool =
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"):
                    true
                case 0x01...0x20, 0x7F: true
                default: false
                }
            return endsURL ? classes : classes | Self.plainURL
        }
    }

    /// Whether a name may begin with it.
    package func startsName(_ byte: UInt8) -> Bool { table[Int(byte)] & Self.nameStart != 0 }
    /// Whether a name may hold it.
    package func isName(_ byte: UInt8) -> Bool { table[Int(byte)] & Self.name != 0 }
    package func isDigit(_ byte: UInt8) -> Bool { table[Int(byte)] & Self.digit != 0 }
    package func isHexDigit(_ byte: UInt8) -> Bool { table[Int(byte)] & Self.hexDigit != 0 }
    package func isWhitespace(_ byte: UInt8) -> Bool { table[Int(byte)] & Self.whitespace != 0 }
    /// Whether an unquoted address may hold it as it is.
    package func isPlainURL(_ byte: UInt8) -> Bool { table[Int(byte)] & Self.plainURL != 0 }

    /// CR, LF and FF, which all are line breaks.
    package static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x0C }
}
