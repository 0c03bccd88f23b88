import LoopbackKit
import Testing

@Suite("Tokens of XML")
struct XMLTokenizerTests {
    @Test(
        "PAGE-2 XML has no raw text, and CDATA sections and instructions everywhere",
        arguments: [
            ("<style><b></style>", ["startTag <style>", "startTag <b>", "endTag </style>"]),
            (
                "<script><![CDATA[<a>]]]]></script>",
                ["startTag <script>", "cdata <![CDATA[<a>]]]]>", "endTag </script>"]
            ),
            (
                "<?xml version='1.0' a='>'?><a/>",
                ["processingInstruction <?xml version='1.0' a='>'?>", "startTag <a/>"]
            ),
            ("<!-->--!>--><a>", ["comment <!-->--!>-->", "startTag <a>"]), ("<!---->a", ["comment <!---->", "text a"]),
            ("<é:a _b='c'/><_/><:/></é>", ["startTag <é:a _b='c'/>", "startTag <_/>", "startTag <:/>", "endTag </é>"]),
            ("<svg><div><![CDATA[a]]>", ["startTag <svg>", "startTag <div>", "cdata <![CDATA[a]]>"]),
            ("a < b <1", ["text a < b <1"]), ("<![CDATA[a>]>", ["cdata <![CDATA[a>]>"]),
            ("<?a>?", ["processingInstruction <?a>?"]),
            ("<!doctype a>", ["comment <!doctype a>"]), ("<a b='", ["comment <a b=' [dropped]"]),
        ] as [(String, [String])]
    )
    func tokens(_ xml: String, _ lines: [String]) {
        #expect(TokenReader(xml, .xml).lines == lines)
    }

    @Test(
        "PAGE-2 A document type is one token, with its internal subset",
        arguments: [
            "<!DOCTYPE svg>", "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN>\" 'b>]['>",
            "<!DOCTYPE svg [<!ENTITY a \"]>\"><!ENTITY b ']>'>]>", "<!DOCTYPE svg [<!-- ]> ' \" -->]>",
            "<!DOCTYPE svg [<?a ]> ' ?>]  >",
            "<!DOCTYPE svg []>", "<!DOCTYPE svg SYSTEM 'a' [\r\n<!ELEMENT a (b)>%c;]>",
        ]
    )
    func doctype(_ doctype: String) {
        #expect(TokenReader("\(doctype)<svg/>", .xml).lines == ["doctype \(doctype)", "startTag <svg/>"])
    }

    @Test(
        "PAGE-2 A document type without an end reaches to the end of the file",
        arguments: ["'", "[", "[<!-- ", "[<!--", "[<?", "[]", ""]
    )
    func unclosedDoctype(_ rest: String) {
        #expect(TokenReader("<!DOCTYPE a \(rest)", .xml).lines == ["doctype <!DOCTYPE a \(rest)"])
    }

    @Test(
        "PAGE-2 The inside of sections, instructions and declarations is told",
        arguments: [
            ("<![CDATA[a]]>", "a"), ("<![CDATA[a", "a"), ("<?a b?>", "a b"), ("<?a", "a"), ("<!--a-->", "a"),
            ("<!DOCTYPE a>", " a"), ("<![CDATA[]]>", ""),
        ]
    )
    func contents(_ xml: String, _ content: String) throws {
        let reader = TokenReader(xml, .xml)
        #expect(reader.text(try #require(reader.tokens.first).content) == content)
    }

    @Test("PAGE-2 References to an entity of the document are left alone")
    func entities() throws {
        let svg = """
            <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
                <!ENTITY ns_svg "http://www.w3.org/2000/svg">
            ]>
            <svg xmlns="&ns_svg;" a="b&amp;c">
            """
        var tokenizer = MarkupTokenizer(Array(svg.utf8), syntax: .xml)
        #expect(tokenizer.next()?.kind == .doctype)
        #expect(tokenizer.next()?.kind == .text)
        let next = tokenizer.next()
        let tag = try #require(next)
        let values = tag.attributes.map { tokenizer.value(of: $0) }
        #expect(values.map(\.isComplete) == [false, true])
        #expect(values.map { String(decoding: $0.text.bytes, as: UTF8.self) } == ["&ns_svg;", "b&c"])
    }
}
