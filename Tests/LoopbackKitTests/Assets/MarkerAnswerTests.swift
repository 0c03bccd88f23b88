import LoopbackKit
import LoopbackKitHTTP
import Testing

/// The library's own addresses inside of a scope.
@Suite("MarkerAnswers")
struct MarkerAnswerTests {
    private static func fixture() throws -> FolderFixture {
        let fixture = try FolderResponderTests.fixture()
        try fixture.folder(".loopbackkit")
        try fixture.folder(".loopbackkit/page")
        try fixture.folder(".loopbackkit/page/sub")
        try fixture.write(".loopbackkit/page/page.js", "page script")
        try fixture.write(".loopbackkit/page/host.css", "style")
        try fixture.write(".loopbackkit/page/.hidden", "hidden")
        try fixture.write(".loopbackkit/manifest", "manifest")
        return fixture
    }

    @Test(
        "SCOPE-9 PAGE-6 What preparation added is served at any depth, with a file's type, fields and conditions",
        arguments: ["/~page/page.js", "/%7Epage/page.js", "/deep/path/~page/page.js", "/a.js/~page/%70age.js"]
    )
    func pageFiles(path: String) throws {
        let assets = try Self.fixture().assets()
        let whole = assets.get(path)
        let file = assets.get("/a.js")
        #expect(whole.status == .ok)
        #expect(whole.text == "page script")
        #expect(whole.fields.map(\.name) == file.fields.map(\.name))
        #expect(whole.fields[.contentType] == "text/javascript; charset=utf-8")
        #expect(whole.fields[.cacheControl] == "no-cache")
        #expect(assets.get(path, [.ifNoneMatch: whole.fields[.eTag] ?? ""]).status == .notModified)
        #expect(assets.get(path, [.range: "bytes=0-3"]).text == "page")
        #expect(assets.get(path, method: .head).status == .ok)
    }

    @Test("SCOPE-9 A page file that was changed or removed shows at once")
    func changedPageFile() throws {
        let fixture = try Self.fixture()
        let assets = try fixture.assets()
        for content in ["one", "three"] {
            try fixture.write(".loopbackkit/page/page.js", content)
            for path in ["/~page/page.js", "/deep/~page/page.js"] { #expect(assets.get(path).text == content) }
        }
        try fixture.remove("root/.loopbackkit/page/page.js")
        #expect(assets.get("/~page/page.js").status == .notFound)
    }

    @Test(
        "SCOPE-9 The library's folder is served by no other path",
        arguments: [
            "/.loopbackkit/page/page.js", "/%2Eloopbackkit/page/page.js", "/~page/", "/~page/sub", "/~page/sub/",
            "/~page/.hidden", "/~page/none.js", "/~page/~page/page.js", "/~page", "/~bridge/", "/~bridge/bridge.js/",
            "/~bridge/other.js", "/~proxy/page.js", "/~pages/page.js", "/x~page/page.js",
        ]
    )
    func unserved(path: String) throws {
        let fixture = try Self.fixture()
        for assets in [try fixture.assets(), try fixture.assets { $0.fallbackDocument = "index.html" }] {
            #expect(assets.get(path).status == .notFound)
        }
    }

    @Test("SCOPE-9 A file below a hidden folder is remembered under its key, and found by no other path")
    func remembered() throws {
        let fixture = try Self.fixture()
        let responder = try FolderResponder(folder: fixture.root, settling: 0)
        let hidden = ServedFixture(fixture: fixture) { request, path in
            let key = Array("/key".utf8) + path
            return responder.respond(to: request, path: path.span, below: ReservedMarker.pageFolder, key: key.span)
        }
        let files = ServedFixture(fixture: fixture) { responder.respond(to: $0, path: $1.span) }
        #expect(files.get("/key/page.js").status == .notFound)
        #expect(hidden.get("/page.js").text == "page script")
        #expect(files.get("/key/page.js").text == "page script")
        for path in ["/page.js", "/.loopbackkit/page/page.js"] { #expect(files.get(path).status == .notFound) }
        for path in ["/sub", "/sub/", "/", "", "/.hidden", "/none.js"] { #expect(hidden.get(path).status == .notFound) }
        #expect(hidden.get("/page.js", method: .post).status == .methodNotAllowed)
    }

    @Test(
        "SCOPE-9 FILE-2 No path leads from the page files out of their folder",
        arguments: [
            "/~page/../manifest", "/~page/%2e%2e/manifest", "/~page/..%2fmanifest", "/~page/sub/../../manifest",
            "/deep/~page/%2e%2e/manifest", "/~page/%00",
        ]
    )
    func contained(path: String) throws {
        let response = try Self.fixture().assets().get(path)
        #expect(response.status == .notFound || response.status == .forbidden)
        #expect(!response.text.contains("manifest\n") && response.text != "manifest")
    }

    @Test(
        "SCOPE-9 From anywhere ~root leads to the folder's own files, and to nothing else",
        arguments: [
            ("/~root/a.js", "/a.js"), ("/deep/~root/a.js", "/a.js"), ("/deep/~root/~root/a.js", "/a.js"),
            ("/%7eroot/a.js", "/a.js"), ("/~root/~page/page.js", "/~page/page.js"),
            ("/a/~root/x/~bridge/bridge.js", "/~bridge/bridge.js"),
            ("/~root/", "/"), ("/~root/none.js", "/none.js"), ("/~root/.hidden", "/.hidden"),
            ("/a/~root/../../a.js", "/../../a.js"),
            ("/~root/.loopbackkit/page/page.js", "/.loopbackkit/page/page.js"), ("/~root/~other/x", "/~other/x"),
        ]
    )
    func root(path: String, plain: String) throws {
        let fixture = try Self.fixture()
        for fallback in [nil, "index.html"] {
            let assets = try fixture.assets { $0.fallbackDocument = fallback }
            let (found, expected) = (
                assets.get(path, [.accept: "text/html"]), assets.get(plain, [.accept: "text/html"])
            )
            #expect(found.status == expected.status && found.text == expected.text)
            #expect(found.fields[.contentType] == expected.fields[.contentType])
        }
    }

    @Test("SCOPE-9 A fallback document answers for no marker")
    func fallback() throws {
        let assets = try Self.fixture().assets { $0.fallbackDocument = "index.html" }
        for path in ["/deep/~bridge/", "/deep/~page/x", "/deep/~bridge/x", "/deep/~page/"] {
            #expect(assets.get(path, [.accept: "text/html"]).status == .notFound)
        }
    }

    @Test("SCOPE-9 Without preparation there are no page files, and the library's addresses come before files")
    func ownFiles() throws {
        let fixture = try FolderResponderTests.fixture()
        #expect(try fixture.assets().get("/~page/page.js").status == .notFound)
        for folder in ["deep", "deep/~page"] { try fixture.folder(folder) }
        try fixture.write("deep/~page/page.js", "the plugin's own")
        try fixture.write("deep/~x", "file")
        #expect(try fixture.assets().get("/deep/~page/page.js").status == .notFound)
        #expect(try fixture.assets().get("/deep/~x").text == "file")
    }

    @Test(
        "SCOPE-9 The bridge library comes from the binary, at any depth",
        arguments: ["/~bridge/bridge.js", "/%7Ebridge/bridge.js", "/deep/path/~bridge/bridge.js"]
    )
    func bridge(path: String) throws {
        let assets = try FolderResponderTests.fixture().assets { $0.resourcePolicy = .crossOrigin }
        let whole = assets.get(path)
        #expect(whole.status == .ok)
        #expect(whole.content == PageScripts.bridge)
        #expect(whole.fields[.contentType] == "text/javascript; charset=utf-8")
        #expect(whole.fields[.cacheControl] == "no-cache")
        #expect(whole.fields[.xContentTypeOptions] == "nosniff")
        #expect(whole.fields[.crossOriginResourcePolicy] == "cross-origin")
        #expect(whole.fields[.contentSecurityPolicy] == "frame-ancestors 'self'")
        let tag = try #require(whole.fields[.eTag])
        #expect(EntityTag(parsing: tag)?.isWeak == false)
        let checked = assets.get(path, [.ifNoneMatch: tag])
        #expect(checked.status == .notModified)
        #expect(checked.fields[.eTag] == tag)
        #expect(checked.fields[.contentType] == nil)
        #expect(assets.get(path, [.ifNoneMatch: "\"other\""]).status == .ok)
        #expect(assets.get(path, [.ifMatch: "\"other\""]).status == .preconditionFailed)
        #expect(assets.get(path, method: .head).status == .ok)
    }

    @Test(
        "SCOPE-9 The gate lets markers through that are answered, at the first place, and no others",
        arguments: [
            ("~page/page.js", .ok), ("%7Ebridge/x", .ok), ("a/~page/x", .ok), ("~proxy/x", .notFound),
            ("~proxy/~page/page.js", .notFound), ("~page", .notFound), ("~bridge", .notFound), ("~pages/x", .notFound),
        ] as [(String, HTTPStatus)]
    )
    func gate(path: String, status: HTTPStatus) throws {
        let bench = ScopeBench()
        let registration = try bench.register("demo")
        #expect(try bench.answer("plugins/demo/\(path)").status == status)
        withExtendedLifetime(registration) {}
    }
}
