import LoopbackKit
import Testing

@Suite("CSSReferences")
struct CSSReferencesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var css: String
        var urls: [String]
        var testDescription: String { css.debugDescription }

        init(_ css: String, _ urls: String...) {
            self.css = css
            self.urls = urls
        }
    }

    @Test("PAGE-2 The URLs of a style sheet are found where it loads them", arguments: found)
    func loaded(_ row: Case) { #expect(urls(row.css) == row.urls) }

    @Test("PAGE-2 Other strings of a style sheet are none", arguments: none)
    func other(_ css: String) { #expect(urls(css) == []) }

    @Test("PAGE-2 A URL in a style sheet is replaced where it is written, with its escapes")
    func replaced() {
        let css = Array("a{b:\\75 rl( /\\69 mg/a\\.png?x ) c:url(\"/im\\\r\ng/\\62.png\")}".utf8)
        var changed = css
        for reference in CSSReferences.find(in: css).reversed() {
            let path = reference.text.bytes.firstIndex(of: UInt8(ascii: "?")) ?? reference.text.bytes.count
            changed.replaceSubrange(reference.text.source(of: 0..<path), with: Array("x/y".utf8))
        }
        #expect(String(decoding: changed, as: UTF8.self) == "a{b:\\75 rl( x/y?x ) c:url(\"x/y\")}")
    }

    @Test("PAGE-2 A part of a file is taken alone: a style attribute")
    func part() {
        let html = Array("<p style='background:url(/a.png)'>url(/b.png)</p>".utf8)
        let references = CSSReferences.find(in: html, range: 10..<32)
        #expect(references.map { $0.text.source } == [25..<31])
        #expect(references.map(\.use) == [.resource])
    }

    private func urls(_ css: String) -> [String] {
        CSSReferences.find(in: Array(css.utf8)).map { String(decoding: $0.text.bytes, as: UTF8.self) }
    }

    static let found: [Case] = [
        Case("a{b:url(/a.png)}", "/a.png"),
        Case("a{b:url( /a.png )}", "/a.png"),
        Case("a{b:url(\n\t/a.png\r\n)}", "/a.png"),
        Case("a{b:URL(/a.png) Url(/b.png)}", "/a.png", "/b.png"),
        Case("a{b:url('/a.png')}", "/a.png"),
        Case("a{b:url( \"/a.png\" )}", "/a.png"),
        Case("a{b:url('/a(1).png' crossorigin(anonymous) integrity('x'))}", "/a(1).png"),
        Case("a{b:src('/a.png')}", "/a.png"),
        Case("a{b:src(/* x */ '/a.png')}", "/a.png"),
        Case("a{b:\\75 rl(/a.png)}", "/a.png"),
        Case("a{b:\\url(/a.png)}", "/a.png"),
        Case("a{b:u\\72l(/a.png) \\000055\r\nRL('/b.png')}", "/a.png", "/b.png"),
        Case("a{b:url(/a\\ b\\29.png)}", "/a b).png"),
        Case("a{b:url('/a\\\nb.png')}", "/ab.png"),
        Case("a{b:url(/\\e9 .png)}", "/é.png"),
        Case("a{b:url(/é.png)}", "/é.png"),
        Case("a{b:url(/a.png", "/a.png"),
        Case("a{b:url('/a.png", "/a.png"),
        Case("a{b:url('/a.png'", "/a.png"),
        Case("a{b:url(/a.png\\", "/a.png\u{FFFD}"),
        Case("\u{FEFF}@import '/a.css';", "/a.css"),
        Case("@import '/a.css';", "/a.css"),
        Case("@import\"/a.css\"screen", "/a.css"),
        Case("@IMPORT url(/a.css);@import url('/b.css');", "/a.css", "/b.css"),
        Case("@\\69mport '/a.css';", "/a.css"),
        Case("@import/**/'/a.css'/**/;", "/a.css"),
        Case("@import '/a.css' layer(x) supports(display: grid) screen;", "/a.css"),
        Case("@import '/a.css' supports(font-format('woff')) print; a{b:url(/c)}", "/a.css", "/c"),
        Case("@import '/a.css' supports(background: url(/b.png)) print;", "/a.css"),
        Case("@import url(\"/a.css\") supports(background: image-set('/b.png' 1x));", "/a.css"),
        Case("@charset \"utf-8\";@import '/a.css';", "/a.css"),
        Case("@layer a, b;@import '/a.css' layer(a);", "/a.css"),
        Case("<!-- @import '/a.css'; -->", "/a.css"),
        Case("<!-- --> @import '/a.css';", "/a.css"),
        Case("@import '/a.css'", "/a.css"),
        Case("@import '/a.css", "/a.css"),
        Case("a{}@import '/late.css';", "/late.css"),
        Case("a{b:image-set('/a.png' 1x, '/b.png' 2x)}", "/a.png", "/b.png"),
        Case("a{b:-webkit-image-set(url(/a.png) 1x, '/b.png' 2x)}", "/a.png", "/b.png"),
        Case("a{b:image-set('/a.png' type('image/png') 1x)}", "/a.png"),
        Case("a{b:image-set(linear-gradient(red, blue) 1x, '/a.png' 2x)}", "/a.png"),
        Case("a{b:cross-fade(url(/a.png), url('/b.png'), 50%)}", "/a.png", "/b.png"),
        Case("@font-face{src:local('X'),url(/a.woff2) format('woff2'),url('/a.ttf')}", "/a.woff2", "/a.ttf"),
        Case("@counter-style x{symbols:url(/a.svg) url('/b.svg')}", "/a.svg", "/b.svg"),
        Case("@media print{a{b:url(/a.png)}}", "/a.png"),
        Case("@media (x){@supports (y){@layer z{a{b:url(/a.png)}}}}", "/a.png"),
        Case("@supports (background: url(/no.png)) {a{b:url(/a.png)}}", "/a.png"),
        Case("@container c (width > 1px){a{b:url(/a.png)}}", "/a.png"),
        Case("a{&:hover{b:url(/a.png)} c{d:url(/b.png)}}", "/a.png", "/b.png"),
        Case("a{--x:url(/a.png);--y:{b:url('/b.png')}}", "/a.png", "/b.png"),
        Case("background:url(/a.png);cursor:url('/b.cur'),auto", "/a.png", "/b.cur"),
        Case("a{b:url(/a b);c:url(/d)}", "/d"),
        Case("a{b:'x\n;c:url(/d)}", "/d"),
        Case("@document url(/no.html){a{b:url(/a.png)}}", "/a.png"),
        Case("@-moz-document url-prefix('/no'),domain('x'){a{b:url(/a.png)}}", "/a.png"),
        Case("@namespace svg url(/no);a{b:url(/a.png)}", "/a.png"),
        Case("a{mask:url(#m);b:url(/a.svg#m)}", "#m", "/a.svg#m"),
        Case("a{b:url(data:image/png;base64,AA==)}", "data:image/png;base64,AA=="),
        Case("a{b:url(/a\u{0}b)}", "/a\u{FFFD}b"),
    ]

    static let none: [String] = [
        "", "a{content:'/a.png'}", "a[href='/a.png']{}", "a[style*=\"url(/a.png)\"]{}", "/* url(/a.png) */",
        "/* @import '/a.css'; ", "a{b:url()}", "a{b:url('')}", "a{b:url( )}", "a{b:url(var(--x))}", "a{b:url(/a b)}",
        "a{b:url(/a\"b)}", "a{b:url(/a(b)}", "a{b:url('/a\n')}", "a{b:src(var(--x))}", "a{b:src(/a.png)}",
        "a{b:url (/a.png)}", "a{b:url/**/(/a.png)}", "a{b:xurl(/a.png)}", "a{b:attr(data-x url, '/a.png')}",
        "a{b:image('/a.png')}", "a{b:image-set(type('/a.png') 1x)}", "a{b:image-set(('/a.png') 1x)}",
        "a{b:format('/a.png') tech('/b')}", "@namespace '/a';", "@namespace x url('/a');", "@charset '/a';",
        "@media{@import '/a.css';}", "a{@import '/a.css';}", "a @import '/a.css';", "@import x '/a.css';",
        "@import;'/a.css'", "@import layer('/a.css');", "@importx '/a.css';", "@ import '/a.css';",
        "@supports (a:url(/a)){}",
        "@document url(/a){}", "@layer x{@supports (a:url(/b)){}}", "a{filter:progid:X.AlphaImageLoader(src='/a.png')}",
        "a{quotes:'/' '/'}", "@font-face{font-family:'/a.png';src:local('/b.ttf')}", "url\\(/a.png)",
        "a{b:\"url(/a.png)\"}", "}@import '/a.css';", "a{b:url(/a.png\u{1})}", "#url(/a.png)", "@url(/a.png)",
    ]
}
