import LoopbackKit
import Testing

@Suite("Style sheets, scripts and images") struct TextFilesTests {
    @Test("PAGE-2 A style sheet's URLs become relative to it")
    func style() throws {
        let sheet = try RewrittenText(
            "@import \"/css/deep/part.css\" screen; @import url(/css/main.css);\np { background: url( '/img/a.png?v' ), URL(/img/b.png) }",
            as: "css/main.css"
        )
        #expect(
            sheet.text
                == "@import \"deep/part.css\" screen; @import url(main.css);\np { background: url( '../img/a.png?v' ), URL(../img/b.png) }"
        )
    }

    @Test(
        "PAGE-2 A script's modules are relative to it, its workers come from anywhere, service workers from the documents"
    )
    func script() throws {
        let code = "import '/js/lib.js'; export * from \"/js/lib.js\"; new URL('/img/a.png', import.meta.url);"
        #expect(
            try RewrittenText(code, as: "js/main.js").text
                == "import './lib.js'; export * from \"./lib.js\"; new URL('../img/a.png', import.meta.url);"
        )
        let workers = "new Worker('/worker.js'); new SharedWorker('worker.js'); importScripts('/js/lib.js', 'x.js');"
        #expect(
            try RewrittenText(workers, as: "js/main.js").text
                == "new Worker('~root/worker.js'); new SharedWorker('worker.js'); importScripts('~root/js/lib.js', 'x.js');"
        )
        let service = "navigator.serviceWorker.register('/worker.js')"
        let one = try RewrittenText(service, as: "js/main.js", files: ["index.html", "js/main.js", "worker.js"])
        #expect(one.text == "navigator.serviceWorker.register('worker.js')")
        let several = try RewrittenText(service, as: "js/main.js")
        #expect(several.text == service)
        #expect(several.problems == ["1: left to the page script: /worker.js"])
    }

    @Test("PAGE-2 An SVG image's URLs become relative to it, in attributes, styles and instructions")
    func svg() throws {
        let image = try RewrittenText(
            """
            <?xml version="1.0"?><?xml-stylesheet type="text/css" href="/css/main.css"?>
            <!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]>
            <svg xmlns="&ns;"><style><![CDATA[ @import url(/css/main.css); ]]></style><style>a &lt; url(/img/a.png)</style>
            <image xlink:href="/img/a.png" fill="url(/icons.svg#a)" id="url(/img/a.png)"/><use href="#a"/><a href="/page.html">/img/a.png</a></svg>
            """,
            as: "img/x.svg"
        )
        #expect(
            image.text == """
                <?xml version="1.0"?><?xml-stylesheet type="text/css" href="../css/main.css"?>
                <!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]>
                <svg xmlns="&ns;"><style><![CDATA[ @import url(../css/main.css); ]]></style><style>a &lt; url(a.png)</style>
                <image xlink:href="a.png" fill="url(../icons.svg#a)" id="url(/img/a.png)"/><use href="#a"/><a href="../page.html">/img/a.png</a></svg>
                """
        )
    }
}
