internal import LoopbackKitHTTP

/// How a text file is encoded: it is rewritten as UTF-8, and goes back to its own encoding after that.
package struct PageEncoding: Sendable {
    private enum Form {
        case utf8
        case utf16(UTF16Text)
        case windows1252
    }

    private let form: Form
    /// The byte order mark, which is not part of the text.
    private let mark: [UInt8]

    /// Finds out how a file is encoded; fails where ASCII bytes may stand for something else.
    ///
    /// HTML standard, section 13.2.3.2; CSS Syntax, section 3.2.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - label: the label that it declares, if any; in lower case.
    package init?(_ bytes: [UInt8], label: [UInt8]?) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            (form, mark) = (.utf8, [0xEF, 0xBB, 0xBF])
        } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            (form, mark) = (.utf16(UTF16Text(isBigEndian: bytes[0] == 0xFE)), Array(bytes[..<2]))
        } else {
            let label = label.map { String(decoding: $0, as: UTF8.self) }
            if let label, Self.shifting.contains(where: label.hasPrefix) { return nil }
            if let label, Self.multibyte.contains(where: label.hasPrefix), bytes.contains(where: { $0 >= 0x80 }) {
                return nil
            }
            // What is UTF-8 is taken for it whatever it declares: of other encodings it is hardly ever a text.
            (form, mark) = (UTF8Validator.accepts(bytes) ? .utf8 : .windows1252, [])
        }
    }

    /// The text in UTF-8, without its mark; `nil` when it is ill-formed.
    package func decode(_ bytes: [UInt8]) -> [UInt8]? {
        switch form {
        case .utf8: mark.isEmpty ? bytes : Array(bytes[mark.count...])
        case .utf16(let encoding): encoding.decode(bytes[mark.count...])
        case .windows1252: Windows1252.decode(bytes)
        }
    }

    /// The file of a text; `nil` when the encoding does not have one of its characters.
    package func encode(_ text: [UInt8]) -> [UInt8]? {
        switch form {
        case .utf8: mark + text
        case .utf16(let encoding): mark + encoding.encode(text)
        case .windows1252: Windows1252.encode(text)
        }
    }

    /// The second byte of a character may be a backslash or a brace.
    private static let multibyte = [
        "shift", "sjis", "x-sjis", "windows-31j", "ms_kanji", "ms932", "csshiftjis", "gb", "x-gbk", "chinese", "csgb",
        "iso-ir-58", "big5", "cn-big5", "csbig5", "x-x-big5",
    ]

    /// Escape sequences switch these to other characters in the range of ASCII, or shift them.
    private static let shifting = ["iso-2022", "csiso2022", "hz-gb"]
}
