/// Why a text is no JSON, and where.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The offset of the first byte that doesn't fit.
    package let offset: Int

    package var description: String { "no JSON at byte \(offset)" }
}

extension JSON {
    /// Reads a text.
    ///
    /// - Throws: `JSONError`.
    package init(text: String) throws(JSONError) {
        var reader = JSONReader(bytes: Array(text.utf8))
        self = try reader.document()
    }
}

/// Reads a value by recursive descent.
private struct JSONReader {
    private static let deepest = 64

    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(JSONError) -> JSON {
        let value = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw JSONError(offset: position) }
        return value
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 32 || byte == 10 || byte == 13 || byte == 9 { position += 1 }
    }

    private mutating func take(_ text: StaticString) -> Bool {
        let wanted = Array("\(text)".utf8)
        guard bytes[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSON {
        skipSpace()
        guard depth < Self.deepest else { throw JSONError(offset: position) }
        if take("null") { return .null }
        if take("true") { return .bool(true) }
        if take("false") { return .bool(false) }
        if take("[") { return .array(try elements(depth)) }
        if take("{") { return .object(try members(depth)) }
        if next == 34 { return .string(try string()) }
        return .number(try number())
    }

    private mutating func elements(_ depth: Int) throws(JSONError) -> [JSON] {
        var elements: [JSON] = []
        skipSpace()
        if take("]") { return elements }
        while true {
            elements.append(try value(depth: depth + 1))
            skipSpace()
            if take("]") { return elements }
            guard take(",") else { throw JSONError(offset: position) }
        }
    }

    private mutating func members(_ depth: Int) throws(JSONError) -> [JSON.Member] {
        var members: [JSON.Member] = []
        skipSpace()
        if take("}") { return members }
        while true {
            skipSpace()
            let name = try string()
            skipSpace()
            guard take(":") else { throw JSONError(offset: position) }
            members.append(JSON.Member(name, try value(depth: depth + 1)))
            skipSpace()
            if take("}") { return members }
            guard take(",") else { throw JSONError(offset: position) }
        }
    }

    private mutating func number() throws(JSONError) -> Double {
        let start = position
        _ = take("-")
        let whole = try digits()
        // A number has no leading zero.
        if whole > 1, bytes[position - whole] == 48 { throw JSONError(offset: position - whole) }
        if take(".") { _ = try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            _ = try digits()
        }
        guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)), number.isFinite else {
            throw JSONError(offset: start)
        }
        return number
    }

    private mutating func digits() throws(JSONError) -> Int {
        let start = position
        while let byte = next, byte >= 48, byte <= 57 { position += 1 }
        guard position > start else { throw JSONError(offset: position) }
        return position - start
    }

    private mutating func string() throws(JSONError) -> String {
        guard take("\"") else { throw JSONError(offset: position) }
        var scalars = String.UnicodeScalarView()
        var start = position
        while let byte = next, byte >= 32 {
            guard byte == 34 || byte == 92 else {
                position += 1
                continue
            }
            scalars.append(contentsOf: String(decoding: bytes[start..<position], as: UTF8.self).unicodeScalars)
            position += 1
            if byte == 34 { return String(scalars) }
            scalars.append(try escape())
            start = position
        }
        throw JSONError(offset: position)
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let start = position
        guard let byte = next else { throw JSONError(offset: position) }
        position += 1
        switch byte {
        case 34, 47, 92: return Unicode.Scalar(byte)
        case 98: return "\u{8}"
        case 102: return "\u{C}"
        case 110: return "\n"
        case 114: return "\r"
        case 116: return "\t"
        case 117:
            let unit = try hexadecimal()
            guard unit & 0xFC00 == 0xD800, take("\\u") else {
                guard let scalar = Unicode.Scalar(unit) else { throw JSONError(offset: start) }
                return scalar
            }
            let low = try hexadecimal()
            guard low & 0xFC00 == 0xDC00,
                let scalar = Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF))
            else { throw JSONError(offset: start) }
            return scalar
        default: throw JSONError(offset: start)
        }
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw JSONError(offset: position)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
