import BenchmarkReport
import Testing

@Suite("Benchmarks: JSON")
struct JSONTests {
    private static let value: JSON = .object([
        .init("text", .string("line\nquote\" back\\slash \u{1} ü 🙂")),
        .init("numbers", .array([.number(0), .number(-1), .number(0.5), .number(1e300), .number(142_033)])),
        .init("nothing", .null),
        .init("flags", .array([.bool(true), .bool(false)])),
        .init("empty", .array([.object([]), .array([])])),
    ])

    @Test("KIT-2 A value is read back as it was written, and members keep their order")
    func roundTrip() throws {
        #expect(try JSON(text: Self.value.text) == Self.value)
    }

    @Test(
        "KIT-2 Texts are read as RFC 8259 has them",
        arguments: [
            (#" [ 1 , -2.5e+3 ] "#, JSON.array([.number(1), .number(-2500)])),
            (#"{"a":{"b":null}}"#, .object([.init("a", .object([.init("b", .null)]))])),
            (#""\u00fc\ud83d\ude42\/\t""#, .string("ü🙂/\t")),
            ("0", .number(0)),
        ]
    )
    func reading(text: String, value: JSON) throws { #expect(try JSON(text: text) == value) }

    @Test(
        "KIT-2 What is no JSON is refused",
        arguments: [
            "", "[1,]", "{\"a\"}", "{\"a\":1,}", "01", "+1", "1.", ".5", "1e", "nul", "\"", "\"\\x\"", "\"\\ud83d\"",
            "\"a\nb\"", "[1] 2", "1e999", String(repeating: "[", count: 100_000),
        ]
    )
    func refusing(text: String) { #expect(throws: JSONError.self) { try JSON(text: text) } }

    @Test("KIT-2 Numbers that JSON has no form for become null")
    func oddNumbers() {
        #expect(JSON.number(Double?.some(.infinity)) == .null)
        #expect(JSON.number(.nan).text == "null\n")
    }
}
