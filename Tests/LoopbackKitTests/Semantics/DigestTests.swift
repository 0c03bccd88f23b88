import LoopbackKitHTTP
import Testing

@Suite("SHA1 and Base64")
struct DigestTests {
    /// The examples that NIST publishes with FIPS 180, and lengths around a block's end.
    private static let digests: [(message: String, digest: String)] = [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
        (String(repeating: "a", count: 55), "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
        (String(repeating: "a", count: 56), "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
        (String(repeating: "a", count: 64), "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
        (String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    ]

    @Test("HTTP-9 SHA-1 gives the published digests", arguments: digests.indices)
    func digest(_ index: Int) {
        let digest = SHA1.digest(of: Array(Self.digests[index].message.utf8))
        let text = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(text == Self.digests[index].digest)
    }

    @Test(
        "HTTP-9 Base64 is written and read as in RFC 4648, section 10",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ]
    )
    func base64(plain: String, encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded.utf8) == Array(plain.utf8))
    }

    @Test("HTTP-9 Every byte survives base64")
    func everyByte() {
        let bytes = Array(UInt8.min ... .max)
        #expect(Base64.decode(Base64.encode(bytes).utf8) == bytes)
    }

    @Test(
        "HTTP-9 What is no base64 is refused",
        arguments: ["Z", "Zg", "Zg=", "Z===", "====", "Zg==Zg==", "Zm9v\n", " Zm9", "Zm9-", "Zm9_", "Z=g=", "=Zg="]
    )
    func refused(text: String) {
        #expect(Base64.decode(text.utf8) == nil)
    }
}
