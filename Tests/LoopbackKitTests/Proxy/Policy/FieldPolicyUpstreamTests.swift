import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("FieldPolicy toward the upstream") struct FieldPolicyUpstreamTests {
    static let port: UInt16 = 58731
    static let token = SessionToken()

    private let local = LocalAddressFinder(
        ports: [port],
        secrets: [SessionToken(), token],
        names: ["secure.internal"]
    )

    private func upstream(_ fields: HTTPFields) -> FieldPolicy.UpstreamFields {
        FieldPolicy.upstreamFields(from: fields, hiding: local)
    }

    /// What a browser sends with a call of a page.
    static let browser: HTTPFields = [
        "Host": "127.0.0.1:\(port)", "Connection": "keep-alive, X-Hop", "Keep-Alive": "timeout=5", "X-Hop": "1",
        "Content-Length": "12", "Transfer-Encoding": "chunked", "TE": "trailers", "Trailer": "X-Sum",
        "Upgrade": "websocket", "HTTP2-Settings": "AAM", "Expect": "100-continue", "Alt-Used": "other",
        "Origin": "http://127.0.0.1:\(port)", "Referer": "http://127.0.0.1:\(port)/\(token.revealed)/plugins/demo/",
        "Cookie": "session=1", "Sec-Fetch-Site": "same-origin", "Sec-CH-UA": "\"Chromium\"", "Sec-GPC": "1",
        "Sec-WebSocket-Key": "x", "Proxy-Authorization": "Basic x", "Proxy-Connection": "keep-alive",
        "Access-Control-Request-Method": "PUT", "Via": "1.1 me", "Forwarded": "for=me", "X-Forwarded-For": "10.0.0.1",
        "X-Real-IP": "10.0.0.1", "Available-Dictionary": ":x:", "Loopback-Anything": "1", "Ping-From": "x",
        "Attribution-Reporting-Eligible": "trigger", "Set-Cookie": "a=b",
    ]

    @Test("PROXY-5 What is the connection's, the browser's or this server's is removed", arguments: browser.map(\.self))
    func removed(field: HTTPField) {
        let result = upstream([.connection: "X-Hop", field.name: field.value, "X-Kept": "yes"])
        #expect(result.fields == ["X-Kept": "yes"])
        #expect(result.withheld.isEmpty)
    }

    @Test("PROXY-5 The rest passes byte for byte and in its order")
    func passes() {
        let fields: HTTPFields = [
            "accept": "*/*", "Accept-Encoding": "gzip, deflate, br, zstd", "Accept-Language": "de", "X-App": "a",
            "Authorization": "Bearer \(String(repeating: "0", count: 32))", "Range": "bytes=\(Self.port)-",
            "If-None-Match": "\"\(Self.port)\"", "Content-Type": "application/json", "x-app": "b", "DNT": "1",
            "Upgrade-Insecure-Requests": "1", "User-Agent": "Mozilla/5.0 Chrome/127.0.0.10", "Icy-Metadata": "1",
            "Last-Event-ID": "1\(Self.port)", "X-Empty": "", "Date": "now", "ETag": "\"a\"",
            "X-Forwarded": "1", "Second": "local host", "X-Time": "12:\(Self.port)1",
        ]
        let result = upstream(fields)
        #expect(result.fields == fields)
        #expect(result.fields.description == fields.description)
        #expect(result.withheld.isEmpty)
        #expect(upstream([:]).fields.isEmpty)
    }

    @Test("PROXY-5 A value passes with the bytes that are no UTF-8")
    func bytes() {
        var fields = HTTPFields()
        fields.append("X-Name", bytes: [0xE9, 0x20, 0xFF])
        #expect(upstream(fields).fields.firstValueBytes(of: "x-name") == [0xE9, 0x20, 0xFF])
    }

    @Test("PROXY-5 Every field that Connection names is removed, in any case and on any line")
    func connection() {
        let result = upstream([
            .connection: "x-one ,X-TWO", "X-One": "1", .connection: "\tX-Three\t,,", "x-two": "2", "X-THREE": "3",
            "X-Four": "4",
        ])
        #expect(result.fields == ["X-Four": "4"])
    }

    @Test("PROXY-10 A WebSocket's own fields pass in its handshake, and tell of this server no more than others")
    func webSocket() {
        let fields: HTTPFields = [
            "Sec-WebSocket-Key": "x", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Protocol": "chat",
            "Sec-WebSocket-Extensions": "permessage-deflate", "Sec-Fetch-Site": "same-origin", .upgrade: "websocket",
            .connection: "Upgrade", .origin: "http://127.0.0.1", "Sec-WebSocket-Protocol": "localhost",
        ]
        let result = FieldPolicy.upstreamFields(from: fields, hiding: local, opensWebSocket: true)
        #expect(
            result.fields == [
                "Sec-WebSocket-Key": "x", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Protocol": "chat",
                "Sec-WebSocket-Extensions": "permessage-deflate",
            ]
        )
        #expect(result.withheld == ["Sec-WebSocket-Protocol"])
        #expect(upstream(fields).fields.isEmpty)
    }

    static let addresses = [
        "127.0.0.1", "http://127.0.0.1/", "http://127.0.0.1:58731/x", "127.0.0.1.", "(127.0.0.1)", "a127.0.0.1b",
        "127%2E0%2e0.1", "%31%32%37.0.0.1", "%2531%252532%2537.0.0.1", "%252531%32%37.0.0.1",
        "localhost", "LocalHost", "http://LOCALHOST:1/", "my-localhost.example", "%6Cocalhost", "l%6fc%61lhost",
        "example.com:58731", "[::1]:58731", "2130706433:58731", "0x7f.1:58731", "x%3A58731", "x%3a58731/", ":58731",
        "https://secure.internal/", "SECURE.internal", "a.secure%2Einternal",
        "\(token.revealed)", "/\(token.revealed.uppercased())/", "x\(token.revealed)y",
        "%\(String(token.revealed.utf8.first ?? 0, radix: 16))\(token.revealed.dropFirst())",
        #"{"page":"http:\/\/127.0.0.1:58731\/x"}"#, "a=1&u=http%3A%2F%2F127.0.0.1%3A58731%2F",
    ]

    /// Names that a script may set: none that Fetch forbids.
    static let settable: [HTTPFieldName] = [
        .accept, "Accept-Language", .authorization, .cacheControl, "Content-Language", .contentType, "DPR", .ifMatch,
        .ifModifiedSince, .ifNoneMatch, .ifRange, .ifUnmodifiedSince, "Last-Event-ID", "Pragma", .range, .userAgent,
        "X-Anything", "X-Requested-With", "X-Forwarded-Host", "Forwarded", "X-HTTP-Method-Override", "Destination",
        "Link", .location, .eTag, .server, "Idempotency-Key", "X-Amz-Meta-Page", "Upgrade-Insecure-Requests", "From",
    ]

    @Test("PROXY-5 No field that a page can set carries the local address or a secret upstream", arguments: addresses)
    func settableFields(address: String) {
        for name in Self.settable {
            let result = upstream(["X-First": "1", name: address, "X-Last": "2"])
            #expect(result.fields == ["X-First": "1", "X-Last": "2"], "\(name)")
            #expect(result.withheld == [name] || FieldPolicy.upstreamRules.action(for: name.lowercased) == .removed)
        }
    }

    @Test("PROXY-5 Nor does a field's name", arguments: ["x-127.0.0.1", "X-Localhost-Id", "x-\(token.revealed)"])
    func names(name: String) throws {
        let name = try #require(HTTPFieldName(name))
        let result = upstream([name: "1", "X-Last": "2"])
        #expect(result.fields == ["X-Last": "2"])
        #expect(result.withheld == [name])
    }

    @Test(
        "PROXY-5 What only looks like the local address passes",
        arguments: [
            "1127.0.0.1", "127.0.0.11", "127.0.0.2", "127.1", "58731", "a=58731", ":587310", ":5873", "%zz127.0.0",
            "100%",
            "locallhost", "local.host", "::1", "%25%25%25%25",
        ]
    )
    func lookalikes(value: String) { #expect(upstream(["X-App": value]).fields == ["X-App": value]) }

    @Test("PROXY-5 A value with a line break stays refused: the head that it would split is never sent")
    func splitting() {
        let result = upstream(["X-App": "a\r\nOrigin: b"])
        #expect(result.fields.invalidName == "X-App")
    }
}
