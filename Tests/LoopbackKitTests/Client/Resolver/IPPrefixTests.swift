import LoopbackKitHTTP
import Testing

@Suite("IPPrefix")
struct IPPrefixTests {
    @Test(
        "PROXY-3 A prefix holds the addresses from its first to its last",
        arguments: [
            ("10.1.2.3", 8, "10.0.0.0", "10.255.255.255"), ("10.1.2.3", 32, "10.1.2.3", "10.1.2.3"),
            ("10.1.2.3", 31, "10.1.2.2", "10.1.2.3"), ("200.1.2.3", 1, "128.0.0.0", "255.255.255.255"),
            ("10.1.2.3", 0, "0.0.0.0", "255.255.255.255"), ("10.1.2.3", 99, "10.1.2.3", "10.1.2.3"),
            ("10.1.2.3", -1, "0.0.0.0", "255.255.255.255"),
            ("2001:db8::1", 32, "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("2001:db8::1", 64, "2001:db8::", "2001:db8::ffff:ffff:ffff:ffff"),
            ("2001:db8::8000:0:0:1", 64, "2001:db8::", "2001:db8::ffff:ffff:ffff:ffff"),
            ("2001:db8::1", 65, "2001:db8::", "2001:db8::7fff:ffff:ffff:ffff"),
            ("2001:db8::1", 63, "2001:db8::", "2001:db8:0:1:ffff:ffff:ffff:ffff"),
            ("2001:db8::1", 128, "2001:db8::1", "2001:db8::1"), ("2001:db8::1", 129, "2001:db8::1", "2001:db8::1"),
            ("2001:db8::1", 0, "::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ]
    )
    func ends(text: String, length: Int, first: String, last: String) throws {
        let prefix = IPPrefix(try #require(IPAddress(text)), length: length)
        #expect(prefix.first == IPAddress(first))
        #expect(prefix.last == IPAddress(last))
        #expect(prefix.contains(prefix.first) && prefix.contains(prefix.last))
    }

    @Test("PROXY-3 A prefix holds no address outside, and none of the other family")
    func outside() throws {
        let prefix = IPPrefix(.ipv4(0x0A00_0000), length: 8)
        #expect(!prefix.contains(.ipv4(0x09FF_FFFF)) && !prefix.contains(.ipv4(0x0B00_0000)))
        #expect(!prefix.contains(.ipv6(0, 0xFFFF_0A00_0000)))
        let long = IPPrefix(.ipv6(7, 1 << 63), length: 65)
        #expect(!long.contains(.ipv6(7, (1 << 63) - 1)) && !long.contains(.ipv6(8, 1 << 63)))
        #expect(!IPPrefix(.ipv6(0, 0), length: 0).contains(.ipv4(0)))
    }
}
