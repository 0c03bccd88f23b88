import LoopbackKitHTTP
import Testing

@Suite("FileTypes")
struct FileTypeTests {
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
        #expect(FileTypes()[fileExtension]?.mediaType == type)
    }

    @Test("FILE-3 Every type is a media type")
    func wellFormed() {
        for name in ["html", "js", "svg", "m3u8", "srt", "glb", "ico", "mpd"] {
            let type = FileTypes()[name]?.mediaType ?? ""
            #expect(MediaType(type)?.description == type)
        }
    }

    @Test("FILE-3 A host adds types and changes them")
    func extended() throws {
        let fixture = try FolderFixture()
        try fixture.write("a.shader", "é")
        try fixture.write("b.md", "# b")
        try fixture.write("c", "c")
        let files = try fixture.files {
            $0.types["shader"] = FileType("application/x-shader", isText: true)
            $0.types["md"] = FileType("text/plain")
        }
        #expect(files.get("/a.shader").fields[.contentType] == "application/x-shader; charset=utf-8")
        #expect(files.get("/b.md").fields[.contentType] == "text/plain; charset=utf-8")
        #expect(files.get("/c").fields[.contentType] == "application/octet-stream")
        #expect(files.get("/c").fields[.xContentTypeOptions] == "nosniff")
    }

    @Test("FILE-3 A text that is not UTF-8 at its very end has no charset; one over 4 MiB neither")
    func large() throws {
        let fixture = try FolderFixture()
        let text = Array(String(repeating: "é", count: 100_000).utf8)
        try fixture.write("good.js", text)
        try fixture.write("bad.js", text + [0xE9])
        try fixture.write("huge.js", Array(repeating: 0x20, count: 4 * 1024 * 1024 + 1))
        let files = try fixture.files()
        #expect(files.get("/good.js").fields[.contentType] == "text/javascript; charset=utf-8")
        #expect(files.get("/bad.js").fields[.contentType] == "text/javascript")
        #expect(files.get("/huge.js").fields[.contentType] == "text/javascript")
    }

    @Test("FILE-3 A changed file has its charset looked for anew")
    func changed() throws {
        let fixture = try FolderFixture()
        try fixture.write("a.js", "é")
        let files = try fixture.files()
        for _ in 0..<2 { #expect(files.get("/a.js").fields[.contentType] == "text/javascript; charset=utf-8") }
        try fixture.write("a.js", [0xE9, 0x20])
        #expect(files.get("/a.js").fields[.contentType] == "text/javascript")
    }
}
