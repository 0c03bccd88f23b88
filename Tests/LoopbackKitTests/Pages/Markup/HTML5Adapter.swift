import LoopbackKit

/// Turns this tokeniser's tokens into those of the standard: lower-case names, decoded references, joined text.
struct HTML5Adapter {
    private let bytes: [UInt8]
    private(set) var tokens: [HTML5Token] = []
    /// Whether every reference in it has a name that is known here.
    private(set) var isComplete = true

    /// Reads a row's source from one of its states.
    init(_ source: [UInt8], state: String, lastStartTag: String?) {
        // The name of the last start tag stands before the source, so that it is a part of the bytes.
        let prefix = Array((lastStartTag ?? "").utf8)
        bytes = prefix + source
        var tokenizer = Self.tokenizer(bytes, prefix.count, state)
        while let token = tokenizer.next() { add(token) }
    }

    private static func tokenizer(_ bytes: [UInt8], _ start: Int, _ state: String) -> MarkupTokenizer {
        let range = start..<bytes.count
        let element: RawTextElement
        switch state {
        case "Data state": return MarkupTokenizer(bytes, syntax: .html, range: range)
        case "CDATA section state": return MarkupTokenizer(withinCDATA: bytes, range: range)
        case "PLAINTEXT state": element = .plaintext
        case "RCDATA state": element = .textarea
        case "RAWTEXT state": element = .style
        default: element = .script
        }
        return MarkupTokenizer(within: element, name: 0..<start, bytes, range: range)
    }

    private mutating func add(_ token: MarkupToken) {
        guard !token.isDropped else { return }
        switch token.kind {
        case .text: addText(token)
        case .startTag:
            let attributes = token.attributes.filter { !$0.isDuplicate }
            let pairs = attributes.map { (name($0.name), decoded(plain($0.value), inAttribute: true)) }
            tokens.append(
                .startTag(
                    name(token.name),
                    Dictionary(pairs) { first, _ in first },
                    isSelfClosing: token.isSelfClosing
                )
            )
        case .endTag: tokens.append(.endTag(name(token.name)))
        case .doctype:
            let isClosed = bytes[token.range].last == UInt8(ascii: ">")
            tokens.append(HTML5Doctype(plain(token.content), isClosed: isClosed).token)
        case .cdata: addCharacters(normalized(token.content, replacingNUL: false))
        case .comment, .processingInstruction: tokens.append(.comment(plain(token.content)))
        }
    }

    private mutating func addText(_ token: MarkupToken) {
        // In other text the tree builder decides what becomes of NUL.
        let text = normalized(token.range, replacingNUL: token.rawText != nil)
        let hasReferences = token.rawText?.hasReferences ?? true
        addCharacters(hasReferences ? decoded(text, inAttribute: false) : text)
    }

    private mutating func addCharacters(_ text: [UInt8]) {
        guard !text.isEmpty else { return }
        if case .characters(let before)? = tokens.last {
            tokens[tokens.count - 1] = .characters(before + text)
        } else {
            tokens.append(.characters(text))
        }
    }

    private mutating func decoded(_ text: [UInt8], inAttribute: Bool) -> [UInt8] {
        let decoded = CharacterReferences.decode(text, 0..<text.count, inAttribute: inAttribute, syntax: .html)
        isComplete = isComplete && decoded.isComplete
        return decoded.text.bytes
    }

    private func name(_ range: Range<Int>) -> [UInt8] { plain(range).lowercased }

    private func plain(_ range: Range<Int>) -> [UInt8] { normalized(range, replacingNUL: true) }

    /// A part with line feeds alone as line ends.
    private func normalized(_ range: Range<Int>, replacingNUL: Bool) -> [UInt8] {
        var text: [UInt8] = []
        for index in range {
            switch bytes[index] {
            case 13: text.append(10)
            case 10 where index > range.lowerBound && bytes[index - 1] == 13: break
            case 0 where replacingNUL: text += [0xEF, 0xBF, 0xBD]
            case let byte: text.append(byte)
            }
        }
        return text
    }
}

extension [UInt8] {
    /// With ASCII letters in lower case.
    var lowercased: [UInt8] { map { $0 &- 65 < 26 ? $0 | 0x20 : $0 } }
}
