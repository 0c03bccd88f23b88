import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("LocalNames")
struct LocalNamesTests {
    private static let guardOfTests = SSRFGuard(ownPorts: [], localNetwork: LocalNetwork())

    @Test(
        "PROXY-3 Names of this machine and of local networks are refused, with and without a dot at the end",
        arguments: [
            "localhost", "a.localhost", "a.b.localhost", "localhost.localdomain", "printer.local", "secure.internal",
            "metadata.google.internal", "router.home.arpa", "home.arpa", "x.service.arpa", "_dns.resolver.arpa",
            "app.test", "nas.lan", "nas.home", "mail.corp", "wiki.intranet", "db.private", "site.onion", "a.alt",
        ],
        ["", "."]
    )
    func localNames(name: String, end: String) throws {
        for written in [name + end, name.uppercased() + end] {
            let host = HTTPHost.name(written)
            #expect(throws: GuardRefusal(.localName)) { try Self.guardOfTests.check(host, port: 80) }
        }
    }

    @Test("PROXY-3 A name without a domain is refused", arguments: ["router", "router.", "com", "ai."])
    func singleLabels(name: String) {
        #expect(throws: GuardRefusal(.singleLabelName)) { try Self.guardOfTests.check(.name(name), port: 443) }
    }

    @Test(
        "PROXY-3 Names that only look like local ones pass",
        arguments: [
            "localhost.example.com", "notlocalhost.com", "local.example", "mylocal.example", "internal.example.org",
            "home.arpa.example", "arpa.example", "xn--local-.example", "example.com", "example.com.", "site.example",
            "name.invalid", "lan.com", "_sip.example.com", "a.notlocalhost", "a.contest", "a.notinternal", "1.example",
            "0x7f.example",
        ]
    )
    func otherNames(name: String) throws { try Self.guardOfTests.check(.name(name), port: 443) }

    @Test(
        "PROXY-3 What no name service takes as a name is refused",
        arguments: [
            "", ".", "..", "a..example", ".example.com", "example.com..", "a b.example", "a\u{0}.example",
            "ex\u{E4}mple.com", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "example.0x7f", "a.1", "fe80::1%lo",
            "[::1]", "a/b.example", "user@example.com", "example.com:80", "%6cocalhost.example",
            String(repeating: "a", count: 64) + ".example",
            String(repeating: "abcdefg.", count: 31) + "abcdef", String(repeating: "abcdefg.", count: 32),
        ]
    )
    func malformedNames(name: String) {
        #expect(throws: GuardRefusal(.malformedName)) { try Self.guardOfTests.check(.name(name), port: 80) }
    }

    @Test("PROXY-3 The longest name and the longest label pass")
    func longestNames() throws {
        let longest = String(repeating: "abcdefg.", count: 31) + "abcde"
        #expect(longest.utf8.count == 253)
        try Self.guardOfTests.check(.name(longest), port: 80)
        try Self.guardOfTests.check(.name(longest + "."), port: 80)
        try Self.guardOfTests.check(.name(String(repeating: "a", count: 63) + ".example"), port: 80)
    }

    @Test("PROXY-3 Each domain tells what it reaches and who says so")
    func rowsAreComplete() {
        #expect(LocalNames.domains.allSatisfy { !$0.reach.isEmpty && !$0.source.isEmpty })
        #expect(Set(LocalNames.domains.map(\.name)).count == LocalNames.domains.count)
    }
}
