import LoopbackKitHTTP
import Testing

@Suite("PartDisposition")
struct PartDispositionTests {
    private static func read(_ value: String) -> PartDisposition? { PartDisposition(Array(value.utf8).span) }

    @Test(
        "HTTP-9 Names and file names are read as browsers and curl write them",
        arguments: [
            ("form-data; name=\"a\"", "a", nil), ("form-data; name=a", "a", nil), ("FORM-DATA;NAME=\"a\"", "a", nil),
            ("form-data ; name=\"a\" ; filename=\"b.txt\"", "a", "b.txt"), ("form-data; name=\"\"", "", nil),
            ("form-data; name=\"a\"; filename=\"\"", "a", ""), ("form-data; name=\"a\";", "a", nil),
            ("form-data; filename=b; name=a", "a", "b"),
            // Chromium: three escapes, all else raw.
            ("form-data; name=\"na%22me%0D%0Ax\"", "na\"me\r\nx", nil),
            ("form-data; name=\"é%22\\\"", "é\"\\", nil),
            ("form-data; name=\"back\\\"; filename=\"blob\"", "back\\", "blob"),
            ("form-data; name=\"a\"; filename=\"we%22i\\rd é;=%41%0A.txt\"", "a", "we\"i\\rd é;=%41\n.txt"),
            ("form-data; name=\"100%\"; filename=\"%2\"", "100%", "%2"),
            ("form-data; name=\"%0d%0a\"", "\r\n", nil), ("form-data; name=\"%00%25\"", "%00%25", nil),
            // curl --form-escape, and curl before 7.81.
            ("form-data; name=\"na\\\"me\"", "na\"me", nil),
            ("form-data; name=\"b\"; filename=\"back\\\\slash.txt\"", "b", "back\\slash.txt"),
            ("form-data; name=\"b\"; filename=\"C:\\dir\\file\"", "b", "C:\\dir\\file"),
            // RFC 7578, section 4.2.
            ("form-data; name=\"a\"; filename=\"b\"; filename*=UTF-8''evil", "a", "b"),
            ("form-data; name=\"a\"; filename*=UTF-8''evil", "a", nil),
        ] as [(String, String, String?)]
    )
    func names(value: String, name: String, filename: String?) throws {
        let disposition = try #require(Self.read(value))
        #expect(Array(disposition.name.utf8) == Array(name.utf8))
        #expect(disposition.filename.map { Array($0.utf8) } == filename.map { Array($0.utf8) })
    }

    @Test(
        "HTTP-9 What is no disposition of a form's part, or names it twice, is refused",
        arguments: [
            "", "form-data", "form-data; filename=\"a\"", "attachment; name=\"a\"", "form-datax; name=\"a\"",
            "form-data; name=\"a\"; name=\"b\"", "form-data; name=a; filename=b; filename=c", "form-data; name=\"a",
            "form-data; name", "form-data; =a", "form-data; name = \"a\"", "form-data, name=\"a\"",
            "form-data; name=\"a\"b", "form-data; name=\"a\" filename=\"b\"", "form-data; name=\"a\"; ;",
            // An escaped quote opens nothing: a file name can't smuggle a parameter in.
            "form-data; name=\"a\"; filename=\"x\\\"; name=b\"", "form-data; filename=\"x\\\"; name=\\\"b\"",
        ]
    )
    func refused(value: String) {
        #expect(Self.read(value) == nil)
    }

    @Test("HTTP-9 Bytes that are not UTF-8 become U+FFFD")
    func malformedText() {
        let bytes = Array("form-data; name=\"a".utf8) + [0xFF] + Array("b\"".utf8)
        #expect(PartDisposition(bytes.span)?.name == "a\u{FFFD}b")
    }
}
