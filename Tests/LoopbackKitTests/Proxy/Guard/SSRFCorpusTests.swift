import LoopbackKit
import LoopbackKitHTTP
import Testing

/// Addresses and URLs that other projects refuse or let pass (`corpora/ssrf.json`), each judged by our rule.
///
/// Without the data there are no rows; the tests are skipped then.
@Suite("SSRFGuard: vectors of others", .enabled(if: SSRFCorpus.isThere, "shared/corpora/ssrf.json is not there"))
struct SSRFCorpusTests {
    private static let guardOfTests = SSRFGuard(ownPorts: [50000], localNetwork: LocalNetwork())
    private static let name = HTTPHost.name("site.example")

    // MARK: Addresses

    @Test(
        "PROXY-3 Addresses that must be refused are, as hosts and as answers",
        arguments: SSRFCorpus.rows.refusedAddresses
    )
    func refusedAddress(text: String) throws {
        let address = try #require(IPAddress(text))
        guard SSRFCorpus.notApplying[text] == nil else {
            try Self.guardOfTests.check(.address(address), port: 443)
            return
        }
        #expect(throws: GuardRefusal.self) { try Self.guardOfTests.check(.address(address), port: 443) }
        #expect(throws: GuardRefusal.self) {
            try Self.guardOfTests.check([SocketAddress(address, port: 443)], of: Self.name, port: 443)
        }
    }

    @Test("PROXY-3 Addresses just outside the refused ranges pass", arguments: SSRFCorpus.rows.passingAddresses)
    func passingAddress(text: String) throws {
        let address = try #require(IPAddress(text))
        guard SSRFCorpus.notApplying[text] == nil else {
            #expect(throws: GuardRefusal.self) { try Self.guardOfTests.check(.address(address), port: 443) }
            return
        }
        try Self.guardOfTests.check(.address(address), port: 443)
        try Self.guardOfTests.check([SocketAddress(address, port: 443)], of: Self.name, port: 443)
    }

    // MARK: URLs

    @Test(
        "PROXY-3 URLs that must be refused are, also with the scheme they lack",
        arguments: SSRFCorpus.rows.refusedURLs
    )
    func refusedURL(text: String) throws {
        guard SSRFCorpus.notApplying[text] == nil else {
            try Self.check(text)
            return
        }
        #expect(throws: (any Error).self) { try Self.check(text) }
        guard !text.contains("://") || text.hasPrefix(":") || text.hasPrefix("0:") else { return }
        #expect(throws: (any Error).self) { try Self.check("http://\(text)") }
        // What reads as an IPv6 address stands in brackets in a URL.
        if IPAddress(text) != nil, text.contains(":") {
            #expect(throws: GuardRefusal(.loopbackAddress)) { try Self.check("http://[\(text)]") }
        }
    }

    @Test(
        "PROXY-3 URLs of public sites pass, with the scheme where they lack it",
        arguments: SSRFCorpus.rows.passingURLs
    )
    func passingURL(text: String) throws {
        let whole = text.contains("://") ? text : "http://\(text)"
        guard SSRFCorpus.notApplying[text] == nil else {
            #expect(throws: GuardRefusal.self) { try Self.check(whole) }
            return
        }
        do {
            try Self.check(whole)
        } catch let error as HTTPURLError {
            // Names with symbols, which browsers take: the system's library refuses them, or there is none.
            #expect([.invalidName, .needsIDNA].contains(error.code) && !whole.utf8.allSatisfy { $0 < 0x80 })
        }
    }

    private static func check(_ text: String) throws { try guardOfTests.check(HTTPURL(text)) }
}

/// The vectors, and those that don't apply.
enum SSRFCorpus {
    struct Rows: Decodable, Sendable {
        var refusedAddresses: [String] = []
        var passingAddresses: [String] = []
        var refusedURLs: [String] = []
        var passingURLs: [String] = []

        private enum CodingKeys: String, CodingKey {
            case refusedAddresses = "ips_must_be_refused"
            case passingAddresses = "ips_just_outside_ok"
            case refusedURLs = "urls_must_be_refused"
            case passingURLs = "urls_public_ok"
        }
    }

    private static let path = "corpora/ssrf.json"
    static let isThere = SharedData.has(path)
    static let rows = (try? SharedData.decode(path, as: Rows.self)) ?? Rows()

    /// The rows that our rule judges the other way, and why.
    static let notApplying = [
        "64:ff9b::808:808": "NAT64 of a public address: IPv6-only networks reach 8.8.8.8 so",
        "64:ff9c::1": "outside of 2000::/3 nothing is allocated",
        "https://example.com/ssrf.php?url=http://brutelogic.com.br/poc.svg": "a URL in a query is the site's affair",
        "a/b/c": "with a scheme before it, a name without a domain",
    ]
}
