/// What each byte may be part of, in one table.
struct JavaScriptByteClasses: Sendable {
    static let shared = JavaScriptByteClasses()

    private static let name: UInt8 = 1
    private static let digit: UInt8 = 2
    private static let space: UInt8 = 4
    private static let endsPlainText: UInt8 = 8
    private static let single: UInt8 = 16

    private let table: [UInt8]

    private init() {
        table = (0...255).map { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): Self.name | Self.digit
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): Self.name
            case UInt8(ascii: "$"), UInt8(ascii: "_"): Self.name
            case 0x09, 0x0B, 0x0C, 0x20: Self.space
            case 0x0A, 0x0D: Self.space | Self.endsPlainText
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "`"): Self.endsPlainText
            case UInt8(ascii: "*"), 0xE2: Self.endsPlainText
            case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"):
                Self.single
            case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "~"), UInt8(ascii: "@"):
                Self.single
            default: 0
            }
        }
    }

    /// ASCII letters, digits, `$` and `_`.
    func isName(_ byte: UInt8) -> Bool { table[Int(byte)] & Self.name != 0 }
    func isDigit(_ byte: UInt8) -> Bool { table[Int(byte)] & Self.digit != 0 }
    /// White space and line breaks in ASCII.
    func isSpace(_ byte: UInt8) -> Bool { table[Int(byte)] & Self.space != 0 }
    /// What may end a string or comment, or needs a look in it.
    func endsPlainText(_ byte: UInt8) -> Bool { table[Int(byte)] & Self.endsPlainText != 0 }

    /// Punctuators that are one wherever they stand, with nothing behind them.
    func isSingle(_ byte: UInt8) -> Bool { table[Int(byte)] & Self.single != 0 }

    static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
