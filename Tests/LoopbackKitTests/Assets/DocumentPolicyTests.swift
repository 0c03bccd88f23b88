import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("DocumentPolicy")
struct DocumentPolicyTests {
    private static let documents = ["/", "/page.html", "/page.xhtml", "/image.svg", "/feed.xml", "/app/route"]
    private static let others = ["/a.js", "/a.css", "/a.png", "/~page/page.js", "/~bridge/bridge.js", "/missing.html"]

    /// The values of a field in the answers of a folder that has files of every kind.
    private func values(
        _ name: HTTPFieldName,
        of path: String,
        at origin: DocumentPolicy.Origin,
        _ configure: (inout AssetConfiguration) -> Void = { _ in }
    ) throws -> [String] {
        let fixture = try FolderResponderTests.fixture()
        for name in ["page.html", "page.xhtml", "image.svg", "feed.xml", "a.css", "a.png"] {
            try fixture.write(name, "x")
        }
        for folder in [".loopbackkit", ".loopbackkit/page"] { try fixture.folder(folder) }
        try fixture.write(".loopbackkit/page/page.js", "x")
        var configuration = AssetConfiguration()
        configuration.frameAncestors = nil
        configuration.fallbackDocument = "index.html"
        configure(&configuration)
        let assets = try ScopeAssets(folder: fixture.root, configuration: configuration, origin: origin)
        let served = ServedFixture(fixture: fixture) { assets.respond(to: $0, path: $1.span) }
        let response = served.get(path)
        #expect(response.status == (path == "/missing.html" ? .notFound : .ok), "\(path)")
        return response.fields.filter { $0.name == name }.map(\.value)
    }

    @Test("PAGE-4 Documents of the https origin have their requests upgraded", arguments: documents)
    func secureDocuments(path: String) throws {
        #expect(try values(.contentSecurityPolicy, of: path, at: .secure) == ["upgrade-insecure-requests"])
    }

    @Test("PAGE-4 Documents of the plain origin don't, and no other file of either does", arguments: documents + others)
    func plain(path: String) throws {
        #expect(try values(.contentSecurityPolicy, of: path, at: .plain) == [])
        guard Self.others.contains(path) else { return }
        #expect(try values(.contentSecurityPolicy, of: path, at: .secure) == [])
    }

    @Test("PAGE-4 PAGE-5 The host's policies stand beside it, and frames are guarded on both origins")
    func together() throws {
        let configure: (inout AssetConfiguration) -> Void = {
            $0.documentFields = [.contentSecurityPolicy: "default-src 'self'"]
            $0.frameAncestors = "'self'"
        }
        let guards = "frame-ancestors 'self'", own = "default-src 'self'"
        #expect(try values(.contentSecurityPolicy, of: "/", at: .plain, configure) == [guards, own])
        let secure = try values(.contentSecurityPolicy, of: "/", at: .secure, configure)
        #expect(secure == [guards, "upgrade-insecure-requests", own])
    }

    @Test("PAGE-5 A host adds several fields to every document, and to nothing else", arguments: documents + others)
    func hostFields(path: String) throws {
        let configure: (inout AssetConfiguration) -> Void = {
            $0.documentFields = [
                .contentSecurityPolicy: "default-src 'self'", .contentSecurityPolicy: "img-src *",
                "Permissions-Policy": "camera=()", "Cross-Origin-Opener-Policy": "same-origin",
            ]
        }
        let isDocument = Self.documents.contains(path)
        let policies = try values(.contentSecurityPolicy, of: path, at: .plain, configure)
        #expect(policies == (isDocument ? ["default-src 'self'", "img-src *"] : []))
        #expect(try values("Permissions-Policy", of: path, at: .plain, configure) == (isDocument ? ["camera=()"] : []))
        #expect(
            try values("Cross-Origin-Opener-Policy", of: path, at: .plain, configure)
                == (isDocument ? ["same-origin"] : [])
        )
    }

    @Test("PAGE-5 Each registration has fields of its own")
    func registrations() async throws {
        var configuration = LoopbackConfiguration(applicationIdentifier: "com.example.fields")
        configuration.port = 0
        let manager = ServerManager(configuration: configuration)
        for value in ["camera=()", "microphone=()"] {
            let fixture = try FolderResponderTests.fixture()
            var assets = AssetConfiguration()
            assets.documentFields = ["Permissions-Policy": value]
            let id = try #require(ScopeID(value))
            let registration = try await manager.register(folder: fixture.root, as: .plugins, id: id, assets: assets)
            let port = try #require(registration.address.origin.split(separator: ":").last.flatMap { UInt16($0) })
            let path = registration.baseURL.dropFirst(registration.address.origin.count)
            let answer = try await onThread { try RawClient.get(String(path), port: port) }
            #expect(answer.contains("\r\nPermissions-Policy: \(value)\r\n"))
            withExtendedLifetime((registration, fixture)) {}
        }
        await manager.stop()
    }
}
