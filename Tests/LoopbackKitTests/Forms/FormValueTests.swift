import LoopbackKitHTTP
import Testing

@Suite("FormFields: typed values")
struct FormValueTests {
    private func read<Value: LosslessStringConvertible>(_ text: String, as type: Value.Type) -> Value? {
        let fields: FormFields = ["a": text]
        do throws(FormError) {
            return try fields["a", as: type]
        } catch {
            #expect(error == FormError(.malformedValue, name: "a"))
            return nil
        }
    }

    @Test(
        "HTTP-9 An integer is ASCII digits, with a minus sign alone before them",
        arguments: [
            ("0", 0), ("7", 7), ("-7", -7), ("007", 7), ("-0", 0), ("9223372036854775807", .max),
            ("-9223372036854775808", .min), ("9223372036854775808", nil), ("+7", nil), ("", nil), ("-", nil),
            ("--7", nil), (" 7", nil), ("7 ", nil), ("7.0", nil), ("0x7", nil), ("7_0", nil), ("٧", nil), ("7\0", nil),
            ("1e3", nil), ("７", nil), ("-+7", nil),
        ] as [(String, Int?)]
    )
    func integers(text: String, value: Int?) {
        #expect(read(text, as: Int.self) == value)
    }

    @Test(
        "HTTP-9 An unsigned integer has no sign at all",
        arguments: [("255", 255), ("256", nil), ("-0", nil), ("+1", nil)]
    )
    func unsigned(text: String, value: UInt8?) {
        #expect(read(text, as: UInt8.self) == value)
    }

    @Test(
        "HTTP-9 A floating-point number is decimal and finite",
        arguments: [
            ("1", 1), ("-1.5", -1.5), ("1e3", 1000), ("1.5E-1", 0.15), ("1E+2", 100), ("+1", nil), (".5", nil),
            ("1.", nil),
            ("nan", nil), ("inf", nil), ("infinity", nil), ("0x1p3", nil), ("1e999", nil), ("", nil), ("1e", nil),
            ("-", nil), ("1 ", nil), ("1,5", nil), ("1e+-2", nil),
        ] as [(String, Double?)]
    )
    func decimals(text: String, value: Double?) {
        #expect(read(text, as: Double.self) == value)
    }

    @Test("HTTP-9 Other types read a value their own way, and none traps")
    func others() {
        #expect(read("true", as: Bool.self) == true && read("1", as: Bool.self) == nil)
        #expect(read("é", as: Character.self) == "é")
        // The initialiser of Character traps for these.
        #expect(read("ab", as: Character.self) == nil && read("", as: Character.self) == nil)
        #expect(read("ab", as: Unicode.Scalar.self) == nil)
        #expect(read("any text", as: String.self) == "any text")
    }

    @Test("HTTP-9 A missing value is nil, or an error where it has to be there")
    func missing() throws {
        let fields: FormFields = ["a": "1", "a": "x"]
        try #expect(fields["b", as: Int.self] == nil)
        #expect(throws: FormError(.missingValue, name: "b")) { try fields.require("b", as: Int.self) }
        try #expect(fields.require("a", as: Int.self) == 1)
        try #expect(fields.require("a") == "1")
    }

    @Test("HTTP-9 The parts of a path are read as strictly")
    func pathParameters() throws {
        var parameters = PathParameters()
        parameters.append("id", "7")
        parameters.append("name", "+7")
        try #expect(parameters["id", as: Int.self] == 7 && parameters["none", as: Int.self] == nil)
        try #expect(parameters.require("id", as: UInt8.self) == 7 && parameters.require("name") == "+7")
        #expect(throws: FormError(.malformedValue, name: "name")) { try parameters.require("name", as: Int.self) }
        #expect(throws: FormError(.missingValue, name: "none")) { try parameters.require("none") }
    }

    @Test("HTTP-9 The errors of forms say how they are answered, and repeat nothing of the request")
    func answers() throws {
        let fields: FormFields = ["count": "<script>"]
        let error = #expect(throws: FormError.self) { try fields.require("count", as: Int.self) }
        let response = try #require(error).response
        #expect(response.status == .badRequest)
        guard case .bytes(let bytes) = response.body.storage else { throw Missing() }
        #expect(String(decoding: bytes, as: UTF8.self) == "A value is malformed: count\n")
        #expect(FormError(.tooLarge).response.status == .contentTooLarge)
        #expect(FormError(.wrongMediaType).response.status == .unsupportedMediaType)
    }
}
