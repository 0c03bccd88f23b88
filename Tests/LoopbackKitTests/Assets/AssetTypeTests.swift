import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("Asset types")
struct AssetTypeTests {
    @Test(
        "FILE-3 Each extension of the modern web has its type",
        arguments: [
            ("html", "text/html"), ("htm", "text/html"), ("xhtml", "application/xhtml+xml"), ("js", "text/javascript"),
            ("mjs", "text/javascript"), ("cjs", "text/javascript"), ("css", "text/css"), ("json", "application/json"),
            ("map", "application/json"), ("webmanifest", "application/manifest+json"), ("wasm", "application/wasm"),
            ("svg", "image/svg+xml"), ("png", "image/png"), ("jpg", "image/jpeg"), ("jpeg", "image/jpeg"),
            ("gif", "image/gif"), ("webp", "image/webp"), ("avif", "image/avif"), ("heic", "image/heic"),
            ("ico", "image/x-icon"), ("bmp", "image/bmp"), ("woff", "font/woff"), ("woff2", "font/woff2"),
            ("ttf", "font/ttf"), ("otf", "font/otf"), ("mp4", "video/mp4"), ("m4v", "video/x-m4v"),
            ("mov", "video/quicktime"), ("webm", "video/webm"), ("mp3", "audio/mpeg"), ("m4a", "audio/mp4"),
            ("aac", "audio/aac"), ("wav", "audio/wav"), ("ogg", "audio/ogg"), ("opus", "audio/ogg"),
            ("flac", "audio/flac"), ("m3u8", "application/vnd.apple.mpegurl"), ("ts", "video/mp2t"),
            ("m4s", "video/iso.segment"), ("mpd", "application/dash+xml"), ("vtt", "text/vtt"),
            ("srt", "application/x-subrip"), ("pdf", "application/pdf"), ("txt", "text/plain"),
            ("md", "text/markdown"), ("csv", "text/csv"), ("xml", "application/xml"), ("zip", "application/zip"),
            ("glb", "model/gltf-binary"), ("gltf", "model/gltf+json"), ("usdz", "model/vnd.usdz+zip"),
            ("HTML", "text/html"), ("unheard-of", nil),
        ]
    )
    func known(fileExtension: String, type: String?) {
        #expect(AssetTypes()[fileExtension]?.mediaType == type)
    }

    @Test("FILE-3 Every type is a media type")
    func wellFormed() {
        for name in ["html", "js", "svg", "m3u8", "srt", "glb", "ico", "mpd"] {
            let type = AssetTypes()[name]?.mediaType ?? ""
            #expect(MediaType(type)?.description == type)
        }
    }

    @Test("FILE-3 A host adds types and changes them")
    func extended() throws {
        let fixture = try AssetFixture()
        try fixture.write("a.shader", "é")
        try fixture.write("b.md", "# b")
        try fixture.write("c", "c")
        let assets = try fixture.assets {
            $0.types["shader"] = AssetType("application/x-shader", isText: true)
            $0.types["md"] = AssetType("text/plain")
        }
        #expect(assets.get("/a.shader").fields[.contentType] == "application/x-shader; charset=utf-8")
        #expect(assets.get("/b.md").fields[.contentType] == "text/plain; charset=utf-8")
        #expect(assets.get("/c").fields[.contentType] == "application/octet-stream")
        #expect(assets.get("/c").fields[.xContentTypeOptions] == "nosniff")
    }

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
        let fixture = try AssetFixture()
        try fixture.write("a.css", bytes)
        let field = try fixture.assets().get("/a.css").fields[.contentType]
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

    @Test("FILE-3 A text that is not UTF-8 at its very end has no charset; one over 4 MiB neither")
    func large() throws {
        let fixture = try AssetFixture()
        let text = Array(String(repeating: "é", count: 100_000).utf8)
        try fixture.write("good.js", text)
        try fixture.write("bad.js", text + [0xE9])
        try fixture.write("huge.js", Array(repeating: 0x20, count: CharsetProbe.limit + 1))
        let assets = try fixture.assets()
        #expect(assets.get("/good.js").fields[.contentType] == "text/javascript; charset=utf-8")
        #expect(assets.get("/bad.js").fields[.contentType] == "text/javascript")
        #expect(assets.get("/huge.js").fields[.contentType] == "text/javascript")
    }

    @Test("FILE-3 A changed file has its charset looked for anew")
    func changed() throws {
        let fixture = try AssetFixture()
        try fixture.write("a.js", "é")
        let assets = try fixture.assets()
        for _ in 0..<2 { #expect(assets.get("/a.js").fields[.contentType] == "text/javascript; charset=utf-8") }
        try fixture.write("a.js", [0xE9, 0x20])
        #expect(assets.get("/a.js").fields[.contentType] == "text/javascript")
    }
}
