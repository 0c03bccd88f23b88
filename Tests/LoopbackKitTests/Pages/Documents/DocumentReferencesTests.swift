import LoopbackKit
import Testing

@Suite("Documents' references") struct DocumentReferencesTests {
    @Test(
        "PAGE-2 Each attribute with a URL leads to the file by a relative one",
        arguments: [
            (#"<img src="/img/a.png">"#, #"<img src="img/a.png">"#), ("<img src=/img/a.png>", "<img src=img/a.png>"),
            ("<img src='/img/a.png'/>", "<img src='img/a.png'/>"),
            ("<IMG SRC = \"/img/a.png\">", "<IMG SRC = \"img/a.png\">"),
            (#"<a href="/page.html#x">"#, #"<a href="page.html#x">"#), (#"<a href="/">"#, #"<a href="./">"#),
            (#"<link rel=stylesheet href="/css/main.css?v=1">"#, #"<link rel=stylesheet href="css/main.css?v=1">"#),
            (#"<video poster="/img/a.png" src=/media/clip.mp4>"#, #"<video poster="img/a.png" src=media/clip.mp4>"#),
            (#"<object data="/img/a.png">"#, #"<object data="img/a.png">"#),
            (#"<body background="/img/a.png">"#, #"<body background="img/a.png">"#),
            (#"<form action="/page.html">"#, #"<form action="page.html">"#),
            (#"<button formaction="/page.html">"#, #"<button formaction="page.html">"#),
            (#"<img srcset="/img/a.png 1x, /img/b.png 2x">"#, #"<img srcset="img/a.png 1x, img/b.png 2x">"#),
            (#"<img srcset="/img/a.png,/img/b.png 2x">"#, #"<img srcset="/img/a.png,/img/b.png 2x">"#),
            (#"<link imagesrcset="/img/a.png 100w">"#, #"<link imagesrcset="img/a.png 100w">"#),
            (#"<p style="background:url(/img/a.png)">"#, #"<p style="background:url(img/a.png)">"#),
            (
                #"<p style="background:url(&quot;/img/a.png&quot;)">"#,
                #"<p style="background:url(&quot;img/a.png&quot;)">"#
            ),
            (#"<svg><use href="/icons.svg#a"/></svg>"#, #"<svg><use href="icons.svg#a"/></svg>"#),
            (#"<svg><image xlink:href='/img/a.png'/>"#, #"<svg><image xlink:href='img/a.png'/>"#),
            (#"<svg><rect fill="url(/icons.svg#a)"/>"#, #"<svg><rect fill="url(icons.svg#a)"/>"#),
            (
                #"<meta http-equiv="refresh" content="0; url=/page.html">"#,
                #"<meta http-equiv="refresh" content="0; url=page.html">"#
            ),
            (#"<iframe srcdoc="<img src=/img/a.png>">"#, #"<iframe srcdoc="<img src=img/a.png>">"#),
            (
                #"<iframe srcdoc="&lt;p style='background:url(&quot;/img/a.png&quot;)'&gt;">"#,
                #"<iframe srcdoc="&lt;p style='background:url(&quot;img/a.png&quot;)'&gt;">"#
            ),
            (#"<a onclick="import('/js/main.js')">"#, #"<a onclick="import('./js/main.js')">"#),
            ("<img src='/a&#32;b.png'>", "<img src='a%20b.png'>"),
            ("<img src='/img/a.png?x=1&amp;y'>", "<img src='img/a.png?x=1&amp;y'>"),
            ("<img src=' /img/a.png '>", "<img src=' img/a.png '>"),
            ("<img src='/img/\na.png'>", "<img src='img/a.png'>"),
            ("<noscript><img src=/img/a.png></noscript>", "<noscript><img src=img/a.png></noscript>"),
            ("<template><img src=/img/a.png></template>", "<template><img src=img/a.png></template>"),
        ]
    )
    func attribute(written: String, expected: String) throws {
        #expect(try RewrittenText(written).text == expected)
    }

    @Test(
        "PAGE-2 What only looks like a reference stays as it is",
        arguments: [
            "<!-- <img src=/img/a.png> -->", "<p>/img/a.png</p>", "<textarea><img src=/img/a.png></textarea>",
            "<title>/img/a.png <img src='/img/a.png'></title>", "<script>x = '<img src=\"/img/a.png\">'</script>",
            "<script type=application/json>{\"a\":\"/img/a.png\"}</script>", "<p data-src=/img/a.png title=/img/a.png>",
            "<img alt='/img/a.png' src=https://example.com/img/a.png>",
            "<style>p::after { content: '/img/a.png' }</style>",
            "<img src=/img/b.pngx data-x src=/img/a.png>", "<param data=/img/a.png>",
            "<meta name=x content=/img/a.png>",
            "<script type=text/x-template><img src=/img/a.png></script>", "<xmp><img src=/img/a.png></xmp>",
            "<a href='/img/a.png&unknownreference;'>", "<plaintext><img src=/img/a.png>", "<img src=/img/a.png",
        ]
    )
    func untouched(written: String) throws {
        #expect(try RewrittenText(written).text == written)
    }

    @Test("PAGE-2 Inline scripts, modules and styles are rewritten by their own rules")
    func inline() throws {
        let page = try RewrittenText(
            """
            <style>@import "/css/main.css"; p { background: url(/img/a.png) }</style>
            <script>import("/js/main.js"); x = "/js/main.js"</script>
            <script type="module">import a from "/js/lib.js"; new Worker("/worker.js")</script>
            """,
            as: "sub/page.html"
        )
        #expect(
            page.text == """
                <style>@import "../css/main.css"; p { background: url(../img/a.png) }</style>
                <script>import("../js/main.js"); x = "/js/main.js"</script>
                <script type="module">import a from "../js/lib.js"; new Worker("../worker.js")</script>
                """
        )
        #expect(page.result.rewritten == 5)
    }

    @Test("PAGE-2 References that lead nowhere are told with file and line, and stay")
    func missing() throws {
        let text =
            "<p>\r\n<img src=/no.png>\r\n<a href=none.html>\n<link rel=canonical href=/x><link rel=icon href=/i.ico>"
        let page = try RewrittenText(text)
        #expect(page.text == text)
        #expect(
            page.problems == [
                "2: there is no such file: /no.png", "3: there is no such file: none.html",
                "4: there is no such file: /i.ico",
            ]
        )
        #expect("\(page.result.findings[0])" == "index.html:2: there is no such file: /no.png")
    }

    @Test("PAGE-2 Encodings, line ends and everything between the references are kept byte by byte")
    func bytesKept() throws {
        let rewriter = PageRewriter(files: FolderIndex(["caf\u{E9}.png", "index.html"]), configuration: .plain)
        let latin =
            Array("<!doctype html><meta charset=windows-1252>\r\n<img src='/caf".utf8) + [0xE9] + Array(".png'>\r".utf8)
            + [
                0x80, 0x81,
            ]
        let result = rewriter.rewrite(latin, path: "index.html", kind: .html, hashes: ContentHashes())
        let expected =
            Array("<!doctype html><meta charset=windows-1252>\r\n<img src='caf%C3%A9.png'>\r".utf8) + [0x80, 0x81]
        #expect(result.bytes == expected)
        let wide = "<!doctype html><img src='/caf\u{E9}.png'>\r\n\u{1F600}".utf16.flatMap {
            [UInt8($0 & 255), UInt8($0 >> 8)]
        }
        let wideResult = rewriter.rewrite(
            [0xFF, 0xFE] + wide,
            path: "index.html",
            kind: .html,
            hashes: ContentHashes()
        )
        let wideExpected = "<!doctype html><img src='caf%C3%A9.png'>\r\n\u{1F600}".utf16.flatMap {
            [UInt8($0 & 255), UInt8($0 >> 8)]
        }
        #expect(wideResult.bytes == [0xFF, 0xFE] + wideExpected)
    }

    @Test(
        "PAGE-2 Documents within documents beyond any measure are not followed, and end the program no more than others"
    )
    func depth() throws {
        let nested = String(repeating: "<noscript>", count: 20_000) + "<img src=/img/a.png>"
        #expect(try RewrittenText(nested).text == nested)
        let frames = String(repeating: "<iframe srcdoc=<iframe/srcdoc=", count: 2_000)
        #expect(try RewrittenText(frames).text == frames)
    }

    @Test("PAGE-2 The library's own addresses are no missing files, at any depth")
    func markers() throws {
        let page = try RewrittenText(
            "<script src=~bridge/bridge.js></script><script src=../~page/host.js>",
            as: "sub/page.html"
        )
        #expect(page.problems.isEmpty)
    }

    @Test("PAGE-2 A file in an encoding that is not supported is left alone, and told")
    func encodings() {
        let rewriter = PageRewriter(files: FolderIndex(["a.png"]), configuration: PageConfiguration())
        for bytes in [[0xFF, 0xFE, 0x41], Array("<meta charset=iso-2022-jp><img src=/a.png>".utf8)] as [[UInt8]] {
            let result = rewriter.rewrite(bytes, path: "index.html", kind: .html, hashes: ContentHashes())
            #expect(result.bytes == nil)
            #expect(result.findings.map(\.problem) == [.encoding])
        }
    }
}

extension PageConfiguration {
    /// Nothing is added to documents.
    static var plain: PageConfiguration {
        var configuration = PageConfiguration()
        configuration.addsBridge = false
        configuration.addsPageScript = false
        configuration.addsImportMap = false
        configuration.proxiesCalls = false
        return configuration
    }
}
