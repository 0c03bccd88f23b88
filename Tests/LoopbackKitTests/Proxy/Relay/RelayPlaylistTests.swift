import LoopbackKit
import LoopbackKitHTTP
import Testing

/// Playlists, whose addresses lead through the proxy.
@Suite("Relay: playlists", .timeLimit(.minutes(5)))
struct RelayPlaylistTests {
    private static let type = "application/vnd.apple.mpegurl"

    @Test("PROXY-11 A playlist is rewritten, its range dropped and identity coding asked for")
    func rewritten() async throws {
        try await FaultUpstream.with { upstream in
            let own = "http://\(upstream.address)"
            let playlist = """
                #EXTM3U
                #EXT-X-KEY:METHOD=AES-128,URI="\(own)/key"
                \(own)/a/one.ts
                /two.ts
                three.ts
                //\(upstream.address)/four.ts

                """
            upstream.on("/live/list.m3u8", .answer(.ok, playlist, ["Content-Type": Self.type, "ETag": "\"1\""]))
            upstream.on("*", .answer(.ok, "segment"))
            try await ServedRelay.with(upstream.address) { relay in
                let target = relay.place("/live/list.m3u8", at: "\(upstream.address)")
                let answer = try await relay.ask(
                    target,
                    fields: ServedRelay.fetchFields + "Range: bytes=0-\r\nAccept-Encoding: gzip\r\n"
                )
                #expect(answer.status == 200 && answer["Content-Length"] == "\(answer.body.count)")
                #expect(answer["Content-Range"] == nil && answer["ETag"] == nil)
                #expect(!answer.text.contains(own) && answer.text.contains("\nthree.ts\n"))
                // Each line leads to the upstream when it is taken relative to the playlist's address.
                let base = try HTTPURL("\(relay.origin)\(target)")
                let lines = answer.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
                for line in lines {
                    let url = try HTTPURL(String(line), relativeTo: base)
                    let reply = try await relay.ask(url.requestTarget)
                    #expect(reply.text == "segment")
                }
            }
            let paths = upstream.requests.map(\.path)
            #expect(paths == ["/live/list.m3u8", "/a/one.ts", "/two.ts", "/live/three.ts", "/four.ts"])
            #expect(upstream.requests[0]["Range"] == nil && upstream.requests[0]["Accept-Encoding"] == "identity")
        }
    }

    @Test("PROXY-11 The addresses of a playlist say nothing of how its own call's failure is told")
    func modeOfAddresses() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/list", .answer(.ok, "#EXTM3U\n/one.ts\n", ["Content-Type": Self.type]))
            try await ServedRelay.with(upstream.address) { relay in
                let mode = "include.manual.keepalive"
                let target = relay.place("/list", at: "\(upstream.address)", mode: "\(mode).network-error.call-a1")
                let answer = try await relay.ask(target)
                #expect(answer.text == "#EXTM3U\n../../../\(mode)/http/\(upstream.address)/one.ts\n")
            }
        }
    }

    @Test("PROXY-11 A playlist passes as it is, with its range and coding, where the mode says so")
    func asItIs() async throws {
        let list = "#EXTM3U\n/one.ts\n"
        try await FaultUpstream.with { upstream in
            upstream.on("/list.m3u8", .answer(.ok, list, ["Content-Type": Self.type, "ETag": "\"a\""]))
            try await ServedRelay.with(upstream.address) { relay in
                let target = relay.place("/list.m3u8", at: "\(upstream.address)", mode: "omit.as-is")
                let answer = try await relay.ask(target, fields: "Range: bytes=0-\r\nAccept-Encoding: gzip\r\n")
                #expect(answer.text == list && answer["ETag"] == "\"a\"")
            }
            #expect(upstream.requests[0]["Range"] == "bytes=0-" && upstream.requests[0]["Accept-Encoding"] == "gzip")
        }
    }

    @Test("PROXY-11 A playlist that comes compressed or in part is asked for again")
    func askedAgain() async throws {
        try await FaultUpstream.with { upstream in
            let whole = [UpstreamStep.answer(.ok, "#EXTM3U\n/a.ts\n", ["Content-Type": Self.type])]
            let compressed = UpstreamStep.answer(
                .ok,
                "gzipped",
                ["Content-Type": Self.type, "Content-Encoding": "gzip"]
            )
            let part = UpstreamStep.answer(
                .partialContent,
                "#EX",
                ["Content-Type": Self.type, "Content-Range": "bytes 0-2/14"]
            )
            upstream.on("/compressed", inTurn: [[compressed], whole])
            upstream.on("/part", inTurn: [[part], whole])
            try await ServedRelay.with(upstream.address) { relay in
                for place in ["/compressed", "/part"] {
                    let answer = try await relay.ask(
                        relay.place(place, at: "\(upstream.address)"),
                        fields: ServedRelay.fetchFields + "Range: bytes=0-2\r\nAccept-Encoding: gzip\r\n"
                    )
                    #expect(answer.status == 200 && answer.text.hasPrefix("#EXTM3U\n../"))
                }
            }
            #expect(upstream.requests.map { $0["Range"] } == ["bytes=0-2", nil, "bytes=0-2", nil])
            #expect(upstream.requests.map { $0["Accept-Encoding"] } == ["gzip", "identity", "gzip", "identity"])
        }
    }

    @Test(
        "PROXY-11 What is no playlist passes untouched",
        arguments: [
            ("text/html", "#EXTM3U\n/a.ts\n"), ("application/octet-stream", "EXTM3U\n/a.ts\n"),
            ("text/plain", "#EXTM3\n/a\n"),
            ("text/plain", ""), ("text/plain", "#"), ("video/mp2t", "#EXTM3U\n"),
        ]
    )
    func untouched(_ type: String, _ body: String) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/a", .answer(.ok, body, ["Content-Type": type, "ETag": "\"1\""]))
            upstream.on("/b", .head(.ok, ["Content-Type": type]), .bytes(body), .close)
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/a", at: "\(upstream.address)"))
                #expect(answer.text == body && answer["ETag"] == "\"1\"")
                let open = try await relay.ask(relay.place("/b", at: "\(upstream.address)"))
                #expect(open.text == body && !open.isTruncated)
            }
        }
    }

    @Test("PROXY-11 A playlist that a redirect led to is taken relative to where it is")
    func redirected() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/old/list.m3u8", .redirect(to: "/new/deep/list.m3u8"))
            upstream.on("/new/deep/list.m3u8", .answer(.ok, "#EXTM3U\none.ts\n", ["Content-Type": Self.type]))
            upstream.on("*", .answer(.ok, "segment"))
            try await ServedRelay.with(upstream.address) { relay in
                let target = relay.place("/old/list.m3u8", at: "\(upstream.address)")
                let answer = try await relay.ask(target)
                let line = try required(answer.text.split(separator: "\n").last)
                let url = try HTTPURL(String(line), relativeTo: try HTTPURL("\(relay.origin)\(target)"))
                _ = try await relay.ask(url.requestTarget)
            }
            #expect(upstream.requests.last?.path == "/new/deep/one.ts")
        }
    }
}
