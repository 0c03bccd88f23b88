import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("UpstreamOpening")
struct UpstreamOpeningTests {
    private static let loopback = IPAddress.ipv4(0x7F00_0001)

    private static func guardOpen(_ host: HTTPHost, _ port: UInt16, _ address: IPAddress) throws -> SSRFGuard {
        let opening = try #require(UpstreamOpening(host: host, port: port, address: address))
        return SSRFGuard(
            openings: [opening],
            ownPorts: [50000],
            localNetwork: LocalNetwork(addresses: [loopback], prefixes: [IPPrefix(loopback, length: 8)])
        )
    }

    @Test("PROXY-3 An opened address passes at its port alone")
    func address() throws {
        let subject = try Self.guardOpen(.address(Self.loopback), 8080, Self.loopback)
        try subject.check(.address(Self.loopback), port: 8080)
        try subject.check([.loopback(port: 8080)], of: .address(Self.loopback), port: 8080)
        #expect(throws: GuardRefusal(.loopbackAddress)) { try subject.check(.address(Self.loopback), port: 8081) }
        for other in [IPAddress.ipv4(0x7F00_0002), .ipv6(0, 1), .ipv6(0, 0xFFFF_7F00_0001), .ipv4(0)] {
            #expect(throws: GuardRefusal(.loopbackAddress)) { try subject.check(.address(other), port: 8080) }
        }
    }

    @Test("PROXY-3 An opened address is not opened by the names that lead to it")
    func addressByName() throws {
        let subject = try Self.guardOpen(.address(Self.loopback), 8080, Self.loopback)
        #expect(throws: GuardRefusal(.localName)) { try subject.check(.name("localhost"), port: 8080) }
        #expect(throws: GuardRefusal(.loopbackAddress, isOfAnswer: true)) {
            try subject.check([.loopback(port: 8080)], of: .name("site.example"), port: 8080)
        }
    }

    @Test(
        "PROXY-3 An opened name passes at its port with its address alone",
        arguments: ["localhost", "dev", "api.test", "site.example"]
    )
    func name(name: String) throws {
        let host = HTTPHost.name(name)
        let subject = try Self.guardOpen(host, 8080, Self.loopback)
        try subject.check(host, port: 8080)
        try subject.check([.loopback(port: 8080)], of: host, port: 8080)
        for other: SocketAddress in [
            .ipv4(0x7F00_0002, port: 8080), .ipv6(0, 1, port: 8080, zone: 0), .ipv4(0xC0A8_0001, port: 8080),
            .ipv6(0, 0xFFFF_7F00_0001, port: 8080, zone: 0),
        ] {
            #expect(throws: GuardRefusal.self) { try subject.check([other], of: host, port: 8080) }
            #expect(throws: GuardRefusal.self) {
                try subject.check([.loopback(port: 8080), other], of: host, port: 8080)
            }
        }
        #expect(throws: GuardRefusal(.loopbackAddress, isOfAnswer: true)) {
            try subject.check([.loopback(port: 8081)], of: host, port: 8081)
        }
        #expect(throws: GuardRefusal(.loopbackAddress, isOfAnswer: true)) {
            try subject.check([.loopback(port: 8080)], of: .name("a." + name), port: 8080)
        }
    }

    @Test("PROXY-3 A local name is opened at its port alone, and not with what lies below it")
    func localName() throws {
        let subject = try Self.guardOpen(.name("localhost"), 8080, Self.loopback)
        for (name, port) in [("localhost", 8081), ("a.localhost", 8080), ("localhost.", 8080)] as [(String, UInt16)] {
            #expect(throws: GuardRefusal(.localName)) { try subject.check(.name(name), port: port) }
        }
    }

    @Test("PROXY-3 Only loopback addresses can be opened, and an address only for itself")
    func notLoopback() {
        for word in [0x0808_0808, 0xC0A8_0001, 0, 0xA9FE_A9FE] as [UInt32] {
            #expect(UpstreamOpening(host: .name("dev"), port: 8080, address: .ipv4(word)) == nil)
            #expect(UpstreamOpening(address: .ipv4(word), port: 8080) == nil)
        }
        #expect(UpstreamOpening(host: .address(.ipv4(0x0808_0808)), port: 8080, address: Self.loopback) == nil)
        #expect(UpstreamOpening(host: .name("dev"), port: 0, address: Self.loopback) == nil)
        #expect(UpstreamOpening(host: .name("dev"), port: 22, address: Self.loopback) == nil)
        #expect(UpstreamOpening(address: .ipv6(0, 1), port: 8080) != nil)
        #expect(UpstreamOpening(address: .ipv6(0, 0xFFFF_7F00_0001), port: 8080) == nil)
        #expect(UpstreamOpening(address: .ipv6(0x0064_FF9B_0000_0000, 0x7F00_0001), port: 8080) == nil)
    }

    @Test("PROXY-3 The server's own port can't be opened")
    func ownPort() throws {
        let subject = try Self.guardOpen(.name("dev.example"), 50000, Self.loopback)
        #expect(throws: GuardRefusal(.ownServer, isOfAnswer: true)) {
            try subject.check([.loopback(port: 50000)], of: .name("dev.example"), port: 50000)
        }
    }
}
