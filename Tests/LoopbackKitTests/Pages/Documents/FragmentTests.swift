import LoopbackKit
import Testing

/// What may come to stand anywhere: pieces of documents, and values of custom properties.
@Suite("References from anywhere") struct FragmentTests {
    @Test(
        "PAGE-1 PAGE-2 A text that a script may put into any document leads to files from anywhere, and has what is added"
    )
    func fragment() throws {
        let text = "<p><img src=\"/img/a.png?x\"><a href=/><img src=b.png></p><script>import('/js/lib.js')</script>"
        let fragment = try RewrittenText(text, as: "sub/page.html", isWhole: false) {
            $0.addsPageScript = true
            $0.addsImportMap = true
        }
        #expect(
            fragment.text == """
                <!--loopbackkit--><script src="~page/page.js"></script><!--/loopbackkit-->\
                <p><img src="~root/img/a.png?x"><a href=~root/><img src=b.png></p><script>import('./~root/js/lib.js')</script>
                """
        )
        #expect(fragment.problems.isEmpty)
    }

    @Test(
        "PAGE-2 A whole document has one of the elements that only those have",
        arguments: [
            "<!doctype html>", "<html>", "<head>", "<BODY>", "<title>a</title>", "<meta charset=utf-8>",
            "<base target=a>", "<frameset>",
        ]
    )
    func whole(start: String) throws {
        #expect(try RewrittenText(start + "<img src=/img/a.png>", isWhole: false).text == start + "<img src=img/a.png>")
    }

    @Test(
        "PAGE-2 A URL in a custom property leads to its file from every style sheet that uses it",
        arguments: [
            (
                "a { --logo: url(/img/a.png); color: red; background: url(/img/a.png) }",
                "a { --logo: url(~root/img/a.png); color: red; background: url(../img/a.png) }"
            ),
            ("a{--x:1;b:url(/img/a.png)}", "a{--x:1;b:url(../img/a.png)}"),
            ("a{--x: \"/img/a.png\"}", "a{--x: \"/img/a.png\"}"),
            ("a{--x:url(b.png)}", "a{--x:url(b.png)}"), ("a{--x:url(/no.png)}", "a{--x:url(/no.png)}"),
            (
                "@media x{:root{--a:image-set('/img/a.png' 1x)}b{c:url(/img/a.png)}}",
                "@media x{:root{--a:image-set('~root/img/a.png' 1x)}b{c:url(../img/a.png)}}"
            ),
        ]
    )
    func customProperty(sheet: String, expected: String) throws {
        #expect(try RewrittenText(sheet, as: "css/main.css").text == expected)
    }

    @Test("PAGE-1 With a base on another site the page script does not look for the document's place")
    func foreignBase() throws {
        let page = try RewrittenText("<base href=https://example.com/>") { $0.addsPageScript = true }
        #expect(page.text.contains("<script src=\"~page/page.js\"></script>"))
    }
}
