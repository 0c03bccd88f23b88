import LoopbackKitHTTP
import Testing

@Suite("FolderResponder")
struct FolderResponderTests {
    static func fixture() throws -> FolderFixture {
        let fixture = try FolderFixture()
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
        let files = try fixture.files()
        let get = files.get("/a.js")
        #expect(get.status == .ok)
        #expect(get.text == "1")
        let head = files.get("/a.js", method: .head)
        #expect(head.status == .ok)
        #expect(head.fields == get.fields)
        #expect(head.body.length == 1)
    }

    @Test(
        "FILE-1 Other methods are refused with Allow",
        arguments: [.post, .put, .delete, .patch, .trace] as [HTTPMethod]
    )
    func methods(method: HTTPMethod) throws {
        let response = try Self.fixture().files().get("/a.js", method: method)
        #expect(response.status == .methodNotAllowed)
        #expect(response.fields[.allow] == "GET, HEAD, OPTIONS")
    }

    @Test("FILE-1 OPTIONS tells the methods and grants nothing")
    func options() throws {
        let fields: HTTPFields = [.origin: "https://other.example", "Access-Control-Request-Method": "GET"]
        let response = try Self.fixture().files().get("/a.js", method: .options, fields)
        #expect(response.status == .noContent)
        #expect(response.fields == [.allow: "GET, HEAD, OPTIONS"])
    }

    @Test(
        "FILE-1 What is not there is not found",
        arguments: ["/b.js", "/empty/", "/a.js/", "/a.js/b", "/sub/b/c", "/A.JS"]
    )
    func missing(path: String) throws {
        let response = try Self.fixture().files().get(path)
        #expect(response.status == .notFound)
        #expect(response.fields[.cacheControl] == "no-store")
    }

    @Test("FILE-6 A folder's address gives its index document", arguments: [("/", "<p>home"), ("/sub/", "<p>sub")])
    func index(path: String, text: String) throws {
        let response = try Self.fixture().files().get(path)
        #expect(response.text == text)
        #expect(response.fields[.contentType] == "text/html; charset=utf-8")
    }

    @Test(
        "FILE-6 Without its slash a folder's address is redirected, never listed",
        arguments: [
            ("/sub", "", "./sub/"), ("/sub", "?a=b%20c", "./sub/?a=b%20c"), ("/empty", "", "./empty/"),
            ("/%73ub", "", "./%73ub/"), ("", "", "./at/"), ("//sub", "", "./sub/"),
        ]
    )
    func redirect(path: String, query: String, location: String) throws {
        let response = try Self.fixture().files().get(path, query: query)
        #expect(response.status == .temporaryRedirect)
        #expect(response.fields[.location] == location)
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.body.length == 0)
    }

    @Test("FILE-6 A folder with a colon in its name is not taken for a scheme")
    func colon() throws {
        let fixture = try FolderFixture()
        try fixture.folder("javascript:x")
        #expect(try fixture.files().get("/javascript:x").fields[.location] == "./javascript:x/")
    }

    @Test(
        "FILE-6 The fallback answers navigations to addresses without a file",
        arguments: ["sub/index.html", "/sub/index.html"]
    )
    func fallback(document: String) throws {
        let fixture = try Self.fixture()
        let files = try fixture.files { $0.fallbackDocument = document }
        let html: HTTPFields = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8"]
        for (path, fields, status) in [
            ("/news/42", html, 200), ("/news/42/", html, 200), ("/news", [:], 200), ("/empty/", html, 200),
            ("/news.html", html, 404), ("/news", [.accept: "application/json"], 404), ("/news", [.accept: "*/*"], 404),
            ("/../news", html, 403), ("/a.js", html, 200), ("/sub", html, 307),
        ] as [(String, HTTPFields, Int)] {
            let response = files.get(path, fields)
            #expect(response.status.code == status, "\(path) \(fields)")
            if status == 200 { #expect(response.text == (path == "/a.js" ? "1" : "<p>sub")) }
        }
        #expect(files.get("/news", method: .post).status == .methodNotAllowed)
        #expect(files.get("/news", method: .head, html).status == .ok)
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
        let fixture = try FolderFixture()
        try fixture.write(name, "found")
        #expect(try fixture.files().get(path).text == "found")
        if name == "%41.txt" { #expect(try fixture.files().get("/%41.txt").status == .notFound) }
    }

    @Test(
        "FILE-2 A name that is stored in the other Unicode form is found",
        arguments: [
            ("caf\u{E9}.txt", "/cafe%CC%81.txt"), ("cafe\u{301}.txt", "/caf%C3%A9.txt"),
        ]
    )
    func normalForms(name: String, path: String) throws {
        let fixture = try FolderFixture()
        try fixture.write(name, "found")
        try fixture.folder("u\u{308}ber")
        try fixture.write("u\u{308}ber/" + name, "found below")
        let files = try fixture.files()
        #expect(files.get(path).text == "found")
        #expect(files.get("/%C3%BCber" + path).text == "found below")
        #expect(files.get("/%C3%BCber/nothing").status == .notFound)
    }

    @Test("FILE-2 Of two names in two forms each is its own")
    func bothForms() throws {
        let fixture = try FolderFixture()
        try fixture.write("caf\u{E9}.txt", "composed")
        try fixture.write("cafe\u{301}.txt", "decomposed")
        let files = try fixture.files()
        #expect(files.get("/caf%C3%A9.txt").text == "composed")
        #expect(files.get("/cafe%CC%81.txt").text == "decomposed")
    }

    @Test("FILE-2 The search for another form does not leave the folder")
    func normalFormOutside() throws {
        let fixture = try FolderFixture()
        try fixture.write("caf\u{E9}.txt", FolderFixture.canary, in: fixture.base)
        try fixture.link("o\u{308}ut", to: "..")
        #expect(try fixture.files().get("/%C3%B6ut/cafe%CC%81.txt").text.contains("CANARY") == false)
    }

    @Test("FILE-5 Files carry their validators and their type, and no more unless it is asked for")
    func fields() throws {
        let names: Set<HTTPFieldName> = [
            .contentType, .acceptRanges, .eTag, .lastModified, .cacheControl, .xContentTypeOptions,
        ]
        let files = try Self.fixture().files()
        for path in ["/", "/a.js"] {
            let fields = files.get(path).fields
            #expect(Set(fields.map(\.name)) == names)
            #expect(fields[.cacheControl] == "no-cache")
            #expect(fields[.xContentTypeOptions] == "nosniff")
            #expect(fields[.lastModified]?.utf8.count == 29)
            #expect(EntityTag(parsing: fields[.eTag] ?? "")?.isWeak == false)
        }
    }

    @Test("HTTP-9 A program's fields are on every answer, those of documents on documents, and on a 304 too")
    func configured() throws {
        let files = try Self.fixture().files {
            $0.cacheControl = "max-age=60"
            $0.forbidsSniffing = false
            $0.fields = ["X-All": "1"]
            $0.documentFields = ["X-Document": "2", "X-All": "3"]
        }
        let tag = files.get("/").fields[.eTag] ?? ""
        for (path, fields, status, isDocument) in [
            ("/", [:], 200, true), ("/", [.ifNoneMatch: tag], 304, true), ("/", [.range: "bytes=0-1"], 206, true),
            ("/a.js", [:], 200, false), ("/", [.ifMatch: "\"x\""], 412, false),
            ("/", [.range: "bytes=99-"], 416, false),
            ("/none", [:], 404, false), ("/..", [:], 403, false), ("/sub", [:], 307, false),
        ] as [(String, HTTPFields, Int, Bool)] {
            let response = files.get(path, fields)
            #expect(response.status.code == status, "\(path)")
            #expect(response.fields["X-All"] == (isDocument ? "1, 3" : "1"), "\(path) \(status)")
            #expect(response.fields["X-Document"] == (isDocument ? "2" : nil), "\(path) \(status)")
            #expect(response.fields[.xContentTypeOptions] == nil)
            let hasFile = isDocument || status == 200
            #expect(response.fields[.cacheControl] == (hasFile ? "max-age=60" : "no-store"), "\(path) \(status)")
        }
    }

    @Test("FILE-5 A type of files has its own Cache-Control where it is given one")
    func cacheControlByType() throws {
        let files = try Self.fixture().files { $0.types["js"]?.cacheControl = "max-age=60" }
        #expect(files.get("/a.js").fields[.cacheControl] == "max-age=60")
        #expect(files.get("/").fields[.cacheControl] == "no-cache")
        let tag = files.get("/a.js").fields[.eTag] ?? ""
        #expect(files.get("/a.js", [.ifNoneMatch: tag]).fields[.cacheControl] == "max-age=60")
    }

    @Test("FILE-2 A dot-file is served only when its name is given")
    func dotFiles() throws {
        let fixture = try Self.fixture()
        for folder in [".well-known", ".git"] { try fixture.folder(folder) }
        for name in [".well-known/a", ".well-known/.b", ".git/config", ".env"] { try fixture.write(name, "content") }
        let files = try fixture.files { $0.servedDotNames = [".well-known"] }
        #expect(files.get("/.well-known/a").text == "content")
        for path in ["/.well-known/.b", "/.git/config", "/.env", "/.well-known/%2e%2e/.env"] {
            #expect(files.get(path).status == .notFound, "\(path)")
            #expect(try fixture.files().get(path).status == .notFound, "\(path)")
        }
        #expect(try fixture.files().get("/.well-known/a").status == .notFound)
    }

    @Test("HTTP-9 An empty rest of an address that ends in a slash is the folder, not a redirect to itself")
    func emptyRest() throws {
        let fixture = try Self.fixture()
        let files = try FolderResponder(folder: fixture.root, settling: 0)
        let nothing: [UInt8] = []
        for (target, status) in [("/mount/", 200), ("/mount", 307), ("/mount/", 200), ("/mount", 307)] {
            let request = HTTPRequest(method: .get, target: try #require(RequestTarget(target)))
            #expect(files.respond(to: request, path: nothing.span).status.code == status, "\(target)")
        }
    }

    @Test("FILE-5 Conditions on a file, remembered or not", arguments: [0, 2])
    func conditions(settling: Int) throws {
        let files = try Self.fixture().files(settling: settling)
        let current = files.get("/a.js").fields
        let (tag, date) = (try #require(current[.eTag]), try #require(current[.lastModified]))
        let past = "Sun, 06 Nov 1994 08:49:37 GMT"
        for (fields, status) in [
            ([.ifNoneMatch: tag], 304), ([.ifNoneMatch: "W/\(tag)"], 304), ([.ifNoneMatch: "\"other\""], 200),
            ([.ifModifiedSince: date], 304), ([.ifModifiedSince: past], 200), ([.ifMatch: tag], 200),
            ([.ifMatch: "\"other\""], 412), ([.ifUnmodifiedSince: date], 200), ([.ifUnmodifiedSince: past], 412),
            ([.ifNoneMatch: "\"other\"", .ifModifiedSince: date], 200),
            ([.ifMatch: tag, .ifUnmodifiedSince: past], 200),
        ] as [(HTTPFields, Int)] {
            let response = files.get("/a.js", fields)
            #expect(response.status.code == status, "\(fields)")
            #expect(response.body.length == (status == 200 ? 1 : 0))
        }
    }

    @Test("FILE-1 A folder that can't be served is a clear error")
    func errors() throws {
        let fixture = try Self.fixture()
        for (path, code) in [
            (fixture.root + "/nothing", FolderError.Code.folderMissing), (fixture.root + "/a.js", .notAFolder),
            ("", .folderMissing),
            (fixture.root + "\0", .folderMissing),
        ] {
            let error = #expect(throws: FolderError.self) { _ = try FolderResponder(folder: path) }
            #expect(error?.code == code)
            #expect(error?.path == path)
        }
    }
}
