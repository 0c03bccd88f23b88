import LoopbackKit
import Testing

@Suite("Generated documents")
struct MarkupFuzzTests {
    #if DEBUG
    private static let rounds = 2000
    #else
    private static let rounds = 40_000
    #endif

    private static let pieces = [
        "<", ">", "/", "!", "-", "--", "=", "'", "\"", "&", ";", "[", "]", "]]>", "?>", " ", "\r\n", "\t", "a", "é",
        "\u{0}", "\u{FEFF}",
        "<a href=x>", "<A HREF='x&amp;y'/>", "</a>", "<!--", "-->", "--!>", "<!", "<?", "</", "<![CDATA[",
        "<!DOCTYPE html", "<!doctype a [", "<script>",
        "</script>", "<!--<script", "<style>", "</style ", "<title>", "</title>", "<textarea", "<plaintext>", "<svg>",
        "</svg>", "<svg/>", "<math>", "<mi>",
        "<foreignObject>", "</foreignObject>", "<desc>", "<annotation-xml encoding=text/html>", "<div>", "</div>",
        "</p>", "<font size=1>", "&copy", "&#x2f;",
        "&#999999999999;", "&notin;", "a=b c=d a=e", "<img src=\"a b\" alt='>'>",
    ]

    private func document(_ generator: inout SeededGenerator) -> [UInt8] {
        let count = Int.random(in: 0...30, using: &generator)
        let bytes = (0..<count).flatMap { _ in Array(generator.pick(Self.pieces).utf8) }
        return generator.isOne(in: 2) ? bytes : bytes.mutated(&generator)
    }

    @Test("PAGE-2 The tokens of any bytes stand side by side and cover them", arguments: [MarkupSyntax.html, .xml])
    func tiles(_ syntax: MarkupSyntax) {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<Self.rounds {
            let bytes = document(&generator)
            let start = Int.random(in: 0...bytes.count, using: &generator)
            let range =
                generator.isOne(in: 2)
                ? 0..<bytes.count : start..<Int.random(in: start...bytes.count, using: &generator)
            guard TokenReader(bytes, syntax, range: range).tiles(range) else {
                Issue.record("\(syntax) \(range): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
                return
            }
        }
    }

    @Test("PAGE-2 What comes later changes nothing but the last token before it", arguments: [MarkupSyntax.html, .xml])
    func cuts(_ syntax: MarkupSyntax) {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<Self.rounds {
            let bytes = document(&generator)
            let cut = Int.random(in: 0...bytes.count, using: &generator)
            let whole = TokenReader(bytes, syntax).tokens
            let part = TokenReader(bytes, syntax, range: 0..<cut).tokens.dropLast()
            guard part.elementsEqual(whole.prefix(part.count)) else {
                Issue.record("\(syntax) \(cut): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
                return
            }
        }
    }

    @Test(
        "PAGE-2 The bytes of a decoded text are written where it stands, in order",
        arguments: [MarkupSyntax.html, .xml]
    )
    func references(_ syntax: MarkupSyntax) {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<Self.rounds {
            let bytes = document(&generator)
            for inAttribute in [false, true] {
                let decoded = CharacterReferences.decode(
                    bytes,
                    0..<bytes.count,
                    inAttribute: inAttribute,
                    syntax: syntax
                )
                let places = decoded.text.bytes.indices.map { decoded.text.source(of: $0..<$0).lowerBound }
                let isPlain = bytes.contains(UInt8(ascii: "&")) || decoded.text.bytes == bytes
                guard decoded.text.source == 0..<bytes.count, isPlain,
                    zip(places, places.dropFirst()).allSatisfy({ $0 <= $1 })
                else {
                    Issue.record("\(syntax): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
                    return
                }
            }
        }
    }
}
