import LoopbackKit
import Testing

@Suite("CSSTokenizer")
struct CSSTokenizerTests {
    private func kinds(_ css: String) -> [CSSToken.Kind] {
        var tokenizer = CSSTokenizer(Array(css.utf8))
        var kinds: [CSSToken.Kind] = []
        while let token = tokenizer.next() { kinds.append(token.kind) }
        return kinds
    }

    @Test("PAGE-2 A comment is a token, and ends at the input's end at the latest")
    func comments() {
        #expect(kinds("/**/") == [.comment])
        #expect(kinds("/*/") == [.comment])
        #expect(kinds("/***/a") == [.comment, .ident])
        #expect(kinds("a/* * /") == [.ident, .comment])
        #expect(kinds("a/") == [.ident, .delim])
    }

    @Test("PAGE-2 A byte order mark counts as a space at the file's start alone")
    func byteOrderMark() {
        #expect(kinds("\u{FEFF}a") == [.whitespace, .ident])
        #expect(kinds("a \u{FEFF}") == [.ident, .whitespace, .ident])
    }

    @Test("PAGE-2 Ill-formed UTF-8 is part of a name, and kept")
    func illFormed() throws {
        let bytes: [UInt8] = [0x61, 0xFF, 0x80, 0x28, 0xC3]
        var tokenizer = CSSTokenizer(bytes)
        let first = tokenizer.next()
        let token = try #require(first)
        #expect(token.kind == .function)
        #expect(CSSValue.decode(bytes, token.valueRange).bytes == [0x61, 0xFF, 0x80])
        #expect(tokenizer.next()?.range == 4..<5)
    }

    @Test("PAGE-2 An escaped number beyond Unicode, or of a surrogate or NUL, is U+FFFD")
    func escapes() {
        for escape in ["\\0 ", "\\110000", "\\d800 ", "\\ffffff", "\\\u{0}"] {
            let bytes = Array(escape.utf8)
            #expect(CSSValue.decode(bytes, 0..<bytes.count).bytes == Array("\u{FFFD}".utf8), "\(escape)")
        }
        let greatest = Array("\\10FFFF".utf8)
        #expect(CSSValue.decode(greatest, 0..<greatest.count).bytes == Array("\u{10FFFF}".utf8))
    }

    @Test("PAGE-2 Whatever the input, the tokens of a style sheet tile it")
    func tiled() {
        var generator = SeededGenerator(seed: 2)
        let seeds = CSSReferencesTests.found.map { Array($0.css.utf8) } + CSSReferencesTests.none.map { Array($0.utf8) }
        for round in 0..<2000 {
            var bytes = generator.pick(seeds).mutated(&generator)
            if round % 2 == 0 { bytes += generator.pick(seeds).mutated(&generator) }
            let start = Int.random(in: 0...bytes.count / 4, using: &generator)
            let range = round % 4 == 0 ? start..<bytes.count - start : 0..<bytes.count
            var tokenizer = CSSTokenizer(bytes, range: range)
            var end = range.lowerBound
            while let token = tokenizer.next() {
                guard token.range.lowerBound == end, !token.range.isEmpty, contains(token) else {
                    Issue.record("\(token): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
                    return
                }
                end = token.range.upperBound
            }
            #expect(end == range.upperBound)
            for reference in CSSReferences.find(in: bytes, range: range) {
                let source = reference.text.source
                #expect(range.contains(source.lowerBound) && source.upperBound <= range.upperBound)
            }
        }
    }

    private func contains(_ token: CSSToken) -> Bool {
        token.range.lowerBound <= token.valueRange.lowerBound && token.valueRange.upperBound <= token.range.upperBound
    }

    /// What makes a scan quadratic that looks ahead to the end, or recurses.
    static let hostile = [
        "/", "(", "[", "{", "}", "/*", "*/", "\\", "url(", "url( ", "@import", "@import ", "\"", "\"\\\n", "<!-", "#",
        "@supports", "src(", "image-set('a' ", "\\75", "-", "+.", "1e", "a{b:url(c)}",
    ]

    #if DEBUG
    static let hostileSize = 50_000
    #else
    static let hostileSize = 500_000
    #endif

    @Test("PAGE-2 A style sheet of nothing but one construct takes time in proportion to its size", arguments: hostile)
    func linear(_ unit: String) {
        let bytes = [UInt8](String(repeating: unit, count: Self.hostileSize / unit.utf8.count).utf8)
        // Well below a second; with a search to the end for each token it would be minutes.
        #expect(ContinuousClock().measure { _ = CSSReferences.find(in: bytes) } < .seconds(8))
    }
}
