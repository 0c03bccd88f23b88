import LoopbackKit
import Testing

@Suite("Tokens of HTML")
struct MarkupTokenizerTests {
    @Test(
        "PAGE-2 Text is told from tags",
        arguments: [
            ("", []), ("a", ["text a"]),
            ("a<b>c</B >d", ["text a", "startTag <b>", "text c", "endTag </B >", "text d"]),
            ("a < b <= c <3 <é << <", ["text a < b <= c <3 <é << <"]), ("a</", ["text a</"]),
            ("a</>b", ["text a", "comment </> [dropped]", "text b"]), ("</ a>b", ["comment </ a>", "text b"]),
            ("</1>", ["comment </1>"]), ("<a/b/>", ["startTag <a/b/>"]),
            ("<p\u{FEFF}>a\u{FEFF}", ["startTag <p\u{FEFF}>", "text a\u{FEFF}"]),
            ("\u{FEFF}<p>", ["text \u{FEFF}", "startTag <p>"]),
            ("a\r\n<b\r\n>\r\n", ["text a\r\n", "startTag <b\r\n>", "text \r\n"]),
            ("<!doctype html><a>", ["doctype <!doctype html>", "startTag <a>"]),
            ("<!DOCTYPE a \"b>\">", ["doctype <!DOCTYPE a \"b>", "text \">"]),
            ("<!doctypehtml", ["doctype <!doctypehtml"]),
            ("<!doctyp>", ["comment <!doctyp>"]), ("<?xml a?>b", ["comment <?xml a?>", "text b"]),
        ] as [(String, [String])]
    )
    func text(_ html: String, _ lines: [String]) {
        #expect(TokenReader(html).lines == lines)
    }

    @Test(
        "PAGE-2 A tag that the end of the file cuts off is no tag",
        arguments: ["<a", "<a ", "<a b", "<a b=", "<a b='c>", "<a b='c' <img src=x.png ", "</a", "<a/", "<a b=c/"]
    )
    func cutOff(_ html: String) {
        #expect(TokenReader("x\(html)").lines == ["text x", "comment \(html) [dropped]"])
    }

    @Test(
        "PAGE-2 A comment ends where the standard ends it",
        arguments: [
            ("<!-->", "", "a"), ("<!--->", "", "a"), ("<!---->", "", "a"), ("<!--b-->", "b", "a"),
            ("<!--b--!>", "b", "a"),
            ("<!--b--->", "b-", "a"), ("<!--b-- >--!->-->", "b-- >--!->", "a"), ("<!--<!-- b -->", "<!-- b ", "a"),
            ("<!--<!-->", "<!", "a"), ("<!--b>", "b>a", ""), ("<!--!>-->", "!>", "a"), ("<!b>", "b", "a"),
            ("<!>", "", "a"),
            ("<![CDATA[b>", "[CDATA[b", "a"), ("<!-b-->", "-b--", "a"), ("<!DOCTYP", "DOCTYPa", ""),
        ]
    )
    func comments(_ comment: String, _ content: String, _ text: String) throws {
        let reader = TokenReader("\(comment)a")
        #expect(reader.lines == ["comment \(comment)\(text.isEmpty ? "a" : "")"] + (text.isEmpty ? [] : ["text a"]))
        #expect(reader.text(try #require(reader.tokens.first).content) == content)
    }

    @Test(
        "PAGE-2 The end of a file ends a comment, and what began to close it is no part of it",
        arguments: [
            ("<!--", ""), ("<!---", ""), ("<!----", ""), ("<!--a-", "a"), ("<!--a--", "a"), ("<!--a--!", "a"),
            ("<!--a!", "a!"),
        ]
    )
    func unclosedComments(_ comment: String, _ content: String) throws {
        let reader = TokenReader(comment)
        #expect(reader.lines == ["comment \(comment)"])
        #expect(reader.text(try #require(reader.tokens.first).content) == content)
    }

    @Test(
        "PAGE-2 Raw text has no tags in it and ends at its own end tag",
        arguments: [
            ("<style>", "<a></b></style", "</Style>"), ("<script>", "'<a></scriptx>'", "</script\n>"),
            ("<title>", "<a></ti", "</title/>"), ("<textarea>", "<!--</title>", "</textarea a='>'>"),
            ("<xmp>", "<", "</xmp\t>"),
            ("<iframe>", "<a>", "</iframe>"), ("<noembed>", "<a>", "</noembed>"), ("<noframes>", "<a>", "</noframes>"),
            ("<NoScript>", "<img>", "</nOsCRIPT\u{C}>"),
        ]
    )
    func rawText(_ start: String, _ text: String, _ close: String) {
        let tokens = TokenReader("\(start)\(text)\(close)<b>")
        let element = start.dropFirst().dropLast().lowercased()
        #expect(
            tokens.lines == ["startTag \(start)", "text \(text) [raw \(element)]", "endTag \(close)", "startTag <b>"]
        )
    }

    @Test(
        "PAGE-2 Other elements have tags in them, and so have elements without an end tag of their own",
        arguments: ["styles", "titl", "noscripts", "scripture", "textareas", "p", "xm"]
    )
    func otherElements(_ name: String) {
        #expect(TokenReader("<\(name)><b>").lines == ["startTag <\(name)>", "startTag <b>"])
    }

    @Test(
        "PAGE-2 Raw text without an end reaches to the end of the file; an empty one is no token",
        arguments: ["</scrip", "</script", "<!--", ""]
    )
    func unclosedRawText(_ rest: String) {
        #expect(TokenReader("<script>a<b>\(rest)").lines == ["startTag <script>", "text a<b>\(rest) [raw script]"])
        #expect(TokenReader("<script></script>").lines == ["startTag <script>", "endTag </script>"])
        #expect(TokenReader("<plaintext></plaintext>").lines.last == "text </plaintext> [raw plaintext]")
    }

    @Test(
        "PAGE-2 A script ends where its comments and the scripts in them allow it",
        arguments: [
            "<!--", "<!--<script", "<!--<scripts>", "<!-- -- <script></script>-->", "<!--<script>a</script>",
            "<!--<script>-->",
            "<!--><script>", "<!---><script>", "<!--<script>--><!--<script></script>", "<!-<script>",
            "<!--<sCript/</Script/", "<script>",
            "<!--<script >--</script >", "<!--<script>--!></script>",
        ]
    )
    func scripts(_ text: String) {
        #expect(
            TokenReader("<script>\(text)</script><b>").lines == [
                "startTag <script>", "text \(text) [raw script]", "endTag </script>", "startTag <b>",
            ]
        )
    }

    @Test("PAGE-2 A solidus ends no element of HTML")
    func solidus() {
        #expect(TokenReader("<script/><b>").lines == ["startTag <script/>", "text <b> [raw script]"])
    }

    @Test("PAGE-2 A part of a document is read as if it were all")
    func parts() {
        let bytes = Array("<a><b>c</b></a>".utf8)
        #expect(TokenReader(bytes, range: 3..<9).lines == ["startTag <b>", "text c</"])
        #expect(TokenReader(bytes, range: 14..<99).lines == ["text >"])
    }
}
