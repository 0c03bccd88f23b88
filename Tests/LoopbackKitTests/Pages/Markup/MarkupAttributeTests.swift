import LoopbackKit
import Testing

@Suite("Attributes")
struct MarkupAttributeTests {
    /// The attributes of the first tag, each as `name`, `name=value` or `name="value"`.
    private func attributes(_ html: String, _ syntax: MarkupSyntax = .html) throws -> [String] {
        let reader = TokenReader(html, syntax)
        return try #require(reader.tokens.first).attributes.map { attribute in
            let quote = attribute.quote.map { String(UnicodeScalar($0)) } ?? ""
            let value = attribute.hasValue ? "=\(quote)\(reader.text(attribute.value))\(quote)" : ""
            return reader.text(attribute.name) + value + (attribute.isDuplicate ? " again" : "")
        }
    }

    @Test(
        "PAGE-2 Attributes are found however they are written",
        arguments: [
            ("<a>", []), ("<a b>", ["b"]), ("<a b c>", ["b", "c"]), ("<a b=c>", ["b=c"]),
            ("<a b='c>d' e>", ["b='c>d'", "e"]),
            ("<a b=\"'\"c='\"'>", ["b=\"'\"", "c='\"'"]), ("<a b = c>", ["b=c"]),
            ("<a\nb\r\n=\t'c'\u{C}d>", ["b='c'", "d"]),
            ("<a b=''>", ["b=''"]), ("<a b=>", ["b"]), ("<a b= >", ["b"]), ("<a b=c/>", ["b=c/"]),
            ("<a b=/c/d?e=f&g'\"`>", ["b=/c/d?e=f&g'\"`"]),
            ("<a =b=c>", ["=b=c"]), ("<a ==>", ["="]), ("<a = b>", ["=", "b"]), ("<a/b/c>", ["b", "c"]),
            ("<a b/=c>", ["b", "=c"]),
            ("<a 'b\"<c=d>", ["'b\"<c=d"]), ("<a é=ü>", ["é=ü"]), ("<a b=c\u{A0}d>", ["b=c\u{A0}d"]),
            ("<a b\u{B}c>", ["b\u{B}c"]),
            ("<a b=1 c=2 B=3 b C>", ["b=1", "c=2", "B=3 again", "b again", "C again"]), ("</a b=c>", []),
        ] as [(String, [String])]
    )
    func attributes(_ html: String, _ expected: [String]) throws {
        #expect(try attributes(html) == expected)
    }

    @Test(
        "PAGE-2 A tag closes itself by a solidus right before its end",
        arguments: [
            ("<a/>", true), ("<a />", true), ("<a b='c'/>", true), ("<a b/>", true), ("<a b=c/>", false),
            ("<a/ >", false), ("<a>", false), ("<a b=c />", true),
        ]
    )
    func selfClosing(_ html: String, _ isSelfClosing: Bool) throws {
        #expect(try #require(TokenReader(html).tokens.first).isSelfClosing == isSelfClosing)
    }

    @Test("PAGE-2 Duplicates are found among many attributes as among few", arguments: [3, 15, 16, 17, 18, 40])
    func manyAttributes(_ count: Int) throws {
        let names = (0..<count).map { "n\($0)" }
        let html = "<a \(names.joined(separator: " ")) N0 n\(count - 1) o N1 O>"
        #expect(try attributes(html) == names + ["N0 again", "n\(count - 1) again", "o", "N1 again", "O again"])
        #expect(
            try attributes(html.replacing(">", with: "/>"), .xml) == names + [
                "N0", "n\(count - 1) again", "o", "N1", "O",
            ]
        )
    }

    @Test("PAGE-2 Attributes beyond any measure are left out, and the tag still ends at its end")
    func tooManyAttributes() throws {
        let reader = TokenReader("<a \((0..<9000).map { "n\($0)='>'" }.joined(separator: " "))>b")
        #expect(reader.tokens.map(\.kind) == [.startTag, .text])
        #expect(reader.tokens.first?.attributes.count == 8192)
    }

    @Test("PAGE-2 An attribute is found by its name: the first one counts, in HTML in any case")
    func named() throws {
        let html = Array("<A HREF=b href=c xlink:href=d>".utf8)
        var tokenizer = MarkupTokenizer(html, syntax: .html)
        let next = tokenizer.next()
        let tag = try #require(next)
        #expect(
            tokenizer.nameEquals(tag.name, "a") && !tokenizer.nameEquals(tag.name, "b")
                && !tokenizer.nameEquals(tag.name, "ab")
        )
        let href = try #require(tokenizer.attribute(named: "href", of: tag))
        #expect(tokenizer.value(of: href).text.bytes == Array("b".utf8))
        #expect(tokenizer.attribute(named: "src", of: tag) == nil)
        let link = try #require(tokenizer.attribute(named: "xlink:href", of: tag))
        #expect(tokenizer.nameEquals(tokenizer.localName(link.name), "href"))
        #expect(tokenizer.localName(href.name) == href.name)
        #expect(html[href.range].elementsEqual("HREF=b".utf8))

        var xml = MarkupTokenizer(html, syntax: .xml)
        let first = xml.next()
        let element = try #require(first)
        #expect(!xml.nameEquals(element.name, "a") && xml.nameEquals(element.name, "A"))
        #expect(xml.attribute(named: "href", of: element).map { xml.value(of: $0).text.bytes } == Array("c".utf8))
    }

    @Test(
        "PAGE-2 All of an attribute is what is between it and the next",
        arguments: ["b", "b=c", "b='c'", "b=\"\"", "b = 'c'"]
    )
    func ranges(_ source: String) throws {
        let reader = TokenReader("<a \(source) d>")
        #expect(reader.text(try #require(reader.tokens.first?.attributes.first).range) == source)
    }
}
