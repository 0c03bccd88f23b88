import LoopbackKitHTTP
import Testing

@Suite("PercentEncoding")
struct PercentEncodingTests {
    @Test(
        "HTTP-9 Each set leaves its own characters",
        arguments: [
            (PercentEncoding.Allowed.unreserved, "a-Z_0.~%2F%3F%26%3D%2B%20%25%C3%A9%2A%3A%40%21%27"),
            (.pathSegment, "a-Z_0.~%2F%3F&=+%20%25%C3%A9*:@!'"), (.queryValue, "a-Z_0.~/?%26%3D%2B%20%25%C3%A9*:@!'"),
            (.form, "a-Z_0.%7E%2F%3F%26%3D%2B%20%25%C3%A9*%3A%40%21%27"),
            (PercentEncoding.Allowed("a%é /"), "a%2D%5A%5F%30%2E%7E/%3F%26%3D%2B%20%25%C3%A9%2A%3A%40%21%27"),
        ]
    )
    func sets(allowed: PercentEncoding.Allowed, encoded: String) {
        #expect(PercentEncoding.encode("a-Z_0.~/?&=+ %é*:@!'", keeping: allowed) == encoded)
    }

    @Test(
        "HTTP-9 Every byte comes back",
        arguments: [PercentEncoding.Allowed.unreserved, .pathSegment, .queryValue, .form]
    )
    func roundTrip(allowed: PercentEncoding.Allowed) {
        let bytes = (0...255).map { UInt8($0) }
        let encoded = PercentEncoding.encode(bytes, keeping: allowed)
        #expect(encoded.allSatisfy { $0 > 32 && $0 < 127 })
        #expect(!encoded.contains { [35, 60, 62, 34, 92].contains($0) })
        #expect(PercentEncoding.decode(encoded) == bytes)
        #expect(PercentEncoding.decodeStrictly(encoded.span) == bytes)
    }

    @Test(
        "HTTP-9 What is no escape stays, or is refused by the strict form",
        arguments: ["%", "%4", "%zz", "a%4g", "%%", "%+1", "%-1", "%\u{0}1", "100%"]
    )
    func malformed(text: String) {
        #expect(PercentEncoding.decode(text) == text)
        #expect(PercentEncoding.decodeStrictly(Array(text.utf8).span) == nil)
    }

    @Test(
        "HTTP-9 Decoding happens once",
        arguments: [("%2541", "%41"), ("%41%zz", "A%zz"), ("+%2B", "++"), ("%E9", "\u{FFFD}")]
    )
    func once(text: String, decoded: String) {
        #expect(PercentEncoding.decode(text) == decoded)
    }
}
