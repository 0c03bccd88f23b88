import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Synchronization
import Testing

@Suite("File cookie stores", .timeLimit(.minutes(5)))
struct FileCookieStoreTests {
    let fixture: CookieFileFixture

    init() throws { fixture = try CookieFileFixture() }

    // MARK: What is kept

    @Test(
        "PROXY-6 Cookies with an end outlive the process with all that they are, others don't unless the host says so"
    )
    func survive() async throws {
        let texts = [
            "__Host-a=1; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=100",
            "b=2; Domain=example.org; Max-Age=100",
            "c=%3B\t\"3\"; Path=/x%; SameSite=Lax; Max-Age=100",
            "=nameless; Secure; SameSite=None; Partitioned; Max-Age=9",
            "session=4",
        ]
        let url = HTTPURL(test: "https://www.example.org/x%/y")
        for keepsSession in [false, true] {
            let fixture = try CookieFileFixture()
            let store = try fixture.open(keepsSessionCookies: keepsSession)
            store.store(texts.map { Array($0.utf8) }, from: url, in: .main)
            let field = try #require(store.field(.main, "https://www.example.org/x%/y"))
            try await store.close()
            let again = try fixture.open(keepsSessionCookies: keepsSession)
            let kept = keepsSession ? field : field.replacing("; session=4", with: "")
            #expect(again.field(.main, "https://www.example.org/x%/y") == kept)
            #expect(again.field(.main, "http://sub.example.org/x%/") == "b=2")
            #expect(again.damage == nil)
        }
    }

    @Test("PROXY-6 Each byte that a cookie can have is kept")
    func bytes() async throws {
        let value = [9] + Array(32...58) + Array(60...126) + Array(UInt8(128)...255)
        let field = Array("n=x".utf8) + value + Array("x; Max-Age=9".utf8)
        let store = try fixture.open()
        let url = HTTPURL(test: "https://a.org/")
        store.store([field], from: url, in: .main)
        try await store.close()
        #expect(try fixture.open().cookieField(for: url, in: .main) == Array("n=x".utf8) + value + [0x78])
    }

    @Test("PROXY-6 Order of age and of use outlive the process")
    func order() async throws {
        let store = try fixture.open(limits: CookieLimits(perSite: 3))
        for name in ["a", "b", "c"] { store.set("\(name)=1; Path=/\(name)") }
        #expect(store.field(.main, "https://a.org/a") == "a=1")
        store.set("b=2; Path=/b")
        try await store.close()
        let again = try fixture.open(limits: CookieLimits(perSite: 3))
        again.set("d=1; Path=/d")
        #expect(again.field(.main, "https://a.org/c") == nil)
        #expect(again.field(.main, "https://a.org/a") == "a=1")
    }

    @Test("PROXY-6 What is removed, replaced, over or cleared does not come back")
    func removals() async throws {
        let store = try fixture.open()
        for name in ["gone", "session", "over", "kept"] { store.set("\(name)=1") }
        store.set("x=1", in: CookieJarName(shared: "cleared"))
        try await store.flush()
        store.store(
            ["gone=; Max-Age=0", "session=2", "over=2; Max-Age=5"].map { Array($0.utf8) },
            from: HTTPURL(test: "https://a.org/"),
            in: .main
        )
        store.removeAll(in: CookieJarName(shared: "cleared"))
        try await store.close()
        #expect(fixture.steps.withLock { $0.filter { $0 == .append }.count } == 1)
        fixture.advance(by: 5)
        #expect(try fixture.content() == "kept=1")
        #expect(try fixture.content(CookieJarName(shared: "cleared")) == nil)
    }

    @Test("PROXY-6 A cookie that is not written costs no writing")
    func sessionCookies() async throws {
        let store = try fixture.open()
        store.store([Array("a=1".utf8)], from: HTTPURL(test: "https://a.org/"), in: .main)
        try await store.close()
        #expect(fixture.names == ["cookies.lock"])
    }

    @Test("PROXY-6 Each scope has a jar of its own, and scopes share one by the host's choice")
    func jars() async throws {
        let one = CookieJarName(ScopeReference(kind: .plugins, id: "one"))
        let composed = CookieJarName(ScopeReference(kind: .plugins, id: "\u{E9}"))
        let decomposed = CookieJarName(ScopeReference(kind: .plugins, id: "e\u{301}"))
        let names = [one, composed, decomposed, CookieJarName(shared: "plugins/one"), CookieJarName(shared: "")]
        #expect(Set(names).count == 5)
        let store = try fixture.open()
        for (number, name) in names.enumerated() { store.set("n=\(number)", in: name) }
        try await store.close()
        let again = try fixture.open()
        for (number, name) in names.enumerated() { #expect(again.field(name) == "n=\(number)") }
        #expect(again.field(CookieJarName(ScopeReference(kind: .widgets, id: "one"))) == nil)
    }

    @Test("PROXY-6 Limits that have become smaller hold for what is read")
    func limits() async throws {
        let store = try fixture.open()
        for number in 0..<10 { store.set("n\(number)=1") }
        for number in 0..<10 { store.set("n=1", from: "https://s\(number).org/") }
        try await store.close()
        let again = try fixture.open(limits: CookieLimits(perSite: 2, total: 4))
        #expect(again.field() == nil)
        #expect(again.field(.main, "https://s9.org/") == "n=1")
        #expect(again.field(.main, "https://s5.org/") == nil)
    }

    @Test("PROXY-6 Without the list of public suffixes a cookie of a domain goes to the domain's own host alone")
    func withoutList() async throws {
        let store = try fixture.open()
        store.set("a=1; Domain=example.org", from: "https://www.example.org/")
        store.set("b=2; Domain=example.org", from: "https://www.example.org/")
        try await store.flush()
        store.store(
            [Array("b=; Domain=example.org; Max-Age=0".utf8)],
            from: HTTPURL(test: "https://example.org/"),
            in: .main
        )
        try await store.close()
        let again = try fixture.open(suffixes: NoPublicSuffixes())
        #expect(again.field(.main, "https://www.example.org/") == nil)
        #expect(again.field(.main, "https://example.org/") == "a=1")
        try await again.close()
        // The same when the domain has become a public suffix since; and nothing is lost when it is none again.
        let listed = ListedSuffixes(names: ["org", "example.org"])
        #expect(try fixture.open(suffixes: listed).field(.main, "https://www.example.org/") == nil)
        #expect(try fixture.open().field(.main, "https://www.example.org/") == "a=1")
    }

    // MARK: The file

    @Test("PROXY-6 File and folder are their owner's alone")
    func permissions() async throws {
        let path = fixture.folder + "/made/cookies"
        let store = try fixture.open(path)
        store.set("a=1")
        try await store.close()
        #expect(try fixture.permissions(fixture.folder + "/made") == 0o700)
        for name in ["cookies", "cookies.lock"] {
            #expect(try fixture.permissions(fixture.folder + "/made/" + name) == 0o600)
        }
        // A copy that somebody made readable is made unreadable before it is read.
        try fixture.setPermissions(0o644, path)
        #expect(try fixture.open(path).field() == "a=1")
        #expect(try fixture.permissions(path) == 0o600)
    }

    @Test("PROXY-6 A folder that others may write to is refused", arguments: [0o777, 0o770, 0o702, 0o1777])
    func exposed(permissions: Int) throws {
        try fixture.setPermissions(permissions, fixture.folder)
        #expect { _ = try fixture.open() } throws: { ($0 as? CookieStoreError)?.code == .exposed }
        #expect(fixture.names.isEmpty)
    }

    @Test(
        "PROXY-6 What is no cookie file is refused and left as it is",
        arguments: [
            "x", "# Netscape HTTP Cookie File\n", "\n", "\n\n", "loopbackkit-cookies 1\n",
            "loopbackkit-cookies\t1\t0\n",
            // The head of a later version, whole.
            "loopbackkit-cookies\t2\tHASH\n",
        ]
    )
    func foreign(text: String) throws {
        let head = "loopbackkit-cookies\t2\t"
        let hash = head.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let bytes = Array(text.replacing("HASH", with: String(hash, radix: 16)).utf8)
        try fixture.write(bytes)
        #expect { _ = try fixture.open() } throws: { ($0 as? CookieStoreError)?.code == .foreign }
        #expect(fixture.bytes() == bytes)
    }

    @Test("PROXY-6 A folder, a link or a place in no folder is refused")
    func noFile() throws {
        func code(_ path: String) -> CookieStoreError.Code? {
            do { _ = try fixture.open(path) } catch { return (error as? CookieStoreError)?.code }
            return nil
        }
        try FileManager.default.createDirectory(atPath: fixture.path, withIntermediateDirectories: false)
        #expect(code(fixture.path) == .foreign)
        try FileManager.default.createSymbolicLink(atPath: fixture.folder + "/link", withDestinationPath: "/dev/null")
        #expect(code(fixture.folder + "/link") == .foreign)
        #expect(code(fixture.folder + "/none/none/cookies") == .notFound)
        #expect(code(fixture.folder + "/cookies.lock/cookies") == .notFound)
        for path in ["", "/", ".", "..", "a/", "a\u{0}b"] { #expect(code(path) == .notFound, "\(path)") }
    }

    @Test("PROXY-6 One store at a time uses a file")
    func lock() async throws {
        var first: FileCookieStore? = try fixture.open()
        #expect { _ = try fixture.open() } throws: { ($0 as? CookieStoreError)?.code == .busy }
        try await first?.close()
        _ = try fixture.open()
        // The lock goes with the store, also without `close()`.
        first = try fixture.open()
        first = nil
        _ = try fixture.open()
    }

    @Test("PROXY-6 The file stays small however often a cookie changes")
    func growth() async throws {
        let store = try fixture.open()
        var largest = 0
        for number in 0..<3000 {
            store.set("n=\(number)\(String(repeating: "x", count: 100))")
            if number % 10 == 0 {
                try await store.flush()
                largest = max(largest, fixture.bytes()?.count ?? 0)
            }
        }
        #expect(largest > 60_000 && largest < 80_000)
        try await store.close()
        #expect(try fixture.content()?.hasPrefix("n=2999x") == true)
    }

    @Test(
        "PROXY-6 A file that somebody takes away or replaces while it is open is written anew",
        arguments: [false, true]
    )
    func takenAway(isReplaced: Bool) async throws {
        let store = try fixture.open()
        store.set("a=1")
        try await store.flush()
        // The old one stays open, so that the new one can't get its number.
        try FileManager.default.removeItem(atPath: fixture.path)
        if isReplaced { try fixture.write([]) }
        store.set("b=2")
        try await store.close()
        #expect(try fixture.content() == "a=1; b=2")
    }

    // MARK: Writing behind

    @Test("PROXY-6 Changes are written behind the calls while the store runs, and the last when it ends")
    func running() async throws {
        let (writes, wrote) = AsyncStream<Void>.makeStream()
        let store = try fixture.open { step in
            if step == .move || step == .append { wrote.yield() }
            return nil
        }
        let running = Task { await store.run() }
        var written = writes.makeAsyncIterator()
        store.set("a=1")
        await written.next()
        store.set("b=2")
        await written.next()
        running.cancel()
        store.set("c=3")
        await running.value
        // The head and three cookies, before anything else writes.
        #expect(fixture.bytes()?.count { $0 == 10 } == 4)
        try await store.close()
        #expect(try fixture.content() == "a=1; b=2; c=3")
    }

    @Test("PROXY-6 A store that can't write says why while it runs, and writes all when it can")
    func reporting() async throws {
        let disk = Disk()
        let store = try fixture.open { disk.isFull && $0 == .write ? .full : nil }
        let (errors, report) = AsyncStream<CookieStoreError.Code>.makeStream()
        let running = Task { await store.run { report.yield($0.code) } }
        store.set("a=1")
        var reported = errors.makeAsyncIterator()
        #expect(await reported.next() == .full)
        disk.makeRoom()
        running.cancel()
        await running.value
        // The end of the run has tried again.
        #expect(fixture.bytes()?.count { $0 == 10 } == 2)
        store.set("b=2")
        try await store.close()
        #expect(try fixture.content() == "a=1; b=2")
    }

    @Test("PROXY-6 Closing ends the run, and later changes are not taken")
    func closing() async throws {
        let store = try fixture.open()
        let running = Task { await store.run() }
        store.set("a=1")
        try await store.close()
        await running.value
        await store.run()
        store.set("b=2")
        store.removeAll(in: .main)
        #expect(store.field() == "a=1")
        await #expect { try await store.flush() } throws: { ($0 as? CookieStoreError)?.code == .closed }
        try await store.close()
        #expect(try fixture.content() == "a=1")
    }
}

/// Tells whether a disk is full.
private final class Disk: Sendable {
    private let state = Mutex(true)

    var isFull: Bool { state.withLock { $0 } }

    func makeRoom() { state.withLock { $0 = false } }
}
