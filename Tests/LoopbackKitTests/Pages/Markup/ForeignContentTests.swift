import LoopbackKit
import Testing

@Suite("SVG and MathML in HTML")
struct ForeignContentTests {
    @Test(
        "PAGE-2 Raw text begins where a browser begins it, in and around SVG and MathML",
        arguments: [
            ("<style><b></style>", true), ("<svg><style><b></style>", false), ("<svg/><style><b></style>", true),
            ("<math><style><b></style>", false), ("<svg></svg><style><b></style>", true),
            ("<SVG></sVg><STYLE><b></STYLE>", true), ("<svg><g><g></g></svg><style><b></style>", true),
            ("<svg><foreignObject><style><b></style>", true), ("<svg><desc><style><b></style>", true),
            ("<svg><title><style><b></style>", true), ("<svg><title></title><style><b></style>", false),
            ("<svg><foreignObject><p>a<p>b</foreignObject><style><b></style>", false),
            ("<svg><foreignObject><svg><style><b></style>", false),
            ("<svg><foreignObject><svg></svg><style><b></style>", true),
            ("<svg><foreignObject><br><img></foreignObject><style><b></style>", false),
            ("<math><mi><style><b></style>", true), ("<math><mtext></mtext><style><b></style>", false),
            ("<math><annotation-xml encoding='text/html'><style><b></style>", true),
            ("<math><annotation-xml encoding=Application/XHTML+xml><style><b></style>", true),
            ("<math><annotation-xml><style><b></style>", false),
            ("<math><annotation-xml><svg><desc><style><b></style>", true),
            ("<math><svg><desc><style><b></style>", false),
            ("<math><mi><mglyph><style><b></style>", false), ("<math><mi><malignmark/><style><b></style>", true),
            ("<svg><div><style><b></style>", true), ("<svg><g><p><style><b></style>", true),
            ("<svg><font><style><b></style>", false), ("<svg><font Color=red><style><b></style>", true),
            ("<svg><foreignObject><math><div></math></foreignObject><style><b></style>", false),
            ("<svg></p><style><b></style>", true), ("<svg><g></br><style><b></style>", true),
            ("<div><svg></div><style><b></style>", true), ("<svg></path><style><b></style>", false),
            ("<td><svg><path></td><style><b></style>", true),
            ("<svg><foreignObject></td></foreignObject><style><b></style>", false),
        ]
    )
    func rawText(_ html: String, _ isRaw: Bool) {
        let last = TokenReader(html).lines.suffix(2)
        #expect(last.first == (isRaw ? "text <b> [raw style]" : "startTag <b>"), "\(last)")
    }

    @Test("PAGE-2 Scripts and titles in SVG have tags in them, and a title in SVG holds HTML")
    func scripts() {
        #expect(
            TokenReader("<svg><title><script><a></script></title><script><a></script>").lines == [
                "startTag <svg> [foreign]", "startTag <title> [foreign]", "startTag <script>",
                "text <a> [raw script]", "endTag </script>", "endTag </title> [foreign]",
                "startTag <script> [foreign]", "startTag <a> [foreign]", "endTag </script> [foreign]",
            ]
        )
    }

    @Test("PAGE-2 A CDATA section is one in SVG and MathML alone")
    func cdata() {
        #expect(
            TokenReader("<![CDATA[a>b]]><svg><![CDATA[<a>]]><desc><br><![CDATA[b]]><i><![CDATA[c]]>").lines == [
                "comment <![CDATA[a>", "text b]]>", "startTag <svg> [foreign]", "cdata <![CDATA[<a>]]> [foreign]",
                "startTag <desc> [foreign]", "startTag <br>", "cdata <![CDATA[b]]> [foreign]", "startTag <i>",
                "comment <![CDATA[c]]>",
            ]
        )
    }

    @Test("PAGE-2 Elements nested beyond any measure are counted, and their end is found")
    func deep() {
        let depth = 10_000
        let html =
            String(repeating: "<svg>", count: depth) + String(repeating: "</svg>", count: depth - 1)
        #expect(TokenReader(html + "<style><c>").lines.last == "startTag <c> [foreign]")
        #expect(TokenReader(html + "</svg><style><b>").lines.last == "text <b> [raw style]")
    }
}
