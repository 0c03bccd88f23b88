import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("SSRFGuard")
struct SSRFGuardTests {
    private static let publicAddress = IPAddress.ipv4(0x0808_0808)
    private static let loopback = IPAddress.ipv4(0x7F00_0001)

    /// A machine with public addresses, as a phone in an IPv6 network or a rented server has them.
    private static func machine() throws -> LocalNetwork {
        var network = LocalNetwork()
        network.add(try address("127.0.0.1"), mask: try address("255.0.0.0"), farEnd: nil)
        network.add(try address("203.1.2.3"), mask: try address("255.255.255.0"), farEnd: nil)
        network.add(try address("2a02:8109:1:2::7"), mask: try address("ffff:ffff:ffff:ffff::"), farEnd: nil)
        network.add(try address("198.1.1.1"), mask: try address("255.255.255.255"), farEnd: try address("198.9.9.9"))
        return network
    }

    private static func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    private static func reason(_ work: () throws(GuardRefusal) -> Void) -> GuardRefusal.Reason? {
        do throws(GuardRefusal) {
            try work()
            return nil
        } catch {
            return error.reason
        }
    }

    // MARK: Kinds

    @Test(
        "PROXY-3 Each kind of address has its reason, as a host and as an answer",
        arguments: [
            ("127.0.0.1", GuardRefusal.Reason.loopbackAddress), ("0.0.0.0", .loopbackAddress), ("::", .loopbackAddress),
            ("::1", .loopbackAddress), ("192.168.1.1", .privateAddress), ("fd00::1", .privateAddress),
            ("fec0::1", .privateAddress), ("169.254.169.254", .linkLocalAddress), ("fe80::1", .linkLocalAddress),
            ("100.100.100.200", .sharedAddress), ("224.0.0.251", .multicastAddress), ("ff02::1", .multicastAddress),
            ("255.255.255.255", .multicastAddress), ("192.0.2.7", .documentationAddress),
            ("2001:db8::1", .documentationAddress), ("198.18.0.1", .reservedAddress), ("240.0.0.1", .reservedAddress),
            ("5f00::1", .reservedAddress), ("4000::1", .reservedAddress), ("192.175.48.6", .reservedAddress),
            ("2002:808:808::1", .transitionAddress), ("::ffff:10.0.0.1", .privateAddress),
            ("64:ff9b::10.0.0.1", .privateAddress), ("::ffff:7f00:1", .loopbackAddress),
        ]
    )
    func reasons(text: String, reason: GuardRefusal.Reason) throws {
        let subject = SSRFGuard(ownPorts: [], localNetwork: LocalNetwork())
        let address = try Self.address(text)
        #expect(throws: GuardRefusal(reason)) { try subject.check(.address(address), port: 80) }
        #expect(throws: GuardRefusal(reason, isOfAnswer: true)) {
            try subject.check([SocketAddress(address, port: 80)], of: .name("site.example"), port: 80)
        }
    }

    @Test("PROXY-3 One address that may not be called spoils an answer, wherever it stands", arguments: 0..<3)
    func mixedAnswers(place: Int) throws {
        let subject = SSRFGuard(ownPorts: [], localNetwork: LocalNetwork())
        var addresses = [0x0808_0808, 0x0808_0404, 0x0101_0101].map { SocketAddress.ipv4($0, port: 443) }
        try subject.check(addresses, of: .name("site.example"), port: 443)
        addresses[place] = .ipv6(0, 1, port: 443, zone: 0)
        #expect(throws: GuardRefusal(.loopbackAddress, isOfAnswer: true)) {
            try subject.check(addresses, of: .name("site.example"), port: 443)
        }
    }

    @Test("PROXY-3 An answer with a zone, another port or a Unix socket is refused")
    func strangeAnswers() {
        let subject = SSRFGuard(ownPorts: [], localNetwork: LocalNetwork())
        func reason(_ address: SocketAddress) -> GuardRefusal.Reason? {
            Self.reason { () throws(GuardRefusal) in try subject.check([address], of: .name("site.example"), port: 80) }
        }
        #expect(reason(.ipv6(0x2606_4700_0000_0000, 1, port: 80, zone: 0)) == nil)
        #expect(reason(.ipv6(0x2606_4700_0000_0000, 1, port: 80, zone: 2)) == .linkLocalAddress)
        #expect(reason(.ipv4(0x0808_0808, port: 8080)) == .blockedPort)
        #expect(reason(.unix(path: "/run/service")) == .blockedPort)
    }

    // MARK: This machine

    @Test(
        "PROXY-3 Addresses of this machine and of the networks it is part of are refused, also public ones",
        arguments: [
            ("203.1.2.3", GuardRefusal.Reason.ownAddress), ("::ffff:203.1.2.3", .ownAddress),
            ("64:ff9b::203.1.2.3", .ownAddress), ("2a02:8109:1:2::7", .ownAddress), ("198.1.1.1", .ownAddress),
            ("203.1.2.0", .connectedNetwork), ("203.1.2.255", .connectedNetwork), ("198.9.9.9", .connectedNetwork),
            ("2a02:8109:1:2::", .connectedNetwork), ("2a02:8109:1:2:ffff:ffff:ffff:ffff", .connectedNetwork),
            ("::ffff:203.1.2.9", .connectedNetwork),
        ]
    )
    func ownNetworks(text: String, reason: GuardRefusal.Reason) throws {
        let subject = SSRFGuard(ownPorts: [], localNetwork: try Self.machine())
        let address = try Self.address(text)
        #expect(throws: GuardRefusal(reason)) { try subject.check(.address(address), port: 443) }
    }

    @Test(
        "PROXY-3 Addresses next to the own networks pass",
        arguments: [
            "203.1.1.255", "203.1.3.0", "198.1.1.0", "198.1.1.2", "198.9.9.8", "2a02:8109:1:1:ffff:ffff:ffff:ffff",
            "2a02:8109:1:3::",
        ]
    )
    func besideOwnNetworks(text: String) throws {
        try SSRFGuard(ownPorts: [], localNetwork: try Self.machine())
            .check(.address(try Self.address(text)), port: 443)
    }

    @Test("PROXY-3 When this machine's addresses can't be read, no address passes")
    func unknownNetwork() {
        let subject = SSRFGuard(ownPorts: [], localNetwork: nil)
        #expect(throws: GuardRefusal(.networkUnknown)) { try subject.check(.address(Self.publicAddress), port: 80) }
        #expect(throws: GuardRefusal(.networkUnknown, isOfAnswer: true)) {
            try subject.check([SocketAddress(Self.publicAddress, port: 80)], of: .name("site.example"), port: 80)
        }
    }

    @Test(
        "PROXY-3 The server's own port is refused by every address of this machine",
        arguments: [
            "127.0.0.1", "127.0.0.2", "127.255.255.255", "0.0.0.0", "::", "::1", "::ffff:127.0.0.1", "::ffff:0.0.0.0",
            "64:ff9b::127.0.0.1", "203.1.2.3", "2a02:8109:1:2::7", "198.1.1.1", "::ffff:203.1.2.3",
        ]
    )
    func ownPortByAddress(text: String) throws {
        let address = try Self.address(text)
        let openings = [HTTPHost.address(address), .name("site.example")]
            .compactMap { UpstreamOpening(host: $0, port: 50000, address: address) }
        let subject = SSRFGuard(openings: Set(openings), ownPorts: [50001, 50000], localNetwork: try Self.machine())
        let reason = AddressClass(of: address).kind == .global ? GuardRefusal.Reason.ownAddress : .ownServer
        #expect(throws: GuardRefusal(reason)) { try subject.check(.address(address), port: 50000) }
        #expect(throws: GuardRefusal(reason, isOfAnswer: true)) {
            try subject.check([SocketAddress(address, port: 50000)], of: .name("site.example"), port: 50000)
        }
    }

    @Test(
        "PROXY-3 No private address tells that it is this machine's, at the server's own port neither",
        arguments: ["192.168.1.7", "192.168.1.8", "10.0.0.7", "fd00::7", "fd00::8", "::ffff:192.168.1.7"]
    )
    func privateAddresses(text: String) throws {
        var network = LocalNetwork()
        network.add(try Self.address("192.168.1.7"), mask: try Self.address("255.255.255.0"), farEnd: nil)
        network.add(try Self.address("fd00::7"), mask: try Self.address("ffff:ffff:ffff:ffff::"), farEnd: nil)
        let subject = SSRFGuard(ownPorts: [50000], localNetwork: network)
        let address = try Self.address(text)
        for port in [UInt16(80), 50000] {
            #expect(throws: GuardRefusal(.privateAddress)) { try subject.check(.address(address), port: port) }
        }
    }

    @Test("PROXY-3 The server's own port is refused by its names, also where they are opened")
    func ownPortByName() throws {
        for name in ["localhost", "localhost.", "a.localhost", "LOCALHOST"] {
            let opening = try #require(UpstreamOpening(host: .name(name), port: 50000, address: Self.loopback))
            let subject = SSRFGuard(openings: [opening], ownPorts: [50000], localNetwork: LocalNetwork())
            #expect(throws: GuardRefusal(.ownServer)) { try subject.check(.name(name), port: 50000) }
        }
    }

    @Test("PROXY-3 The number of the server's port is fine on other machines")
    func ownPortElsewhere() throws {
        let subject = SSRFGuard(ownPorts: [50000], localNetwork: try Self.machine())
        try subject.check(.address(Self.publicAddress), port: 50000)
        try subject.check(.name("site.example"), port: 50000)
    }
}
