import LoopbackKit
import LoopbackKitHTTP
import Testing

/// What scopes add to a folder's answers; the rest is tested with `FolderResponder`.
@Suite("ScopeAssets")
struct ScopeAssetsTests {
    @Test(
        "SCOPE-9 Dot-files and reserved names are never served",
        arguments: [
            ".hidden", ".git/config", "sub/.env", "~proxy", "~health/x",
        ]
    )
    func unserved(name: String) throws {
        let fixture = try FolderResponderTests.fixture()
        for folder in [".git", "~health"] { try fixture.folder(folder) }
        try fixture.write(name, "secret")
        #expect(try fixture.assets().get("/" + name).status == .notFound)
        #expect(try fixture.assets { $0.fallbackDocument = "index.html" }.get("/" + name).status == .notFound)
    }

    @Test("FILE-5 SCOPE-6 SCOPE-7 Files carry their validators and policies")
    func fields() throws {
        let fixture = try FolderResponderTests.fixture()
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
        let assets = try FolderResponderTests.fixture().assets {
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
}

extension FolderFixture {
    /// Serves the folder as a scope's.
    func assets(_ configure: (inout AssetConfiguration) -> Void = { _ in }) throws -> ServedFixture {
        var configuration = AssetConfiguration()
        configure(&configuration)
        let assets = try ScopeAssets(folder: root, configuration: configuration)
        return ServedFixture(fixture: self) { assets.respond(to: $0, path: $1.span) }
    }
}
