import LoopbackKitHTTP
import Testing

@Suite("Socket addresses")
struct SocketAddressTests {
    @Test(
        "HTTP-9 An address is read as it is written",
        arguments: [
            ("127.0.0.1", "127.0.0.1:80"), ("0.0.0.0", "0.0.0.0:80"), ("::1", "[0:0:0:0:0:0:0:1]:80"),
            ("[::1]", "[0:0:0:0:0:0:0:1]:80"), ("fe80::1%2", "[fe80:0:0:0:0:0:0:1%2]:80"),
            ("::ffff:1.2.3.4", "[0:0:0:0:0:ffff:102:304]:80"), ("unix:/tmp/a b", "unix:/tmp/a b"),
        ]
    )
    func reads(host: String, expected: String) {
        #expect(SocketAddress(host: host, port: 80)?.description == expected)
    }

    @Test(
        "HTTP-9 Nothing else is taken for an address",
        arguments: [
            "", "localhost", "127.1", "2130706433", "0x7f.0.0.1", "127.0.0.1.", "127.0.0.256", "1.2.3.4:80", " ::1",
            "[::1",
            "fe80::1%", "fe80::1%+2", "fe80::1%eth0", "::1\u{0}", ":::", "[127.0.0.1]",
        ]
    )
    func refuses(host: String) {
        #expect(SocketAddress(host: host, port: 80) == nil)
    }
}
