import LoopbackKit
import LoopbackKitHTTP
import Testing

/// What arrives at the other site, and what comes back, byte for byte.
@Suite("Relay: addresses and bytes", .timeLimit(.minutes(5)))
struct RelayAddressTests {
    @Test(
        "PROXY-2 Path and query arrive byte for byte",
        arguments: [
            "/", "/a/b/", "/a//b", "/a%2Fb%2fc", "/%41%zz%", "/%E4%F6", "/a;b=c,d", "/'()*!$&+,;=:@-._~", "/a?", "/?",
            "/?a=%20&b=+&c=%C3%A9&%00", "/?a/b?c?d", "/?[]{}|^`\\\"<>", "/~proxy/omit/http/x", "/a\\b", "/?'%27",
        ]
    )
    func bytes(_ place: String) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("*", .answer(.ok, "here"))
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place(place, at: "\(upstream.address)"))
                #expect(answer.status == 200 && answer.text == "here")
            }
            #expect(upstream.requests.map(\.target) == [place])
        }
    }

    @Test("PROXY-2 An address without a path behind its authority is the site's root", arguments: ["", "?a=b"])
    func root(_ place: String) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("*", .answer(.ok, "here"))
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place(place, at: "\(upstream.address)"))
                #expect(answer.status == 200)
                #expect(answer["Loopback-Upstream-URL"] == "http://\(upstream.address)/\(place)")
            }
            #expect(upstream.requests.map(\.target) == ["/\(place)"])
        }
    }

    @Test(
        "PROXY-2 Methods arrive as they are, OPTIONS and own tokens too",
        arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "M-SEARCH", "patch", "A"]
    )
    func method(_ method: String) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("*", .answer(.ok, "here", ["Allow": "GET"]))
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/m", at: "\(upstream.address)"), method: method)
                #expect(answer.status == 200 && answer.text == "here")
            }
            #expect(upstream.requests.map(\.method) == [method])
        }
    }

    @Test(
        "PROXY-2 CONNECT, TRACE and TRACK are refused, in either case",
        arguments: ["TRACE", "TRACK", "Trace", "track", "connect", "Connect"]
    )
    func forbiddenMethod(_ method: String) async throws {
        try await FaultUpstream.with { upstream in
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/", at: "\(upstream.address)"), method: method)
                #expect(answer.status == 403)
                #expect(answer.failure == "refused; forbiddenMethod")
            }
            #expect(upstream.requests.isEmpty)
        }
    }

    @Test("PROXY-2 A CONNECT never reaches the other site")
    func connect() async throws {
        try await FaultUpstream.with { upstream in
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/", at: "\(upstream.address)"), method: "CONNECT")
                #expect(answer.status >= 400)
            }
            #expect(upstream.requests.isEmpty)
        }
    }

    @Test("PROXY-9 HEAD has the length of GET and no body")
    func head() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(.ok, "twelve bytes", ["ETag": "\"1\""]))
            try await ServedRelay.with(upstream.address) { relay in
                let target = relay.place("/", at: "\(upstream.address)")
                let text = try await onThread { [port = relay.port, head = relay.head("HEAD", target)] in
                    let client = try RawClient(port: port)
                    client.send(head.replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n"))
                    return client.receive()
                }
                #expect(text.hasPrefix("HTTP/1.1 200"))
                #expect(text.contains("Content-Length: 12\r\n"))
                #expect(text.contains("ETag: \"1\"\r\n"))
                #expect(text.hasSuffix("\r\n\r\n"))
            }
        }
    }

    @Test("PROXY-9 204 and 304 have no body and no length, and the connection goes on", arguments: [204, 304])
    func bodiless(_ code: Int) async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .head(HTTPStatus(code: code), ["ETag": "\"1\""]))
            try await ServedRelay.with(upstream.address) { relay in
                let head = relay.head("GET", relay.place("/", at: "\(upstream.address)"))
                let answers = try await onThread { [port = relay.port] in
                    let client = try RawClient(port: port)
                    return try (0..<2).map { _ in try client.ask(head) }
                }
                #expect(answers.map(\.status) == [code, code])
                #expect(answers.allSatisfy { $0.values("Content-Length").isEmpty && $0["ETag"] == "\"1\"" })
            }
        }
    }

    @Test("PROXY-9 Interim answers are the proxy's: the page gets the answer alone")
    func interim() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on(
                "/",
                .interim(.continue),
                .interim(HTTPStatus(code: 102), count: 3),
                .interim(HTTPStatus(code: 103), ["Link": "</a.css>; rel=preload"]),
                .answer(.ok, "done")
            )
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(relay.place("/", at: "\(upstream.address)"))
                #expect(answer.status == 200 && answer.text == "done")
                #expect(answer["Link"] == nil)
            }
        }
    }

    @Test("PROXY-9 A range goes up and its 206 comes back untouched")
    func range() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on(
                "/video.mp4",
                .answer(.partialContent, "cde", ["Content-Range": "bytes 2-4/26", "Content-Type": "video/mp4"])
            )
            try await ServedRelay.with(upstream.address) { relay in
                let fields = "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: video\r\n"
                let answer = try await relay.ask(
                    relay.place("/video.mp4", at: "\(upstream.address)"),
                    fields: fields + "Range: bytes=2-4\r\nIf-Range: \"v1\"\r\n"
                )
                #expect(answer.status == 206 && answer.text == "cde")
                #expect(answer["Content-Range"] == "bytes 2-4/26")
                #expect(answer["Content-Length"] == "3")
            }
            #expect(upstream.requests.map { $0["Range"] } == ["bytes=2-4"])
            #expect(upstream.requests.map { $0["If-Range"] } == ["\"v1\""])
        }
    }

    @Test("PROXY-9 A 416 comes back with the range that there is")
    func unsatisfiable() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(.rangeNotSatisfiable, "no", ["Content-Range": "bytes */26"]))
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(
                    relay.place("/", at: "\(upstream.address)"),
                    fields: ServedRelay.fetchFields + "Range: bytes=99-\r\n"
                )
                #expect(answer.status == 416 && answer["Content-Range"] == "bytes */26" && answer.text == "no")
            }
        }
    }

    @Test("PROXY-9 A compressed body passes untouched", arguments: ["gzip", "br", "zstd", "gzip, br"])
    func compressed(_ coding: String) async throws {
        let bytes = BytePattern(seed: 7).bytes(100_000)
        try await FaultUpstream.with { upstream in
            upstream.on(
                "/",
                .head(.ok, ["Content-Encoding": coding, "Content-Length": "100000", "Content-Type": "text/html"]),
                .bytes(bytes)
            )
            try await ServedRelay.with(upstream.address) { relay in
                let answer = try await relay.ask(
                    relay.place("/", at: "\(upstream.address)"),
                    fields: ServedRelay.fetchFields + "Accept-Encoding: gzip, br, zstd\r\n"
                )
                #expect(answer["Content-Encoding"] == coding)
                #expect(answer["Content-Length"] == "100000")
                #expect(answer.body == bytes)
            }
            #expect(upstream.requests.map { $0["Accept-Encoding"] } == ["gzip, br, zstd"])
        }
    }
}
