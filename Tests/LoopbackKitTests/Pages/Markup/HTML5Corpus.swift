import Foundation

/// A file of html5lib-tests: what a tokeniser is given, and the tokens that it has to find.
struct HTML5Corpus: Decodable {
    let rows: [Row]

    private enum CodingKeys: String, CodingKey { case tests, xmlViolationTests }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        rows =
            try container.decodeIfPresent([Row].self, forKey: .tests)
            ?? container.decode([Row].self, forKey: .xmlViolationTests)
    }

    /// The files, by name; none where the corpus is absent.
    static let files: [String] = {
        let folder = SharedData.url("corpora/html").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".test") }.sorted()
    }()

    /// One input.
    struct Row: Decodable {
        let description: String
        let input: String
        let output: [[Value]]
        let initialStates: [String]?
        let lastStartTag: String?
        let doubleEscaped: Bool?

        var source: [UInt8] { Self.bytes(input, isEscaped: doubleEscaped == true) }

        var expected: [HTML5Token] {
            output.map { values in
                let texts = values.map { value in
                    value.text.map { Self.bytes($0, isEscaped: doubleEscaped == true) }
                }
                switch values.first?.text {
                case "DOCTYPE":
                    return .doctype(name: texts[1], publicID: texts[2], systemID: texts[3], isCorrect: values[4].flag)
                case "StartTag":
                    let pairs = values[2].map.map { (Self.bytes($0, isEscaped: doubleEscaped == true), $1) }
                    let attributes = Dictionary(
                        uniqueKeysWithValues: pairs.map { ($0, Self.bytes($1, isEscaped: doubleEscaped == true)) }
                    )
                    return .startTag(texts[1] ?? [], attributes, isSelfClosing: values.last?.flag == true)
                case "EndTag": return .endTag(texts[1] ?? [])
                case "Comment": return .comment(texts[1] ?? [])
                default: return .characters(texts[1] ?? [])
                }
            }
        }

        /// UTF-8, and surrogates that stand alone in the same way; `\uXXXX` is undone where a text is escaped twice.
        static func bytes(_ text: String, isEscaped: Bool) -> [UInt8] {
            guard isEscaped else { return Array(text.utf8) }
            let parts = text.components(separatedBy: "\\u")
            var bytes = Array(parts[0].utf8)
            for part in parts.dropFirst() {
                let number = UInt32(part.prefix(4), radix: 16) ?? 0xFFFD
                bytes +=
                    Unicode.Scalar(number).map { Array(String($0).utf8) } ?? [
                        UInt8(0xE0 | number >> 12), UInt8(0x80 | number >> 6 & 63), UInt8(0x80 | number & 63),
                    ]
                bytes += part.utf8.dropFirst(4)
            }
            return bytes
        }
    }

    /// A text, a flag, nothing, or attributes.
    struct Value: Decodable {
        var text: String?
        var flag = false
        var map: [String: String] = [:]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() { return }
            if let flag = try? container.decode(Bool.self) {
                self.flag = flag
            } else if let text = try? container.decode(String.self) {
                self.text = text
            } else {
                map = try container.decode([String: String].self)
            }
        }
    }
}

/// A token as html5lib-tests has it.
enum HTML5Token: Equatable {
    case doctype(name: [UInt8]?, publicID: [UInt8]?, systemID: [UInt8]?, isCorrect: Bool)
    case startTag([UInt8], [[UInt8]: [UInt8]], isSelfClosing: Bool)
    case endTag([UInt8])
    case comment([UInt8])
    case characters([UInt8])
}
