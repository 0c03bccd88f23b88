import LoopbackKit
import LoopbackKitHTTP
import Synchronization
import Testing

@Suite("GuardedResolver")
struct GuardedResolverTests {
    private static let publicAddress = SocketAddress.ipv4(0x0808_0808, port: 443)

    private static func guarded(_ resolver: any HTTPResolver, openings: Set<UpstreamOpening> = []) -> GuardedResolver {
        GuardedResolver(resolver, openings: openings, ownPorts: { [50000] }, localNetwork: { LocalNetwork() })
    }

    @Test("PROXY-3 A resolver that answers a public address first and loopback then is never asked a second time")
    func rebinding() async throws {
        let resolver = AnswersInTurn([[Self.publicAddress], [.loopback(port: 443)]])
        let subject = Self.guarded(resolver)
        #expect(try await subject.addresses(of: "site.example", port: 443) == [Self.publicAddress])
        #expect(resolver.names == ["site.example"])
        // The next look-up is judged by its own answer.
        await #expect(throws: GuardRefusal(.loopbackAddress, isOfAnswer: true)) {
            try await subject.addresses(of: "site.example", port: 443)
        }
    }

    @Test("PROXY-3 Of an answer with public and private addresses none is handed over")
    func mixedAnswer() async throws {
        let resolver = AnswersInTurn([[Self.publicAddress, .ipv4(0x0A00_0001, port: 443)]])
        await #expect(throws: GuardRefusal(.privateAddress, isOfAnswer: true)) {
            try await Self.guarded(resolver).addresses(of: "site.example", port: 443)
        }
    }

    @Test(
        "PROXY-3 A public name that leads to a private address is refused",
        arguments: [
            "127.0.0.1.sslip.example", "localtest.example", "10-0-0-1.sslip.example", "www.example.com.",
        ]
    )
    func namesOfPrivateAddresses(name: String) async throws {
        let resolver = AnswersInTurn([[.ipv4(0x0A00_0001, port: 80)]])
        await #expect(throws: GuardRefusal(.privateAddress, isOfAnswer: true)) {
            try await Self.guarded(resolver).addresses(of: name, port: 80)
        }
        #expect(resolver.names == [name])
    }

    @Test(
        "PROXY-3 Addresses in every form are checked and never looked up",
        arguments: [
            "127.0.0.1", "127.1", "0177.0.0.1", "0x7f.1", "2130706433", "[::1]", "::1", "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]", "[64:ff9b::127.0.0.1]", "%3127.0.0.1", "127.0.0.1.",
        ]
    )
    func literals(name: String) async throws {
        let resolver = AnswersInTurn([])
        await #expect(throws: GuardRefusal(.loopbackAddress)) {
            try await Self.guarded(resolver).addresses(of: name, port: 80)
        }
        #expect(resolver.names.isEmpty)
    }

    @Test("PROXY-3 A public address is handed over without a look-up")
    func publicLiterals() async throws {
        let resolver = AnswersInTurn([])
        let subject = Self.guarded(resolver)
        #expect(try await subject.addresses(of: "8.8.8.8", port: 80) == [.ipv4(0x0808_0808, port: 80)])
        #expect(
            try await subject.addresses(of: "[2606:4700::1]", port: 443)
                == [.ipv6(0x2606_4700_0000_0000, 1, port: 443, zone: 0)]
        )
        #expect(
            try await subject.addresses(of: "[64:ff9b::8.8.8.8]", port: 443)
                == [.ipv6(0x0064_FF9B_0000_0000, 0x0808_0808, port: 443, zone: 0)]
        )
        #expect(resolver.names.isEmpty)
    }

    @Test(
        "PROXY-3 A refused name is never looked up",
        arguments: [
            ("localhost", GuardRefusal.Reason.localName), ("Nas.LOCAL", .localName), ("router", .singleLabelName),
            ("fe80::1%lo", .malformedName), ("[fe80::1%251]", .malformedName), ("unix:/run/x", .malformedName),
            ("a..example", .malformedName), ("", .malformedName), ("user@example.com", .malformedName),
            ("lo%63alhost", .localName), ("a%00.example", .malformedName), ("1.2.3.4.5", .malformedName),
        ]
    )
    func refusedNames(name: String, reason: GuardRefusal.Reason) async throws {
        let resolver = AnswersInTurn([])
        await #expect(throws: GuardRefusal(reason)) {
            try await Self.guarded(resolver).addresses(of: name, port: 80)
        }
        #expect(resolver.names.isEmpty)
    }

    @Test("PROXY-3 What is looked up is the name that was checked")
    func canonicalName() async throws {
        let resolver = AnswersInTurn([[Self.publicAddress]])
        _ = try await Self.guarded(resolver).addresses(of: "ex%61mple.COM", port: 443)
        #expect(resolver.names == ["example.com"])
    }

    @Test("PROXY-3 An empty answer is an error")
    func emptyAnswer() async throws {
        await #expect(throws: HTTPResolverError(.notFound, name: "site.example")) {
            try await Self.guarded(AnswersInTurn([[]])).addresses(of: "site.example", port: 80)
        }
    }

    @Test("PROXY-3 The networks and the server's ports are those of the moment in which an answer came")
    func networksOfNow() async throws {
        let joined = LocalNetwork(prefixes: [IPPrefix(.ipv4(0x0808_0800), length: 24)])
        let networks = Mutex([LocalNetwork(), joined, nil])
        let ports = Mutex<Set<UInt16>>([])
        let subject = GuardedResolver(
            AnswersInTurn(Array(repeating: [Self.publicAddress], count: 3)),
            ownPorts: { ports.withLock { $0 } },
            localNetwork: { networks.withLock { $0.removeFirst() } }
        )
        #expect(try await subject.addresses(of: "site.example", port: 443) == [Self.publicAddress])
        for reason in [GuardRefusal.Reason.connectedNetwork, .networkUnknown] {
            await #expect(throws: GuardRefusal(reason, isOfAnswer: true)) {
                try await subject.addresses(of: "site.example", port: 443)
            }
        }
        ports.withLock { $0 = [443] }
        await #expect(throws: GuardRefusal(.ownServer)) { try await subject.addresses(of: "localhost", port: 443) }
    }

    @Test("PROXY-3 This machine's own addresses are read where nothing else is given")
    func systemNetwork() async throws {
        let network = try #require(LocalNetwork.current())
        let subject = GuardedResolver(AnswersInTurn([]), ownPorts: { [50000] })
        for address in network.addresses {
            let host = HTTPHost.address(address).description
            let refusal = await #expect(throws: GuardRefusal.self) {
                try await subject.addresses(of: host, port: 50000)
            }
            #expect(refusal?.reason != .networkUnknown)
            await #expect(throws: GuardRefusal.self) { try await subject.addresses(of: host, port: 50001) }
        }
        #expect(try await subject.addresses(of: "8.8.8.8", port: 50000) == [.ipv4(0x0808_0808, port: 50000)])
    }

    @Test("PROXY-3 An opening holds for its host, port and address together")
    func openings() async throws {
        let loopback = IPAddress.ipv4(0x7F00_0001)
        let opening = try #require(UpstreamOpening(host: .name("localhost"), port: 8080, address: loopback))
        let answers: [[SocketAddress]] = [
            [.loopback(port: 8080)], [.loopback(port: 8080), .ipv6(0, 1, port: 8080, zone: 0)],
        ]
        let subject = Self.guarded(AnswersInTurn(answers), openings: [opening])
        #expect(try await subject.addresses(of: "LocalHost", port: 8080) == answers[0])
        await #expect(throws: GuardRefusal(.loopbackAddress, isOfAnswer: true)) {
            try await subject.addresses(of: "localhost", port: 8080)
        }
        await #expect(throws: GuardRefusal(.localName)) {
            try await subject.addresses(of: "localhost", port: 8081)
        }
    }
}

/// Gives one answer after the other, whatever it is asked, and keeps the names.
final class AnswersInTurn: HTTPResolver {
    private let state: Mutex<(answers: [[SocketAddress]], names: [String])>

    init(_ answers: [[SocketAddress]]) { state = Mutex((answers, [])) }

    var names: [String] { state.withLock { $0.names } }

    func addresses(of name: String, port: UInt16) async throws -> [SocketAddress] {
        try state.withLock { state in
            state.names.append(name)
            guard !state.answers.isEmpty else { throw HTTPResolverError(.notFound, name: name) }
            return state.answers.removeFirst()
        }
    }
}
