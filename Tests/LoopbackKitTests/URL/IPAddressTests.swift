import LoopbackKitHTTP
import Testing

@Suite("IPAddress")
struct IPAddressTests {
    @Test(
        "PROXY-3 An address is read in its strict form and written in the shortest one",
        arguments: [
            ("0.0.0.0", "0.0.0.0"), ("127.0.0.1", "127.0.0.1"), ("255.255.255.255", "255.255.255.255"),
            ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("0:0:0:0:0:0:0:1", "::1"), ("1:0:0:0:0:0:0:0", "1::"),
            ("2001:DB8::00a", "2001:db8::a"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
            ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
            ("1:0:3:4:5:6:7:8", "1:0:3:4:5:6:7:8"), ("1:0:0:4:0:0:7:8", "1::4:0:0:7:8"),
            ("1:0:0:4:0:0:0:8", "1:0:0:4::8"), ("0:0:3:4:5:0:0:0", "0:0:3:4:5::"),
            ("::ffff:127.0.0.1", "::ffff:7f00:1"), ("::1.2.3.4", "::102:304"),
            ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"), ("64:ff9b::8.8.8.8", "64:ff9b::808:808"),
        ]
    )
    func forms(_ text: String, _ written: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.description == written)
        #expect(IPAddress(written) == address)
        #expect(IPAddress(bytes: address.bytes.span) == address)
    }

    @Test(
        "PROXY-3 What is no address in its strict form is refused",
        arguments: [
            "", ".", "1", "1.2.3", "1.2.3.", "1.2.3.4.", "1.2.3.4.5", ".1.2.3.4", "1..2.3", "01.2.3.4", "1.2.3.04",
            "1.2.3.256",
            "1.2.3.1000", "0x1.2.3.4", "1.2.3.4 ", " 1.2.3.4", "+1.2.3.4", "1.2.3.-4", "1.2.3.４", "127.1", "2130706433",
            ":", ":::", ":1", "1:", "1:2", "1::2:", "1:::2", "1::2::3", ":1::2", "12345::", "g::", "+1::", "0x1::",
            "::1%1",
            "::1%eth0", "[::1]", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8",
            "1:2:3:4::5:6:7:8", "1.2.3.4::", "::1.2.3.4:5", "::1.2.3", "::1.2.3.256", "::01.2.3.4", "::1.2.3.4.",
            "1:2:3:4:5:6:7:1.2.3.4", "::1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:1.2.3.4", "::1\0", "127.0.0.1\0",
        ]
    )
    func malformed(_ text: String) { #expect(IPAddress(text) == nil) }

    @Test("PROXY-3 An address is made of 4 or 16 bytes in network order")
    func bytes() {
        #expect(IPAddress(bytes: [127, 0, 0, 1].span) == .ipv4(0x7F00_0001))
        let bytes = (1...16).map { UInt8($0) }
        #expect(IPAddress(bytes: bytes.span) == .ipv6(0x0102_0304_0506_0708, 0x090A_0B0C_0D0E_0F10))
        for count in [0, 1, 3, 5, 15, 17] { #expect(IPAddress(bytes: Array(repeating: 0, count: count).span) == nil) }
    }

    @Test("PROXY-3 An address with a zone is another one without it")
    func zones() {
        let linkLocal = SocketAddress.ipv6(0xFE80 << 48, 1, port: 80, zone: 2)
        #expect(IPAddress(linkLocal) == nil)
        #expect(IPAddress(withoutZone: linkLocal)?.description == "fe80::1")
        #expect(IPAddress(.ipv6(0xFE80 << 48, 1, port: 80, zone: 0))?.description == "fe80::1")
    }

    @Test("PROXY-3 A socket's address is an address and a port")
    func sockets() {
        #expect(IPAddress(.ipv4(0x7F00_0001, port: 80)) == .ipv4(0x7F00_0001))
        #expect(IPAddress(.unix(path: "/run/x")) == nil)
        #expect(SocketAddress(IPAddress.ipv4(0x7F00_0001), port: 80) == .loopback(port: 80))
        #expect(SocketAddress(IPAddress.ipv6(0, 1), port: 81) == .ipv6(0, 1, port: 81, zone: 0))
    }

    @Test("PROXY-3 Every address is read as it is written")
    func roundTrip() {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<2000 {
            // Groups are zero often enough for gaps of every length.
            let bytes = (0..<8).flatMap { _ -> [UInt8] in
                generator.isOne(in: 2)
                    ? [0, 0] : [generator.pick([0, 1, 0x10]), .random(in: 0...255, using: &generator)]
            }
            for count in [4, 16] {
                let address = IPAddress(bytes: bytes.span.extracting(first: count))
                #expect(address != nil && IPAddress(address?.description ?? "") == address, "\(bytes)")
            }
        }
    }
}
