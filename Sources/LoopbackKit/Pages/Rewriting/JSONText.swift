internal import LoopbackKitHTTP

/// A JSON text with the place of each string in it, as an import map is edited (RFC 8259).
indirect enum JSONText {
    /// An object's members in their order; `start` is the place behind its brace.
    case object([(name: SourceText, value: JSONText)], start: Int)
    /// A string without its quotes.
    case string(SourceText)
    /// Anything else.
    case other

    /// Parses a text; `nil` when it is not JSON.
    init?(_ text: [UInt8]) {
        var parser = JSONParser(text: text)
        guard let value = parser.value(depth: 0), parser.isAtEnd else { return nil }
        self = value
    }

    /// The member of that name; the last one counts.
    subscript(name: String) -> JSONText? {
        guard case .object(let members, _) = self else { return nil }
        return members.last { $0.name.bytes.elementsEqual(name.utf8) }?.value
    }

    /// An object's members; none of anything else.
    var members: [(name: SourceText, value: JSONText)] {
        if case .object(let members, _) = self { members } else { [] }
    }
}

private struct JSONParser {
    let text: [UInt8]
    var index = 0

    /// Import maps have three levels.
    private static let deepest = 16

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return index == text.count
        }
    }

    mutating func value(depth: Int) -> JSONText? {
        skipSpace()
        guard index < text.count, depth < Self.deepest else { return nil }
        switch text[index] {
        case 123: return object(depth: depth)
        case 91: return array(depth: depth)
        case 34: return string().map { .string($0) }
        default: return word()
        }
    }

    private mutating func object(depth: Int) -> JSONText? {
        index += 1
        let start = index
        var members: [(name: SourceText, value: JSONText)] = []
        if take(125) { return .object([], start: start) }
        repeat {
            skipSpace()
            guard let name = string(), take(58), let value = value(depth: depth + 1) else { return nil }
            members.append((name, value))
        } while take(44)
        return take(125) ? .object(members, start: start) : nil
    }

    private mutating func array(depth: Int) -> JSONText? {
        index += 1
        if take(93) { return .other }
        repeat {
            guard value(depth: depth + 1) != nil else { return nil }
        } while take(44)
        return take(93) ? .other : nil
    }

    /// A number, `true`, `false` or `null`, which nobody looks into.
    private mutating func word() -> JSONText? {
        let start = index
        while index < text.count,
            lowercase(text[index]) &- 97 < 26 || [43, 45, 46].contains(text[index])
                || text[index] &- 48 < 10
        { index += 1 }
        return index > start ? .other : nil
    }

    private mutating func string() -> SourceText? {
        guard index < text.count, text[index] == 34 else { return nil }
        index += 1
        var (bytes, places): ([UInt8], [Int]) = ([], [])
        while index < text.count, text[index] != 34 {
            guard text[index] >= 32 else { return nil }
            let start = index
            guard let decoded = text[index] == 92 ? escape() : [text[index]] else { return nil }
            if decoded.count == 1, text[start] != 92 { index += 1 }
            bytes += decoded
            places += repeatElement(start, count: decoded.count)
        }
        guard index < text.count else { return nil }
        index += 1
        return SourceText(bytes: bytes, places: places + [index - 1])
    }

    private mutating func escape() -> [UInt8]? {
        guard index + 1 < text.count else { return nil }
        let character = text[index + 1]
        index += 2
        switch character {
        case 34, 92, 47: return [character]
        case 98: return [8]
        case 102: return [12]
        case 110: return [10]
        case 114: return [13]
        case 116: return [9]
        case 117:
            guard let unit = codeUnit() else { return nil }
            return scalar(unit)
        default: return nil
        }
    }

    /// A character beyond U+FFFF is written as two units (RFC 8259, section 7); half of one is U+FFFD.
    private mutating func scalar(_ unit: UInt32) -> [UInt8]? {
        var value = unit
        if (0xD800..<0xDC00).contains(unit), text[index...].starts(with: [92, 117]) {
            let start = index
            index += 2
            guard let low = codeUnit() else { return nil }
            if (0xDC00..<0xE000).contains(low) {
                value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            } else {
                index = start
            }
        }
        return Array(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
    }

    private mutating func codeUnit() -> UInt32? {
        guard index + 4 <= text.count else { return nil }
        var unit: UInt32 = 0
        for digit in text[index..<index + 4] {
            guard let value = PercentEncoding.hexadecimalValue(digit) else { return nil }
            unit = unit << 4 | UInt32(value)
        }
        index += 4
        return unit
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard index < text.count, text[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while index < text.count, [32, 9, 10, 13].contains(text[index]) { index += 1 }
    }
}
