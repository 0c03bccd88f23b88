import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("Playlist rewriting") struct PlaylistRewritingTests {
    /// Marks what was asked for, as an address of the proxy that is left alone when it is met again.
    private func rewrite(_ playlist: String) -> String {
        String(decoding: Playlist.rewrite(Array(playlist.utf8), address: Self.address), as: UTF8.self)
    }

    private static func address(_ reference: String) -> String? {
        reference.hasPrefix("/~proxy/") ? nil : "/~proxy/(\(reference.replacing("\"", with: "%22")))"
    }

    @Test(
        "PROXY-11 Absolute, scheme-relative, root-relative and climbing addresses are brought into the proxy",
        arguments: [
            "http://media.example/a.ts", "https://media.example/a.ts?x=1&y=\"2\"", "HTTPS://MEDIA.example", "http:a.ts",
            "//media.example/a.ts", "/a.ts", "/", "../a.ts", "../../a.ts?x", "a/../../b.ts", "./../a.ts", "..",
            "%2e%2E/a.ts", ".%2e/a.ts", "a/%2e%2e/..", "\\\\media.example\\a.ts", "\\a.ts", "a\\..\\..\\b.ts",
            "../Ünïcode.ts",
        ]
    )
    func leaves(reference: String) {
        let playlist = "#EXTM3U\n#EXTINF:4,\n\(reference)\n"
        #expect(rewrite(playlist) == "#EXTM3U\n#EXTINF:4,\n/~proxy/(\(reference.replacing("\"", with: "%22")))\n")
        guard !reference.contains("\"") else { return }
        #expect(rewrite("#EXT-X-MAP:URI=\"\(reference)\"") == "#EXT-X-MAP:URI=\"/~proxy/(\(reference))\"")
    }

    @Test(
        "PROXY-11 A tab within an address, which browsers skip, hides nothing",
        arguments: ["ht\ttp://a/", ".\t./a", "\t/a"]
    )
    func tabs(reference: String) {
        let rewritten = Playlist.rewrite(Array("#EXT-X-MAP:URI=\"\(reference)\"".utf8)) { _ in "/b" }
        #expect(String(decoding: rewritten, as: UTF8.self).trimmingPrefix("#EXT-X-MAP:URI=\"").hasSuffix("/b\""))
    }

    @Test(
        "PROXY-11 What stays below the playlist's place, and what is of another scheme, is left as it is",
        arguments: [
            "a.ts", "./a.ts", "a/b/../c.ts", "a/../b.ts", "a//../../b.ts", "?x=../..", "#../..", "a?../../..", "a:b.ts",
            "data:text/plain;base64,AA==", "skd://key", "urn:uuid:1", "blob:https://a.example/1", "", " ", "...",
            "..a/b",
            "a/..", "file:///a", "httpsx://a.example", "_:/..", "é:b",
        ]
    )
    func stays(reference: String) {
        let playlist = "#EXTM3U\n\(reference)\n#EXT-X-KEY:METHOD=AES-128,URI=\"\(reference)\"\n"
        #expect(rewrite(playlist) == playlist)
    }

    @Test("PROXY-11 An address in a quoted URI of any tag is found, whatever stands around it")
    func attributes() {
        let cases = [
            "#EXT-X-MAP:URI=\"/m\",BYTERANGE=\"1@0\"": "#EXT-X-MAP:URI=\"/~proxy/(/m)\",BYTERANGE=\"1@0\"",
            "#EXT-X-KEY:METHOD=AES-128,URI=\"/a,b=\",IV=0x1":
                "#EXT-X-KEY:METHOD=AES-128,URI=\"/~proxy/(/a,b=)\",IV=0x1",
            "#EXT-X-MEDIA:NAME=\"a,URI=b\",URI=\"/m\"": "#EXT-X-MEDIA:NAME=\"a,URI=b\",URI=\"/~proxy/(/m)\"",
            "#EXT-X-NEW:URI=\"/a\",URI=\"/b\"\r": "#EXT-X-NEW:URI=\"/~proxy/(/a)\",URI=\"/~proxy/(/b)\"\r",
            "#EXT-X-NEW: A = 1 , URI=\" /a \"": "#EXT-X-NEW: A = 1 , URI=\" /~proxy/(/a) \"",
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"/s\"": "#EXT-X-CONTENT-STEERING:SERVER-URI=\"/~proxy/(/s)\"",
            "#EXT-X-DATERANGE:X-ASSET-URI=\"/a\",X-ASSET-LIST=\"/l\"":
                "#EXT-X-DATERANGE:X-ASSET-URI=\"/~proxy/(/a)\",X-ASSET-LIST=\"/~proxy/(/l)\"",
            "#EXTVENDOR:URI=\"/a\"": "#EXTVENDOR:URI=\"/~proxy/(/a)\"",
        ]
        for (tag, rewritten) in cases {
            #expect(rewrite(tag) == rewritten)
            #expect(rewrite("#EXTM3U\n\(tag)\na.ts") == "#EXTM3U\n\(rewritten)\na.ts")
        }
    }

    @Test(
        "PROXY-11 What only looks like an address is left alone",
        arguments: [
            "# http://a.example/ URI=\"/a\"", "#EXTINF:4,title URI=\"/a\"", "#EXTINF:4,URI=\"/a\"", "#EXT-X-KEY:URI=/a",
            "#EXT-X-KEY:URI=\"/a", "#EXT-X-KEY:URI=", "#EXT-X-KEY:URI", "#EXT-X-KEY:uri=\"/a\"",
            "#EXT-X-KEY:XURI=\"/a\"",
            "#EXT-X-MEDIA:NAME=\"URI=\",X=\"/a\"", "#EXT-X-SESSION-DATA:VALUE=\"http://a.example/\"", "#EXT-X-KEY",
            "#EXT:",
            "#EXT-X-DEFINE:NAME=\"base\",VALUE=\"https://a.example\"", "{$base}/a.ts", "https://a.example/{$path}/a.ts",
            "#EXT-X-KEY:URI=\"https://a.example/{$k}\"", "#EXTURI=\"/a\"", "#",
        ]
    )
    func lookalikes(line: String) {
        #expect(rewrite(line) == line)
        #expect(rewrite("#EXTM3U\r\n\(line)\r\n") == "#EXTM3U\r\n\(line)\r\n")
    }

    @Test("PROXY-11 A tag between a segment's tag and its address changes nothing")
    func tagBetween() {
        let playlist = "#EXTM3U\n#EXTINF:4,\n#EXT-X-BYTERANGE:1@0\n# a\n\nhttp://a.example/1.ts\n"
        #expect(
            rewrite(playlist) == playlist.replacing("http://a.example/1.ts", with: "/~proxy/(http://a.example/1.ts)")
        )
    }

    @Test("PROXY-11 Every other byte stays: line ends, byte order mark, white space, bytes that are no UTF-8")
    func otherBytes() {
        let latin1: [UInt8] = [0xE9]
        var playlist: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("#EXTM3U\r\n#EXTINF:4,".utf8) + latin1
        playlist += Array("\r\n  /a \t\r\nhttp://a.example/".utf8) + latin1 + Array("\n\r\n\n/b".utf8)
        var expected: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("#EXTM3U\r\n#EXTINF:4,".utf8) + latin1
        expected +=
            Array("\r\n  /~proxy/(/a) \t\r\nhttp://a.example/".utf8) + latin1 + Array("\n\r\n\n/~proxy/(/b)".utf8)
        #expect(Playlist.rewrite(playlist, address: Self.address) == expected)
        let first: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("/a".utf8)
        #expect(Playlist.rewrite(first) { _ in "/b" } == [0xEF, 0xBB, 0xBF] + Array("/b".utf8))
        #expect(Playlist.rewrite([], address: Self.address).isEmpty)
    }

    @Test(
        "PROXY-11 An address that would leave its line or its quotes is not put in",
        arguments: ["a\"b", "a\nb", "a b", "\r"]
    )
    func badAddress(address: String) {
        let playlist = Array("#EXTM3U\n/a\n#EXT-X-MAP:URI=\"/b\"".utf8)
        #expect(Playlist.rewrite(playlist) { _ in address } == playlist)
    }

    @Test(
        "PROXY-11 Where a redirect led to another folder, addresses below it are brought in, too",
        arguments: [
            ("https://a.example/live/x.m3u8", "https://a.example/live/y.m3u8?z", false),
            ("https://a.example/live/x.m3u8", "https://a.example:443/live/x.m3u8", false),
            ("https://a.example/live/x.m3u8", "http://a.example/live/x.m3u8", true),
            ("https://a.example/live/x.m3u8", "https://b.example/live/x.m3u8", true),
            ("https://a.example/live/x.m3u8", "https://a.example/live/1/x.m3u8", true),
            ("https://a.example/live", "https://a.example/live/", true),
        ]
    )
    func redirected(requested: String, answered: String, isMoved: Bool) throws {
        let playlist = "#EXTM3U\n#EXT-X-MAP:URI=\"m.mp4\"\n./1.ts\ndata:,\n/2.ts\nhttps://user:x@a.example/\n{$b}/c\n"
        let answered = try HTTPURL(answered)
        let rewritten = Playlist.rewrite(
            Array(playlist.utf8),
            requested: try HTTPURL(requested),
            answered: answered,
            address: { "/p/\($0)" }
        )
        let (root, map, segment) = try (
            HTTPURL("/2.ts", relativeTo: answered), HTTPURL("m.mp4", relativeTo: answered),
            HTTPURL("1.ts", relativeTo: answered)
        )
        var expected = playlist.replacing("/2.ts", with: "/p/\(root)")
        if isMoved {
            expected = expected.replacing("m.mp4", with: "/p/\(map)").replacing("./1.ts", with: "/p/\(segment)")
        }
        #expect(String(decoding: rewritten, as: UTF8.self) == expected)
    }

    @Test("PROXY-11 Truncated anywhere, a playlist is rewritten without a trap, and twice as once")
    func truncations() {
        let playlist = Array(
            "#EXTM3U\r\n#EXT-X-MAP:A=1,URI=\"../m\",B=\"x\"\n#EXTINF:1,\nhttps://a.example/%2e%\n\\..\n../..\n".utf8
        )
        for count in 0...playlist.count {
            let once = Playlist.rewrite(Array(playlist[..<count]), address: Self.address)
            #expect(Playlist.rewrite(once, address: Self.address) == once)
        }
    }

    // Playlists of others, which lie beside the package.
    private static let corpus = "corpora/hls"

    @Test("PROXY-11 Playlists of others are rewritten wholly, and twice as once", .enabled(if: SharedData.has(corpus)))
    func playlistsOfOthers() throws {
        let files = try FileManager.default.contentsOfDirectory(
            at: SharedData.url(Self.corpus),
            includingPropertiesForKeys: nil
        )
        #expect(files.count > 20)
        for file in files {
            let bytes = Array(try Data(contentsOf: file))
            let once = Playlist.rewrite(bytes, address: Self.address)
            #expect(Playlist.rewrite(once, address: Self.address) == once)
            let (before, after) = (
                bytes.split(separator: 10, omittingEmptySubsequences: false),
                once.split(separator: 10, omittingEmptySubsequences: false)
            )
            #expect(before.count == after.count)
            for (old, new) in zip(before, after) where old != new {
                #expect(
                    String(decoding: new, as: UTF8.self).replacing("/~proxy/(", with: "").replacing(")", with: "")
                        == String(decoding: old, as: UTF8.self).replacing(")", with: "")
                )
            }
            for line in after.map({ String(decoding: $0, as: UTF8.self) }) where !line.hasPrefix("# ") {
                #expect(!line.hasPrefix("http"), "\(file.lastPathComponent)")
                #expect(!line.contains("URI=\"http") && !line.contains("URI=\"../"), "\(file.lastPathComponent)")
            }
            for (old, new) in zip(before, after) where old.starts(with: "#".utf8) && !old.contains(34) || old.isEmpty {
                #expect(old == new)
            }
        }
    }
}
