import LoopbackKitHTTP
import Testing

@Suite("HTTPHost")
struct HTTPHostTests {
    @Test(
        "PROXY-3 An IPv4 address is one in whatever form it is written",
        arguments: [
            "127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "127.1.", "2130706433", "2130706433.", "0x7f000001",
            "0X7F000001",
            "017700000001", "0x7f.1", "0177.0.0.1", "0177.0x0.0.01", "127.0.0.0x1", "0x7F.0x00.0x00.0x01", "127.00.0.1",
            "127.0.0.000000000000000000000000001", "%31%32%37.0.0.1",
            "127%2E0%2e0.1", "0000000000000000000000000177.1",
        ]
    )
    func looseIPv4(_ text: String) throws {
        #expect(try HTTPHost(text) == .address(.ipv4(0x7F00_0001)))
        #expect(try HTTPHost(text).description == "127.0.0.1")
    }

    @Test(
        "PROXY-3 An IPv4 address is found behind the mapping of letters",
        .enabled(if: InternationalNames.system != nil, "the system has no libidn2"),
        arguments: [
            "１２７.０.０.１", "127。0。0。1", "127．0．0．1", "127｡0｡0｡1", "①②⑦.0.0.1", "𝟏𝟐𝟕.1", "127.0.0.\u{AD}1", "１２７.1。",
            "%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1", "０ｘ７ｆ.1", "0\u{200B}x7f.1",
        ]
    )
    func mappedIPv4(_ text: String) throws { #expect(try HTTPHost(text) == .address(.ipv4(0x7F00_0001))) }

    @Test(
        "PROXY-3 The other ends of the forms of IPv4",
        arguments: [
            ("0", "0.0.0.0"), ("0x", "0.0.0.0"), ("0.0x", "0.0.0.0"), ("4294967295", "255.255.255.255"),
            ("255.16777215", "255.255.255.255"), ("1.2.65535", "1.2.255.255"), ("1.2.3.255", "1.2.3.255"),
        ]
    )
    func ends(_ text: String, _ address: String) throws { #expect(try HTTPHost(text).description == address) }

    @Test(
        "PROXY-3 What ends in a number and is no IPv4 address is refused",
        arguments: [
            "4294967296", "18446744073709551617", "256.0.0.1", "1.256.0.1", "1.2.256.4", "1.2.3.256", "1.2.65536",
            "1.16777216", "1.2.3.4.5",
            "1..2",
            ".1", "1.2.3.08", "09.1", "foo.1", "foo.0x", "foo.0x4.", "1.2.3.4x.5", "0xffffffff1", "0x100.1",
            "0x10000000000000001", "020000000000000000000001", "0x100000000000000007f000001", "-1.1",
            "+1.1",
            "99999999999999999999999999999999999999999999999999999999999999999999999999",
        ]
    )
    func malformedIPv4(_ text: String) {
        #expect(throws: HTTPURLError(.malformedIPv4)) { try HTTPHost(text) }
    }

    @Test(
        "PROXY-3 What does not end in a number is a name",
        arguments: ["1.2.3.4x", "1.com", "0x.com", "08x", "1.", "..", "a_b", "-a-"]
    )
    func names(_ text: String) throws {
        let expected = text == "1." ? HTTPHost.address(.ipv4(1)) : .name(text)
        #expect(try HTTPHost(text) == expected)
    }

    @Test("PROXY-3 A name is in lower case, and its last dot stays")
    func lowerCase() throws {
        #expect(try HTTPHost("EXAMPLE.Com.") == .name("example.com."))
        #expect(try HTTPHost("ex%41mple.com") == .name("example.com"))
        #expect(try HTTPHost("XN--BCHER-KVA.de") == .name("xn--bcher-kva.de"))
        #expect(try HTTPHost("LocalHost").description == "localhost")
    }

    @Test(
        "PROXY-3 Letters outside of ASCII are mapped",
        .enabled(if: InternationalNames.system != nil, "the system has no libidn2")
    )
    func international() throws {
        #expect(try HTTPHost("Bücher.DE") == .name("xn--bcher-kva.de"))
        #expect(try HTTPHost("B%C3%BCcher.de") == .name("xn--bcher-kva.de"))
        #expect(try HTTPHost("faß.de") == .name("xn--fa-hia.de"))
        #expect(try HTTPHost("ｌｏｃａｌｈｏｓｔ") == .name("localhost"))
        #expect(try HTTPHost("LOCAL\u{AD}HOST") == .name("localhost"))
        #expect(try HTTPHost("ⓛocalhost。") == .name("localhost."))
        #expect(try HTTPHost("<\u{338}") == .name("xn--gdh"))
        #expect(throws: HTTPURLError.self) { try HTTPHost("\u{AD}") }
    }

    @Test(
        "PROXY-3 What a mapping turns into a forbidden character is refused",
        .enabled(if: InternationalNames.system != nil, "the system has no libidn2"),
        arguments: ["a／b", "a％2fb", "a＃b", "a＠b", "a：80", "a？b", "a＼b", "a\u{A0}b", "［::1］", "℀.com", "a＜b"]
    )
    func mappedToForbidden(_ text: String) {
        #expect(throws: HTTPURLError(.forbiddenCharacter)) { try HTTPHost(text) }
    }

    @Test("PROXY-3 Without the library a name of ASCII is read, and another one says what is missing")
    func withoutLibrary() throws {
        let name = Array("Example.com".utf8)
        #expect(try HTTPHost(bytes: name, names: nil) == .name("example.com"))
        #expect(try HTTPHost(bytes: Array("127.1".utf8), names: nil) == .address(.ipv4(0x7F00_0001)))
        for other in ["bücher.de", "b%C3%BCcher.de", "１２７.0.0.1"] {
            #expect(throws: HTTPURLError(.needsIDNA)) { try HTTPHost(bytes: Array(other.utf8), names: nil) }
        }
        #expect(InternationalNames(libraries: ["libnothing-of-this-name.so"]) == nil)
    }

    @Test("PROXY-3 No forbidden character stands in a name, escaped or not", arguments: 0..<128)
    func forbidden(_ character: Int) throws {
        let byte = UInt8(character)
        let isForbidden = byte <= 32 || byte == 127 || "#/:<>?@[\\]^|%".utf8.contains(byte)
        let hexadecimal = String(byte, radix: 16)
        let escaped = "a%\(byte < 16 ? "0" : "")\(hexadecimal)b"
        for text in [String(decoding: [97, byte, 98], as: UTF8.self), escaped] {
            if isForbidden {
                #expect(throws: HTTPURLError(.forbiddenCharacter)) { try HTTPHost(text) }
            } else {
                #expect(try HTTPHost(text).description == "a\(Character(Unicode.Scalar(byte)))b".lowercased())
            }
        }
    }

    @Test(
        "PROXY-3 A name that is not UTF-8, and one with NUL among other letters, is refused",
        arguments: ["a%FF", "a%80b", "%C0%AE", "%ED%A0%80", "ü%00.example", "1%00ü", "%E2%82"]
    )
    func malformedText(_ text: String) {
        #expect(throws: HTTPURLError(.forbiddenCharacter)) { try HTTPHost(text) }
    }

    @Test("PROXY-3 An IPv6 address stands in brackets")
    func ipv6() throws {
        #expect(try HTTPHost("[::1]") == .address(.ipv6(0, 1)))
        #expect(try HTTPHost("[0:0:0:0:0:FFFF:127.0.0.1]").description == "[::ffff:7f00:1]")
        #expect(try HTTPHost("[::1]").address == .ipv6(0, 1))
        #expect(try HTTPHost("a").address == nil)
    }

    @Test(
        "PROXY-3 What stands in brackets and is no IPv6 address is refused",
        arguments: [
            "[", "[]", "[:]", "[::1", "[::1]a", "[127.0.0.1]", "[a]", "[::1%25eth0]", "[::1%1]", "[fe80::1%25]",
            "[%3A%3A1]",
            "[::%31]", "[[::1]]", "[::1]]", "[::1 ]", "[::１]",
        ]
    )
    func malformedIPv6(_ text: String) {
        #expect(throws: HTTPURLError(.malformedIPv6)) { try HTTPHost(text) }
    }

    @Test(
        "PROXY-3 Brackets that are escaped are no brackets",
        arguments: ["%5B::1]", "%5B::1%5D", "::1", "a]", "::1]"]
    )
    func noBrackets(_ text: String) {
        #expect(throws: HTTPURLError(.forbiddenCharacter)) { try HTTPHost(text) }
    }

    @Test("PROXY-3 No host is an error") func empty() {
        #expect(throws: HTTPURLError(.emptyHost)) { try HTTPHost("") }
    }
}
