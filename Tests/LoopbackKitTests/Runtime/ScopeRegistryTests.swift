import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("ScopeRegistry") struct ScopeRegistryTests {
    private let demo = ScopeReference(kind: .plugins, id: "demo")

    private struct FolderMissing: Error {}

    @Test("SCOPE-4 Two views share a scope, and it goes with the last")
    func sharing() throws {
        let bench = ScopeBench()
        let first = try bench.register("demo")
        let second = try bench.register("demo")
        #expect(first.baseURL == second.baseURL)
        #expect(bench.registry.count(of: demo) == 2)
        first.end()
        #expect(try bench.answer("plugins/demo/a").status == .ok)
        second.end()
        #expect(try bench.answer("plugins/demo/a").status == .notFound)
    }

    @Test("SCOPE-4 Ending a registration twice counts once")
    func endingTwice() throws {
        let bench = ScopeBench()
        let first = try bench.register("demo")
        let second = try bench.register("demo")
        first.end()
        first.end()
        #expect(bench.registry.count(of: demo) == 1)
        second.end()
    }

    @Test("SCOPE-4 A lost registration releases its scope")
    func loss() throws {
        let bench = ScopeBench()
        do {
            let lost = try bench.register("demo")
            #expect(bench.registry.count(of: demo) == 1)
            withExtendedLifetime(lost) {}
        }
        #expect(bench.registry.count(of: demo) == 0)
        #expect(try bench.answer("plugins/demo/a").status == .notFound)
    }

    @Test("SCOPE-4 Another folder under the same id is an error that names both")
    func conflict() throws {
        let bench = ScopeBench()
        let first = try bench.register("demo", folder: "/one")
        let error = #expect(throws: ScopeError.self) { _ = try bench.register("demo", folder: "/two") }
        #expect(error?.code == .folderConflict)
        #expect(error?.scope == demo)
        #expect(error?.folder == "/one")
        #expect(try bench.answer("plugins/demo/a").bodyText == "/one/a")
        first.end()
    }

    @Test("SCOPE-4 A replacement takes another folder's place for everyone and is counted")
    func replacement() throws {
        let bench = ScopeBench()
        let first = try bench.register("demo", folder: "/one")
        let second = try bench.register("demo", folder: "/two", replacing: true)
        #expect(try bench.answer("plugins/demo/a").bodyText == "/two/a")
        #expect(first.baseURL == second.baseURL)
        second.end()
        #expect(try bench.answer("plugins/demo/a").bodyText == "/two/a")
        first.end()
        #expect(try bench.answer("plugins/demo/a").status == .notFound)
    }

    @Test("SCOPE-4 A folder is the same through a link and with a slash at the end")
    func sameFolder() throws {
        let bench = ScopeBench()
        let first = try bench.register("demo", folder: "/usr")
        let second = try bench.register("demo", folder: "/usr/")
        let third = try bench.register("demo", folder: "/usr/lib/..")
        #expect(bench.registry.count(of: demo) == 3)
        withExtendedLifetime((first, second, third)) {}
    }

    @Test("SCOPE-4 A folder that can't be opened leaves nothing behind")
    func failure() throws {
        let bench = ScopeBench()
        #expect(throws: FolderMissing.self) {
            _ = try bench.registry.register(demo, folder: "/none") { _ in throw FolderMissing() }
        }
        #expect(bench.registry.count(of: demo) == 0)
    }

    @Test("SCOPE-2 An id is found in any percent-encoded form", arguments: ["~x", "%7Ex", "%7ex", "%7E%78"])
    func encodings(segment: String) throws {
        let bench = ScopeBench()
        let registration = try bench.register("~x")
        #expect(registration.baseURL.hasSuffix("/plugins/%7Ex/"))
        #expect(try bench.answer("plugins/\(segment)/a").bodyText == "/folder/a")
        registration.end()
    }

    @Test("SCOPE-2 Scopes differ by kind and by every byte of the id")
    func differences() throws {
        let bench = ScopeBench()
        let registrations = try ["a/b", "a%2Fb", "é", "e\u{301}", "A", "a"].map { name in
            try bench.register(try #require(ScopeID(name)), folder: "/\(name)")
        }
        for (registration, name) in zip(registrations, ["a/b", "a%2Fb", "é", "e\u{301}", "A", "a"]) {
            let path = registration.baseURL.dropFirst("http://127.0.0.1:50000".count)
            let body = try bench.answer(target: String(path)).bodyText
            #expect(Array(body.utf8) == Array("/\(name)/".utf8))
        }
        #expect(try bench.answer("widgets/a/").status == .notFound)
    }

    @Test("SCOPE-8 With a secret for each scope a page's own opens no other's")
    func ownSecrets() throws {
        let bench = ScopeBench(secrets: .perScope)
        let one = try bench.register("one")
        let two = try bench.register("two")
        #expect(one.address.secret != two.address.secret)
        let own = "/\(one.address.secret.revealed)/plugins/one/a"
        let other = "/\(one.address.secret.revealed)/plugins/two/a"
        #expect(try bench.answer(target: own).status == .ok)
        let refused = try bench.answer(target: other)
        #expect(refused.everything == ScopeRefusal.secret.response.everything)
        #expect(try bench.answer("plugins/one/a").everything == refused.everything)
        let unknown = "/\(one.address.secret.revealed)/plugins/none/a"
        #expect(try bench.answer(target: unknown).everything == refused.everything)
        withExtendedLifetime(two) {}
    }

    @Test("SCOPE-8 A scope's own secret outlives its registrations, and opens nothing then")
    func endedSecrets() throws {
        let bench = ScopeBench(secrets: .perScope)
        let first = try bench.register("one")
        let url = first.baseURL
        let path = String(url.dropFirst("http://127.0.0.1:50000".count))
        first.end()
        #expect(try bench.answer(target: path).status == .notFound)
        let second = try bench.register("one")
        #expect(second.baseURL == url)
        #expect(try bench.answer(target: path).status == .ok)
    }

    @Test(
        "LIFE-7 New secrets close the old addresses and open new ones",
        arguments: [ScopeSecrets.perLaunch, .perScope]
    )
    func renewal(secrets: ScopeSecrets) throws {
        let bench = ScopeBench(secrets: secrets)
        let registration = try bench.register("demo")
        let old = String(registration.baseURL.dropFirst("http://127.0.0.1:50000".count))
        bench.registry.renewSecrets()
        let new = String(registration.baseURL.dropFirst("http://127.0.0.1:50000".count))
        #expect(try bench.answer(target: old).status == .forbidden)
        #expect(try bench.answer(target: new).status == .ok)
    }

    @Test("SCOPE-6 A registration's dump does not show its secret", arguments: [ScopeSecrets.perLaunch, .perScope])
    func redaction(secrets: ScopeSecrets) throws {
        let bench = ScopeBench(secrets: secrets)
        let registration = try bench.register("demo")
        #expect(!shown(registration).contains(registration.address.secret.revealed))
        #expect(registration.baseURL.contains(registration.address.secret.revealed))
    }
}
