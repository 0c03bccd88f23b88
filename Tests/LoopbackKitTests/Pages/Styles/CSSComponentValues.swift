import LoopbackKit

/// Component values of tokens, in the form that the css-parsing-tests expect (css-syntax-3, section 5.4.6).
struct CSSComponentValues {
    private let bytes: [UInt8]
    private var tokens: [CSSToken] = []
    private var index = 0

    static func parse(_ text: String) -> [JSONValue] {
        var parser = CSSComponentValues(Array(text.utf8))
        return parser.list(until: nil)
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var tokenizer = CSSTokenizer(bytes)
        while let token = tokenizer.next() { if token.kind != .comment { tokens.append(token) } }
    }

    private mutating func list(until end: UInt8?) -> [JSONValue] {
        var values: [JSONValue] = []
        while index < tokens.count {
            let token = tokens[index]
            index += 1
            if let end, token.kind == .closing(end) { break }
            values += self.values(of: token)
        }
        return values
    }

    private mutating func values(of token: CSSToken) -> [JSONValue] {
        switch token.kind {
        case .function: return [.array(["function", text(token)] + list(until: UInt8(ascii: ")")))]
        case .opening(let byte): return [block(byte)]
        case .closing: return [["error", text(token)]]
        case .string, .url: return address(token)
        case .badString: return [["error", "bad-string"]]
        case .badURL: return [["error", "bad-url"]]
        case .ident: return [["ident", text(token)]]
        case .atKeyword: return [["at-keyword", text(token)]]
        case .hash(let isIdentifier): return [["hash", text(token), isIdentifier ? "id" : "unrestricted"]]
        case .whitespace: return [" "]
        case .number(let isInteger): return [number("number", token.range, isInteger)]
        case .percentage(let isInteger): return [number("percentage", token.valueRange, isInteger)]
        case .dimension(let isInteger):
            let range = token.range.lowerBound..<token.valueRange.lowerBound
            return [.array(number("dimension", range, isInteger).array + [text(token)])]
        case .delim, .cdo, .cdc, .colon, .semicolon, .comma, .comment: return [raw(token.range)]
        }
    }

    private mutating func block(_ opening: UInt8) -> JSONValue {
        switch opening {
        case UInt8(ascii: "("): .array(["()"] + list(until: UInt8(ascii: ")")))
        case UInt8(ascii: "["): .array(["[]"] + list(until: UInt8(ascii: "]")))
        default: .array(["{}"] + list(until: UInt8(ascii: "}")))
        }
    }

    /// A string or address; what the input's end closes is an error as well.
    private func address(_ token: CSSToken) -> [JSONValue] {
        let name = token.kind == .string ? "string" : "url"
        let value: JSONValue = [.string(name), text(token)]
        let isClosed = [")", "\"", "'"].contains(raw(token.range.upperBound - 1..<token.range.upperBound))
        let hasEnd = isClosed && token.range.upperBound > token.valueRange.upperBound
        return hasEnd ? [value] : [value, ["error", .string("eof-in-\(name)")]]
    }

    private func number(_ name: JSONValue, _ range: Range<Int>, _ isInteger: Bool) -> JSONValue {
        let digits = String(decoding: bytes[range], as: UTF8.self)
        // Swift reads no number that begins with a plus sign and a point.
        let value = Double(digits.replacing("+.", with: ".")) ?? .nan
        return [name, .string(digits), .number(value), isInteger ? "integer" : "number"]
    }

    private func text(_ token: CSSToken) -> JSONValue {
        let text = CSSValue.decode(bytes, token.valueRange, isString: token.kind == .string)
        return .string(String(decoding: text.bytes, as: UTF8.self))
    }

    private func raw(_ range: Range<Int>) -> JSONValue { .string(String(decoding: bytes[range], as: UTF8.self)) }
}
