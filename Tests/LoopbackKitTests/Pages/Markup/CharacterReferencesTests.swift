import LoopbackKit
import Testing

@Suite("Character references")
struct CharacterReferencesTests {
    private func decode(_ text: String, _ inAttribute: Bool, _ syntax: MarkupSyntax = .html) -> (SourceText, Bool) {
        let bytes = Array("<&lt;\(text)&gt;>".utf8)
        let decoded = CharacterReferences.decode(bytes, 5..<bytes.count - 5, inAttribute: inAttribute, syntax: syntax)
        return (decoded.text, decoded.isComplete)
    }

    @Test(
        "PAGE-2 References mean in text and in attributes what the standard says",
        arguments: [
            ("a", "a", "a"), ("&", "&", "&"), ("&&amp;", "&&", "&&"), ("&amp;amp;", "&amp;", "&amp;"),
            ("&AMP;&Lt", "&&Lt", "&&Lt"),
            ("a&ltb", "a<b", "a&ltb"), ("a&lt=b", "a<=b", "a&lt=b"), ("&copy", "©", "©"), ("&copy&reg;", "©®", "©®"),
            ("&copy=1", "©=1", "&copy=1"),
            ("&notit", "¬it", "&notit"), ("&not-it", "¬-it", "¬-it"), ("&nbsp;&yuml;", "\u{A0}ÿ", "\u{A0}ÿ"),
            ("&COPY&QUOT", "©\"", "©\""),
            ("&sol;&colon;&period;&lowbar;", "/:._", "/:._"), ("&sol", "&sol", "&sol"),
            ("&hyphen;&dash;&tilde;", "‐‐˜", "‐‐˜"),
            ("&lpar;&rpar;&equals;&quest;&num;&percnt;&excl;&commat;&comma;&apos;", "()=?#%!@,'", "()=?#%!@,'"),
            ("&Tab;&NewLine;", "\t\n", "\t\n"),
            ("&#65;&#x42;&#X43&#0068", "ABCD", "ABCD"), ("&#;&#x;&#a", "&#;&#x;&#a", "&#;&#x;&#a"),
            ("&#0;&#xD800;&#x110000;", "���", "���"),
            ("&#99999999999999999999;&#xFFFFFFFFFFFFFFFFFFFF1;", "��", "��"),
            ("&#128;&#x9F;&#x81;&#x80", "€Ÿ\u{81}€", "€Ÿ\u{81}€"), ("&#x1F600;", "😀", "😀"),
            ("&#4294967361;&#x100000041;", "��", "��"),
            ("& amp;", "& amp;", "& amp;"), ("&1;&é;", "&1;&é;", "&1;&é;"),
            ("a\r\nb\u{0}", "a\r\nb\u{0}", "a\r\nb\u{0}"),
            ("?a=1&b=2", "?a=1&b=2", "?a=1&b=2"), ("?a=1&amp;b=2", "?a=1&b=2", "?a=1&b=2"),
            (
                "&abcdefghijklmnopqrstuvwxyzabcdefghij;", "&abcdefghijklmnopqrstuvwxyzabcdefghij;",
                "&abcdefghijklmnopqrstuvwxyzabcdefghij;"
            ),
        ]
    )
    func html(_ source: String, _ text: String, _ value: String) {
        for (inAttribute, expected) in [(false, text), (true, value)] {
            let (decoded, isComplete) = decode(source, inAttribute)
            #expect(
                String(decoding: decoded.bytes, as: UTF8.self).unicodeScalars.elementsEqual(expected.unicodeScalars)
            )
            #expect(isComplete)
        }
    }

    @Test(
        "PAGE-2 A name that isn't known is left as it is, and the text doesn't pass for what it means",
        arguments: ["&frown;", "&notin;", "&b;&amp;", "&ampb;", "&CounterClockwiseContourIntegral;"]
    )
    func unknown(_ source: String) {
        let (decoded, isComplete) = decode(source, true)
        #expect(String(decoding: decoded.bytes, as: UTF8.self) == source.replacing("&amp;", with: "&"))
        #expect(!isComplete)
    }

    @Test(
        "PAGE-2 XML knows five names, and numbers of characters",
        arguments: [
            ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'", true), ("&#65;&#x42;", "AB", true), ("&#x80;", "\u{80}", true),
            ("&nbsp;", "&nbsp;", false),
            ("&amp", "&amp", false), ("&#65", "&#65", false), ("&#0;", "&#0;", false), ("&#xD800;", "&#xD800;", false),
            ("&#x110000;", "&#x110000;", false),
            ("&", "&", false), ("&a.b-c_d;", "&a.b-c_d;", false), ("&;", "&;", false), ("&#X41;", "&#X41;", false),
            ("&AMP;", "&AMP;", false),
        ]
    )
    func xml(_ source: String, _ text: String, _ isKnown: Bool) {
        let (decoded, isComplete) = decode(source, true, .xml)
        #expect(String(decoding: decoded.bytes, as: UTF8.self) == text)
        #expect(isComplete == isKnown)
    }

    @Test("PAGE-2 Each byte of a decoded text knows where it is written")
    func places() {
        let (decoded, _) = decode("a&amp;b&eacute;c&#x2f", false)
        #expect(decoded.bytes == Array("a&béc/".utf8))
        // Behind the five bytes that stand before it.
        #expect(decoded.source == 5..<26)
        #expect(decoded.source(of: 0..<1) == 5..<6)
        #expect(decoded.source(of: 1..<2) == 6..<11)
        #expect(decoded.source(of: 2..<3) == 11..<12)
        #expect(decoded.source(of: 3..<5) == 12..<20)
        #expect(decoded.source(of: 6..<7) == 21..<26)
        let (plain, _) = decode("ab", false)
        #expect(plain.source(of: 1..<2) == 6..<7)
    }

    @Test("PAGE-2 A reference ends with the part that is decoded")
    func bounds() {
        let bytes = Array("&amp;&#65;".utf8)
        let short = CharacterReferences.decode(bytes, 0..<3, inAttribute: false, syntax: .html)
        #expect(short.text.bytes == Array("&am".utf8) && short.isComplete)
        let number = CharacterReferences.decode(bytes, 5..<8, inAttribute: false, syntax: .html)
        #expect(number.text.bytes == [6] && number.text.source == 5..<8)
    }
}
