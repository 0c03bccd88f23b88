import LoopbackKitHTTP
import Testing

@Suite("LocalNetwork")
struct LocalNetworkTests {
    @Test("PROXY-3 The interfaces of this machine are read with their networks")
    func current() throws {
        let network = try #require(LocalNetwork.current())
        #expect(network.addresses.contains(.ipv4(0x7F00_0001)))
        #expect(network.prefixes.contains(IPPrefix(.ipv4(0x7F00_0000), length: 8)))
        #expect(network.addresses.allSatisfy(network.isConnected))
        #expect(!network.isConnected(.ipv4(0x0808_0808)))
    }

    @Test(
        "PROXY-3 An interface's mask tells its network",
        arguments: [
            ("203.1.2.3", "255.255.255.0", 24), ("203.1.2.3", "255.255.255.255", 32), ("203.1.2.3", "128.0.0.0", 1),
            ("2a02:1:2:3::4", "ffff:ffff:ffff:ffff::", 64), ("2a02:1:2:3::4", "ffff:ffff:ffff:ffff:8000::", 65),
            ("2a02:1:2:3::4", "ffff:ffff:ffff:fffe::", 63),
            ("2a02:1:2:3::4", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", 128),
        ]
    )
    func masks(text: String, mask: String, length: Int) throws {
        let address = try #require(IPAddress(text))
        var network = LocalNetwork()
        network.add(address, mask: IPAddress(mask), farEnd: nil)
        #expect(network == LocalNetwork(addresses: [address], prefixes: [IPPrefix(address, length: length)]))
    }

    @Test("PROXY-3 An interface without a mask, or with one of no bits, is an address without a network")
    func noMask() throws {
        for mask in [nil, IPAddress.ipv4(0), .ipv6(0, 0)] {
            var network = LocalNetwork()
            network.add(.ipv4(0xCB01_0203), mask: mask, farEnd: nil)
            #expect(network == LocalNetwork(addresses: [.ipv4(0xCB01_0203)]))
        }
    }

    @Test("PROXY-3 The far end of a link between two machines is connected")
    func farEnd() {
        var network = LocalNetwork()
        network.add(.ipv4(0xC601_0101), mask: .ipv4(.max), farEnd: .ipv4(0xC609_0909))
        #expect(network.isConnected(.ipv4(0xC609_0909)) && !network.isConnected(.ipv4(0xC609_0908)))
        #expect(!network.addresses.contains(.ipv4(0xC609_0909)))
    }
}
