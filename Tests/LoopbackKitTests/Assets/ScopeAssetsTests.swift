import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("ScopeAssets")
struct ScopeAssetsTests {
    static func fixture() throws -> AssetFixture {
        let fixture = try AssetFixture()
        try fixture.write("index.html", "<p>home")
        try fixture.write("a.js", "1")
        try fixture.folder("sub")
        try fixture.write("sub/index.html", "<p>sub")
        try fixture.folder("empty")
        return fixture
    }

    @Test("FILE-1 GET gives a file, HEAD the same head")
    func get() throws {
        let fixture = try Self.fixture()
        let assets = try fixture.assets()
        let get = assets.get("/a.js")
        #expect(get.status == .ok)
        #expect(get.text == "1")
        let head = assets.get("/a.js", method: .head)
        #expect(head.status == .ok)
        #expect(head.fields == get.fields)
        #expect(head.body.length == 1)
    }

    @Test(
        "FILE-1 Other methods are refused with Allow",
        arguments: [.post, .put, .delete, .patch, .trace] as [HTTPMethod]
    )
    func methods(method: HTTPMethod) throws {
        let response = try Self.fixture().assets().get("/a.js", method: method)
        #expect(response.status == .methodNotAllowed)
        #expect(response.fields[.allow] == "GET, HEAD, OPTIONS")
    }

    @Test("FILE-1 OPTIONS tells the methods and grants nothing")
    func options() throws {
        let fields: HTTPFields = [.origin: "https://other.example", "Access-Control-Request-Method": "GET"]
        let response = try Self.fixture().assets().get("/a.js", method: .options, fields)
        #expect(response.status == .noContent)
        #expect(response.fields == [.allow: "GET, HEAD, OPTIONS"])
    }

    @Test(
        "FILE-1 What is not there is not found",
        arguments: ["/b.js", "/empty/", "/a.js/", "/a.js/b", "/sub/b/c", "/A.JS"]
    )
    func missing(path: String) throws {
        let response = try Self.fixture().assets().get(path)
        #expect(response.status == .notFound)
        #expect(response.fields[.cacheControl] == "no-store")
    }

    @Test(
        "SCOPE-9 Dot-files and reserved names are never served",
        arguments: [
            ".hidden", ".git/config", "sub/.env", "~proxy", "~health/x",
        ]
    )
    func unserved(name: String) throws {
        let fixture = try Self.fixture()
        for folder in [".git", "~health"] { try fixture.folder(folder) }
        try fixture.write(name, "secret")
        #expect(try fixture.assets().get("/" + name).status == .notFound)
        #expect(try fixture.assets { $0.fallbackDocument = "index.html" }.get("/" + name).status == .notFound)
    }

    @Test("FILE-6 A folder's address gives its index document", arguments: [("/", "<p>home"), ("/sub/", "<p>sub")])
    func index(path: String, text: String) throws {
        let response = try Self.fixture().assets().get(path)
        #expect(response.text == text)
        #expect(response.fields[.contentType] == "text/html; charset=utf-8")
    }

    @Test(
        "FILE-6 Without its slash a folder's address is redirected, never listed",
        arguments: [
            ("/sub", "", "./sub/"), ("/sub", "?a=b%20c", "./sub/?a=b%20c"), ("/empty", "", "./empty/"),
            ("/%73ub", "", "./%73ub/"), ("", "", "./id/"), ("//sub", "", "./sub/"),
        ]
    )
    func redirect(path: String, query: String, location: String) throws {
        let response = try Self.fixture().assets().get(path, query: query)
        #expect(response.status == .temporaryRedirect)
        #expect(response.fields[.location] == location)
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.body.length == 0)
    }

    @Test("FILE-6 A folder with a colon in its name is not taken for a scheme")
    func colon() throws {
        let fixture = try AssetFixture()
        try fixture.folder("javascript:x")
        #expect(try fixture.assets().get("/javascript:x").fields[.location] == "./javascript:x/")
    }

    @Test("FILE-6 The fallback answers navigations to addresses without a file")
    func fallback() throws {
        let fixture = try Self.fixture()
        let assets = try fixture.assets { $0.fallbackDocument = "sub/index.html" }
        let html: HTTPFields = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8"]
        for (path, fields, status) in [
            ("/news/42", html, 200), ("/news/42/", html, 200), ("/news", [:], 200), ("/empty/", html, 200),
            ("/news.html", html, 404), ("/news", [.accept: "application/json"], 404), ("/news", [.accept: "*/*"], 404),
            ("/../news", html, 403), ("/a.js", html, 200), ("/sub", html, 307),
        ] as [(String, HTTPFields, Int)] {
            let response = assets.get(path, fields)
            #expect(response.status.code == status, "\(path) \(fields)")
            if status == 200 { #expect(response.text == (path == "/a.js" ? "1" : "<p>sub")) }
        }
        #expect(assets.get("/news", method: .post).status == .methodNotAllowed)
        #expect(assets.get("/news", method: .head, html).status == .ok)
    }

    @Test(
        "FILE-6 Names with spaces, percent signs, marks and accents",
        arguments: [
            ("100%.html", "/100%25.html"), ("a b.js", "/a%20b.js"), ("%41.txt", "/%2541.txt"),
            ("a..b.txt", "/a..b.txt"),
            ("a#b.txt", "/a%23b.txt"), ("a?b.txt", "/a%3Fb.txt"), ("a+b.txt", "/a+b.txt"), ("a+b.txt", "/a%2Bb.txt"),
            ("a:b.txt", "/a:b.txt"), ("a;b=c.txt", "/a;b=c.txt"), ("a&b.txt", "/a&b.txt"), (" ", "/%20"),
            ("'\"", "/%27%22"),
            ("caf\u{E9}.txt", "/caf%C3%A9.txt"), ("cafe\u{301}.txt", "/cafe%CC%81.txt"),
            ("日本.txt", "/%E6%97%A5%E6%9C%AC.txt"),
            ("caf\u{E9}.txt", "/café.txt"), ("🎈", "/%F0%9F%8E%88"),
        ]
    )
    func names(name: String, path: String) throws {
        let fixture = try AssetFixture()
        try fixture.write(name, "found")
        #expect(try fixture.assets().get(path).text == "found")
        if name == "%41.txt" { #expect(try fixture.assets().get("/%41.txt").status == .notFound) }
    }

    @Test(
        "FILE-2 A name that is stored in the other Unicode form is found",
        arguments: [
            ("caf\u{E9}.txt", "/cafe%CC%81.txt"), ("cafe\u{301}.txt", "/caf%C3%A9.txt"),
        ]
    )
    func normalForms(name: String, path: String) throws {
        let fixture = try AssetFixture()
        try fixture.write(name, "found")
        try fixture.folder("u\u{308}ber")
        try fixture.write("u\u{308}ber/" + name, "found below")
        let assets = try fixture.assets()
        #expect(assets.get(path).text == "found")
        #expect(assets.get("/%C3%BCber" + path).text == "found below")
        #expect(assets.get("/%C3%BCber/nothing").status == .notFound)
    }

    @Test("FILE-2 Of two names in two forms each is its own")
    func bothForms() throws {
        let fixture = try AssetFixture()
        try fixture.write("caf\u{E9}.txt", "composed")
        try fixture.write("cafe\u{301}.txt", "decomposed")
        let assets = try fixture.assets()
        #expect(assets.get("/caf%C3%A9.txt").text == "composed")
        #expect(assets.get("/cafe%CC%81.txt").text == "decomposed")
    }

    @Test("FILE-2 The search for another form does not leave the folder")
    func normalFormOutside() throws {
        let fixture = try AssetFixture()
        try fixture.write("caf\u{E9}.txt", AssetFixture.canary, in: fixture.base)
        try fixture.link("o\u{308}ut", to: "..")
        #expect(try fixture.assets().get("/%C3%B6ut/cafe%CC%81.txt").text.contains("CANARY") == false)
    }

    @Test("FILE-5 SCOPE-6 SCOPE-7 Files carry their validators and policies")
    func fields() throws {
        let fixture = try Self.fixture()
        try fixture.write("a.svg", "<svg/>")
        let assets = try fixture.assets()
        for path in ["/", "/a.js", "/a.svg"] {
            let fields = assets.get(path).fields
            #expect(fields[.cacheControl] == "no-cache")
            #expect(fields[.crossOriginResourcePolicy] == "same-origin")
            #expect(fields[.contentSecurityPolicy] == "frame-ancestors 'self'")
            #expect(fields[.xContentTypeOptions] == "nosniff")
            #expect(fields[.lastModified]?.utf8.count == 29)
            #expect(EntityTag(parsing: fields[.eTag] ?? "")?.isWeak == false)
            #expect(fields[.referrerPolicy] == (path == "/a.js" ? nil : "strict-origin-when-cross-origin"))
            #expect(!fields.contains("Access-Control-Allow-Origin"))
        }
    }

    @Test("SCOPE-7 PAGE-5 A host changes the policies, and a 304 carries them too")
    func configured() throws {
        let assets = try Self.fixture().assets {
            $0.cacheControl = "max-age=60"
            $0.resourcePolicy = .crossOrigin
            $0.frameAncestors = nil
            $0.referrerPolicy = "no-referrer"
            $0.documentFields = ["Permissions-Policy": "camera=()", .contentSecurityPolicy: "default-src 'self'"]
        }
        let whole = assets.get("/").fields
        let checked = assets.get("/", [.ifNoneMatch: whole[.eTag] ?? ""])
        #expect(checked.status == .notModified)
        #expect(checked.fields[.contentType] == nil)
        for fields in [whole, checked.fields] {
            #expect(fields[.cacheControl] == "max-age=60")
            #expect(fields[.crossOriginResourcePolicy] == "cross-origin")
            #expect(fields[.contentSecurityPolicy] == "default-src 'self'")
            #expect(fields[.referrerPolicy] == "no-referrer")
            #expect(fields["Permissions-Policy"] == "camera=()")
            #expect(fields[.eTag] == whole[.eTag])
        }
        #expect(assets.get("/a.js").fields["Permissions-Policy"] == nil)
    }

    @Test("FILE-5 Conditions on a file, remembered or not", arguments: [0, 2])
    func conditions(settling: Int) throws {
        let assets = try Self.fixture().assets(settling: settling)
        let current = assets.get("/a.js").fields
        let (tag, date) = (try #require(current[.eTag]), try #require(current[.lastModified]))
        let past = "Sun, 06 Nov 1994 08:49:37 GMT"
        for (fields, status) in [
            ([.ifNoneMatch: tag], 304), ([.ifNoneMatch: "W/\(tag)"], 304), ([.ifNoneMatch: "\"other\""], 200),
            ([.ifModifiedSince: date], 304), ([.ifModifiedSince: past], 200), ([.ifMatch: tag], 200),
            ([.ifMatch: "\"other\""], 412), ([.ifUnmodifiedSince: date], 200), ([.ifUnmodifiedSince: past], 412),
            ([.ifNoneMatch: "\"other\"", .ifModifiedSince: date], 200),
            ([.ifMatch: tag, .ifUnmodifiedSince: past], 200),
        ] as [(HTTPFields, Int)] {
            let response = assets.get("/a.js", fields)
            #expect(response.status.code == status, "\(fields)")
            #expect(response.body.length == (status == 200 ? 1 : 0))
        }
    }

    @Test("FILE-1 A folder that can't be served is a clear error")
    func errors() throws {
        let fixture = try Self.fixture()
        for (path, code) in [
            (fixture.root + "/nothing", AssetError.Code.folderMissing), (fixture.root + "/a.js", .notAFolder),
            ("", .folderMissing),
            (fixture.root + "\0", .folderMissing),
        ] {
            let error = #expect(throws: AssetError.self) { _ = try ScopeAssets(folder: path) }
            #expect(error?.code == code)
            #expect(error?.path == path)
        }
    }
}
