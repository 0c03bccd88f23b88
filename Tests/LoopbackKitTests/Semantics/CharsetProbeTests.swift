import LoopbackKitHTTP
import Testing

@Suite("CharsetProbe")
struct CharsetProbeTests {
    @Test(
        "FILE-3 A text has a charset only when it is certain",
        arguments: [
            ([], "utf-8"), (Array("plain".utf8), "utf-8"), (Array("accents: é ü 日本 🎈".utf8), "utf-8"),
            ([0xEF, 0xBB, 0xBF, 0x61], "utf-8"),
            // UTF-16 with its mark; without it, nothing is certain.
            ([0xFF, 0xFE, 0x61, 0], "utf-16le"), ([0xFE, 0xFF, 0, 0x61], "utf-16be"), ([0x61, 0, 0x62, 0], nil),
            ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], nil),
            // Windows-1252, Shift JIS, ISO-2022-JP.
            ([0x63, 0x61, 0x66, 0xE9], nil), ([0x83, 0x65, 0x83, 0x58, 0x83, 0x67], nil),
            ([0x1B, 0x24, 0x42, 0x25, 0x46, 0x1B, 0x28, 0x42], nil),
            // Overlong, a surrogate, beyond Unicode, cut at the end.
            ([0xC0, 0x80], nil), ([0xE0, 0x80, 0x80], nil), ([0xED, 0xA0, 0x80], nil), ([0xF4, 0x90, 0x80, 0x80], nil),
            ([0x61, 0xE2, 0x82], nil), ([0x80], nil),
        ] as [([UInt8], String?)]
    )
    func charset(bytes: [UInt8], charset: String?) throws {
        let fixture = try FolderFixture()
        try fixture.write("a.css", bytes)
        let field = try fixture.files().get("/a.css").fields[.contentType]
        #expect(field == "text/css" + (charset.map { "; charset=\($0)" } ?? ""))
        for split in 0...bytes.count {
            var probe = CharsetProbe()
            probe.read(Array(bytes[..<split]).span)
            probe.read(Array(bytes[split...]).span)
            #expect(probe.charset == charset)
        }
    }

    @Test("FILE-3 The probe agrees with the standard library on any bytes")
    func validated() {
        let alphabet: [UInt8] = [
            0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0,
        ]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                (alphabet + [0xF3, 0xF4, 0xF5]).randomElement(using: &generator) ?? 0
            }
            var probe = CharsetProbe()
            probe.read(bytes.span)
            #expect((probe.charset == "utf-8") == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
        }
    }
}
