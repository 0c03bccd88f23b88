import LoopbackKit
import Testing

@Suite("Base elements") struct BaseElementTests {
    @Test(
        "PAGE-2 A base becomes the relative path of the scope's root, and what follows is relative to it",
        arguments: [
            ("index.html", "/", "./", "img/a.png"), ("sub/page.html", "/", "../", "img/a.png"),
            ("sub/page.html", "app://plugin/", "../", "img/a.png"), ("index.html", "/css/", "css/", "../img/a.png"),
            ("sub/page.html", "/css/deep/x.html", "../css/deep/x.html", "../../img/a.png"),
            ("index.html", "/unknown/", "./", "img/a.png"), ("sub/page.html", "./", "./", "../img/a.png"),
            ("sub/page.html", "../", "../", "img/a.png"), ("sub/page.html", "?x", "?x", "../img/a.png"),
        ]
    )
    func base(path: String, href: String, expected: String, image: String) throws {
        let page = try RewrittenText("<base href=\"\(href)\"><img src='/img/a.png'>", as: path, files: files) {
            $0.legacyBases.append(LegacyBase("app://plugin/"))
        }
        #expect(page.text == "<base href=\"\(expected)\"><img src='\(image)'>")
    }

    private let files = RewrittenText.files + ["css/deep/x.html", "css/index.html"]

    @Test("PAGE-2 A base that the folder doesn't have is where the site lived: URLs below it are the folder's")
    func siteRoot() throws {
        let page = try RewrittenText("<base href=/app/v2/><img src=/app/v2/img/a.png><img src=img/b.png>")
        #expect(page.text == "<base href=./><img src=img/a.png><img src=img/b.png>")
    }

    @Test("PAGE-2 With a base on another site nothing that follows is the folder's")
    func foreign() throws {
        let text = "<img src=/img/a.png><base href=https://example.com/><img src=/img/a.png><img src=x.png>"
        let page = try RewrittenText(text)
        #expect(page.text == text.replacing(#/^<img src=\//#, with: "<img src="))
        #expect(page.problems.isEmpty)
    }

    @Test("PAGE-2 The first base with a URL counts, and one without is none")
    func several() throws {
        let page = try RewrittenText(
            "<base target=_blank><base href=/css/><base href=/><img src=/img/a.png>",
            files: files
        )
        #expect(page.text == "<base target=_blank><base href=css/><base href=/><img src=../img/a.png>")
    }
}
