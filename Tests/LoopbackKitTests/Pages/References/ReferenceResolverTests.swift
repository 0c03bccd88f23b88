import LoopbackKit
import Testing

@Suite("ReferenceResolver") struct ReferenceResolverTests {
    private static let files = FolderIndex([
        "index.html", "img/a.png", "img/A B.png", "sub/page.html", "sub/index.html", "lib/x.js", "100%.html",
        "empty/a.txt",
    ])
    private static let bases: [LegacyBase] = [
        .root, LegacyBase("/app/"), LegacyBase("file:///android_asset/www"), LegacyBase("app://plugin/"),
        LegacyBase("https://cdn.example/p/", folder: "lib"), LegacyBase("cdvfile://localhost/bundle/"),
    ]

    /// What a URL becomes, with what was behind the replaced part; `nil` for one that is left alone.
    private func rewrite(
        _ url: String,
        _ use: ReferenceUse = .resource,
        from base: String = "",
        bases: [LegacyBase] = bases
    ) -> String? {
        let bytes = Array(url.utf8)
        let resolver = ReferenceResolver(files: Self.files, bases: bases)
        switch resolver.resolve(bytes, use, from: Array(base.utf8)) {
        case .rewritten(_, let part, let new):
            return String(decoding: bytes[..<part.lowerBound] + new + bytes[part.upperBound...], as: UTF8.self)
        case .missing: return "missing"
        case .kept: return "kept"
        case .foreign: return nil
        }
    }

    @Test(
        "PAGE-2 A URL below a legacy base becomes relative, its query and fragment stay",
        arguments: [
            ("/img/a.png", "img/a.png"), ("/img/a.png?v=1#x", "img/a.png?v=1#x"), ("/app/img/a.png", "img/a.png"),
            ("file:///android_asset/www/img/a.png", "img/a.png"), ("FILE:///android_asset/www/img/a.png", "img/a.png"),
            ("file:/android_asset/www/img/a.png", "img/a.png"), ("app://plugin/sub/page.html#a", "sub/page.html#a"),
            ("APP://PLUGIN/img/a.png", "img/a.png"), ("file://localhost/android_asset/www/img/a.png", "img/a.png"),
            ("https://cdn.example/p/x.js", "lib/x.js"), ("http://CDN.example/p/x.js", "lib/x.js"),
            ("//cdn.example/p/x.js", "lib/x.js"), ("cdvfile://localhost/bundle/img/a.png", "img/a.png"), ("/", "./"),
            ("/sub/", "sub/"), ("/sub", "sub/"), ("/img/A%20B.png", "img/A%20B.png"), ("/img/A B.png", "img/A%20B.png"),
            ("/x/../img/a.png", "img/a.png"), ("/../../img/a.png", "img/a.png"), ("/IMG/a.PNG", "img/a.png"),
            ("\\img\\a.png", "img/a.png"), ("file:///android_asset/www", "./"),
            ("/~bridge/bridge.js", "~bridge/bridge.js"),
        ]
    )
    func rewritten(url: String, expected: String) {
        #expect(rewrite(url) == expected)
    }

    @Test(
        "PAGE-2 A URL that is none of the folder's is left alone",
        arguments: [
            "https://example.com/img/a.png", "//example.com/img/a.png", "data:image/png,x", "blob:http://a/b",
            "mailto:a@b",
            "javascript:x()", "#x", "?x", "", "https://cdn.example/q/x.js", "https://cdn.example.org/p/x.js",
            "file:///other/a.png", "app://other/img/a.png", "file:///android_asset/wwwx/a.png", "tel:1",
            "https://user@cdn.example/p/x.js", "https://cdn.example:444/p/x.js", "apps://plugin/img/a.png",
        ]
    )
    func foreign(url: String) {
        #expect(rewrite(url) == nil)
    }

    @Test(
        "PAGE-2 A relative URL that leads to a file stays as it is",
        arguments: [
            ("img/a.png", ""), ("./img/a.png?x", ""), ("../img/a.png", "sub"), ("page.html", "sub"), ("./", "sub"),
        ]
    )
    func kept(url: String, base: String) {
        #expect(rewrite(url, from: base) == "kept")
    }

    @Test(
        "PAGE-2 A relative URL that leads to a file by another name, or by way of the outside, is put right",
        arguments: [
            ("img/A.PNG", "", "img/a.png"), ("../img/a.png", "", "img/a.png"),
            ("../../img/a.png", "sub", "../img/a.png"),
            ("img//a.png", "", "img/a.png"), ("img\\a.png", "", "kept"), ("100%.html", "", "100%25.html"),
            ("Page.html#a", "sub", "page.html#a"),
        ]
    )
    func corrected(url: String, base: String, expected: String) {
        #expect(rewrite(url, from: base) == expected)
    }

    @Test(
        "PAGE-2 A URL that looks local and leads nowhere is missing, and not rewritten",
        arguments: [
            "/no.png", "no.png", "file:///android_asset/www/no.png", "/img", "/empty/", "/img/a.png/", "/img%2Fa.png",
            "/index.html%00", "app://plugin/no", "https://cdn.example/p/no.js",
        ]
    )
    func missing(url: String) {
        #expect(rewrite(url) == "missing")
    }

    @Test("PAGE-2 Root-relative URLs are another site's business where the host says so")
    func noRoot() {
        #expect(rewrite("/img/a.png", bases: [LegacyBase("app://plugin/")]) == nil)
    }

    @Test("PAGE-2 A bare module specifier is no URL, and a module's URL begins with a dot")
    func modules() {
        #expect(rewrite("lib/x.js", .module) == nil)
        #expect(rewrite("./lib/x.js", .module) == "kept")
        #expect(rewrite("/lib/x.js", .module) == "./lib/x.js")
        #expect(rewrite("/lib/x.js", .module, from: "lib") == "./x.js")
        #expect(rewrite("/lib/x.js", .module, from: "sub") == "../lib/x.js")
    }
}
