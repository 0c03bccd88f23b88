import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("PlaylistPlan") struct PlaylistPlanTests {
    static let types = [
        "application/vnd.apple.mpegurl", "Application/X-MPEGURL", "audio/mpegurl; charset=utf-8", "audio/x-mpegurl",
    ]

    @Test("PROXY-11 A playlist is known by its type", arguments: types)
    func type(type: String) { #expect(Playlist.isType(type)) }

    @Test("PROXY-11 Other types are none", arguments: ["video/mp2t", "text/plain", "mpegurl", "", "audio/mpegurl+xml"])
    func otherType(type: String) { #expect(!Playlist.isType(type)) }

    @Test("PROXY-11 A playlist is known by its beginning, with a byte order mark or without")
    func beginning() {
        for start in ["#EXTM3U", "#EXTM3U\n", "#EXTM3U8", "\u{FEFF}#EXTM3U\r\n"] {
            #expect(Playlist.begins(Array(start.utf8)))
            #expect(Playlist.begins(Array(start.utf8).prefix(10)))
        }
        for start in ["", "#EXTM3", "\u{FEFF}", " #EXTM3U", "#extm3u", "\n#EXTM3U", "\u{FEFF}\u{FEFF}#EXTM3U"] {
            #expect(!Playlist.begins(Array(start.utf8)))
        }
    }

    private func plan(
        _ path: String = "/a",
        _ fields: HTTPFields = [:],
        method: HTTPMethod = .get
    ) -> PlaylistPlan {
        PlaylistPlan(method: method, path: path, fields: fields)
    }

    @Test(
        "PROXY-11 A request that is for a playlist asks for the whole in identity coding",
        arguments: ["/live/a.m3u8", "/A.M3U8", "/list.m3u", "/a%2em3u8", "/a.m3u8/../b.M3u"]
    )
    func wanted(path: String) {
        let fields: HTTPFields = [
            .range: "bytes=0-", .ifRange: "\"a\"", .acceptEncoding: "gzip", .accept: "*/*", .acceptEncoding: "br",
        ]
        for method in [HTTPMethod.get, .head] {
            let plan = plan(path, fields, method: method)
            #expect(plan.asksForWhole)
            #expect(plan.requestFields(from: fields) == [.accept: "*/*", .acceptEncoding: "identity"])
        }
        #expect(plan(path, fields, method: .post).requestFields(from: fields) == fields)
    }

    @Test("PROXY-11 What a request accepts tells, too")
    func accept() {
        #expect(plan("/a", [.accept: "*/*, audio/x-mpegurl;q=0.5"]).asksForWhole)
        #expect(!plan("/a", [.accept: "*/*"]).asksForWhole)
        #expect(!plan("/m3u8", [:]).asksForWhole)
        #expect(!plan("/a.m3u8.ts", [:]).asksForWhole)
        let fields: HTTPFields = [.range: "bytes=0-", .acceptEncoding: "gzip"]
        #expect(plan("/a.ts", fields).requestFields(from: fields) == fields)
        #expect(
            plan("/a.ts", fields).askingForWhole.requestFields(from: fields) == [.acceptEncoding: "identity"]
        )
    }

    private let type = HTTPField(name: .contentType, value: "audio/mpegurl")

    @Test("PROXY-11 A whole playlist is rewritten, also when its range was asked for")
    func rewrites() {
        #expect(plan().step(status: .ok, fields: [.contentType: type.value]) == .rewrites)
        #expect(
            plan().step(status: .ok, fields: [.contentType: type.value, .contentEncoding: "identity"]) == .rewrites
        )
        let whole: HTTPFields = [.contentType: type.value, .contentRange: "bytes 0-99/100"]
        #expect(plan().step(status: .partialContent, fields: whole) == .rewrites)
        #expect(plan(method: .head).step(status: .ok, fields: [.contentType: type.value]) == .rewrites)
    }

    @Test(
        "PROXY-11 A part of a playlist is asked for again as a whole, once",
        arguments: [
            "bytes 0-98/100", "bytes 1-99/100", "bytes 0-99/*", "bytes 0-+99/+100", "bytes */100", "bytes 0-99", "",
            "bytes 0-9223372036854775807/9223372036854775808", "bytes --1/0", "lines 0-99/100", "bytes 0-99/100/",
        ] as [String]
    )
    func part(range: String) {
        let fields: HTTPFields = [.contentType: type.value, .contentRange: range]
        let isWhole = range == "bytes 0-99/100/"  // the same numbers
        #expect(plan().step(status: .partialContent, fields: fields) == (isWhole ? .rewrites : .asksAgain))
        #expect(
            plan().askingForWhole.step(status: .partialContent, fields: fields) == (isWhole ? .rewrites : .passes)
        )
    }

    @Test(
        "PROXY-11 A body that is said to be too long passes",
        arguments: [(10_485_760, PlaylistPlan.Step.rewrites), (10_485_761, .passes)]
    )
    func tooLong(length: Int, step: PlaylistPlan.Step) {
        let fields: HTTPFields = [.contentType: type.value, .contentLength: "\(length)"]
        #expect(plan().step(status: .ok, fields: fields) == step)
        let endless: HTTPFields = [.contentLength: "99999999999999999999"]
        #expect(plan().step(status: .ok, fields: endless) == .passes)
    }

    @Test("PROXY-11 A compressed playlist is asked for again without a coding, once")
    func coded() {
        let fields: HTTPFields = [.contentType: type.value, .contentEncoding: "gzip"]
        #expect(plan().step(status: .ok, fields: fields) == .asksAgain)
        #expect(plan("/a.m3u8").step(status: .ok, fields: fields) == .passes)
    }

    @Test("PROXY-11 Another body is looked into where its beginning can be read")
    func looksInto() {
        let fields: HTTPFields = [.contentType: "text/plain"]
        #expect(plan().step(status: .ok, fields: fields) == .looksInto)
        #expect(plan().step(status: .ok, fields: [:]) == .looksInto)
        #expect(plan().step(status: .ok, fields: [.contentType: "text/event-stream"]) == .passes)
        #expect(plan("/a.m3u8").step(status: .ok, fields: [.contentType: "text/html"]) == .looksInto)
        #expect(plan().step(status: .partialContent, fields: [.contentRange: "bytes 0-1/2"]) == .looksInto)
        #expect(plan().step(status: .partialContent, fields: [.contentRange: "bytes 0-1/3"]) == .passes)
        #expect(plan().step(status: .ok, fields: [.contentEncoding: "br"]) == .passes)
        #expect(plan(method: .head).step(status: .ok, fields: fields) == .passes)
        #expect(plan(method: .post).step(status: .ok, fields: fields) == .passes)
    }

    @Test("PROXY-11 An answer that is no content passes", arguments: [204, 206, 304, 404, 416, 500])
    func otherStatus(code: Int) throws {
        let status = try #require(HTTPStatus(code))
        let step = plan("/a.m3u8").step(status: status, fields: [.contentType: type.value])
        #expect(step == .passes)
    }

    @Test("PROXY-11 Nothing that tells of the upstream's bytes is left in the answer")
    func answerFields() {
        let fields: HTTPFields = [
            .contentType: "audio/mpegurl", .contentLength: "5", .contentRange: "bytes 0-4/5", .acceptRanges: "bytes",
            .eTag: "\"a\"", .lastModified: "Thu, 01 Jan 1970 00:00:00 GMT", .contentEncoding: "identity",
            "Digest": "a", "Content-MD5": "b", "content-digest": "c", "Repr-Digest": "d", "Unencoded-Digest": "e",
            "Signature": "f", "Signature-Input": "g", .cacheControl: "max-age=1", "X-App": "1",
        ]
        #expect(
            PlaylistPlan.answerFields(from: fields)
                == [.contentType: "audio/mpegurl", .cacheControl: "max-age=1", "X-App": "1"]
        )
    }
}
