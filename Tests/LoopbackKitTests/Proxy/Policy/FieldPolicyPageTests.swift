import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("FieldPolicy toward the page") struct FieldPolicyPageTests {
    static let url = "https://api.example/v1?x=%20"

    /// The proxy's own fields of every answer.
    static let own: HTTPFields = [
        .contentSecurityPolicy: "sandbox", .xContentTypeOptions: "nosniff", .crossOriginResourcePolicy: "same-origin",
        .loopbackUpstreamURL: url,
    ]

    private func page(
        _ fields: HTTPFields,
        status: HTTPStatus = .ok,
        reason: String? = nil,
        hadCookies: Bool = false,
        redirects: Int = 0,
        isToHead: Bool = false
    ) -> HTTPFields {
        FieldPolicy.pageFields(
            from: fields,
            of: FieldPolicy.Answer(
                status: status,
                reason: Array((reason ?? status.reasonPhrase).utf8),
                url: Self.url,
                hadCookies: hadCookies,
                redirects: redirects,
                isToHead: isToHead
            )
        )
    }

    private func hidden(_ fields: HTTPFields) throws -> [[String]] {
        guard let json = fields[.loopbackUpstreamFields] else { return [] }
        return try JSONDecoder().decode([[String]].self, from: Data(json.utf8))
    }

    static let passing: HTTPFields = [
        "Content-Type": "text/html", "Content-Encoding": "br", "Content-Language": "de",
        "content-disposition": "inline",
        "ETag": "\"a\"", "Last-Modified": "Thu, 01 Jan 1970 00:00:00 GMT", "Cache-Control": "max-age=60", "Age": "1",
        "Expires": "0", "Pragma": "no-cache", "Vary": "Accept-Encoding", "Accept-Ranges": "bytes", "Server": "nginx",
        "Content-Range": "bytes 0-1/2", "Retry-After": "5", "X-Request-ID": "1", "RateLimit-Remaining": "3",
        "Allow": "GET", "X-Request-ID": "2", "Warning": "199", "X-Powered-By": "x", "Icy-MetaInt": "16000",
        "Content-Digest": "x", "Deprecation": "@1", "Access": "1", "Policy": "1", "X-Sec": "1", "Set-Cookies": "1",
    ]

    @Test("PROXY-5 Kinds that engines need or ignore pass in their order and byte for byte")
    func passes() throws {
        let fields = page(Self.passing)
        #expect(fields.description == Self.passing.description + "\n" + Self.own.description)
        #expect(fields.invalidName == nil)
    }

    static let acting: [HTTPFieldName] = [
        "WWW-Authenticate", "Clear-Site-Data", "Strict-Transport-Security", "Service-Worker-Allowed", "Alt-Svc", "NEL",
        "Report-To", "Reporting-Endpoints", "Refresh", "Link", "Use-As-Dictionary", "Accept-CH", "Accept-CH-Lifetime",
        "Critical-CH", "Speculation-Rules", "Origin-Trial", "Permissions-Policy", "Permissions-Policy-Report-Only",
        "Feature-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Embedder-Policy",
        "Cross-Origin-Embedder-Policy-Report-Only", "Cross-Origin-Resource-Policy", "Content-Security-Policy",
        "Content-Security-Policy-Report-Only", "X-Content-Security-Policy", "X-WebKit-CSP", "X-Frame-Options",
        "X-Content-Type-Options", "X-XSS-Protection", "X-DNS-Prefetch-Control", "X-UA-Compatible", "Referrer-Policy",
        "Access-Control-Allow-Origin", "Access-Control-Allow-Credentials", "Access-Control-Expose-Headers",
        "Access-Control-Allow-Private-Network", "Timing-Allow-Origin", "Server-Timing", "SourceMap", "X-SourceMap",
        "Document-Policy", "Require-Document-Policy", "Document-Isolation-Policy", "Supports-Loading-Mode", "Set-Login",
        "Login-Status", "Sec-Session-Registration", "Secure-Session-Challenge", "Sec-Shared-Storage-Writable",
        "Activate-Storage-Access", "Observe-Browsing-Topics", "Attribution-Reporting-Register-Source",
        "Shared-Storage-Write", "Ad-Auction-Signals", "No-Vary-Search", "Integrity-Policy",
        "Integrity-Policy-Report-Only", "Public-Key-Pins", "Public-Key-Pins-Report-Only", "Expect-CT",
        "Origin-Agent-Cluster", "Location", "Unencoded-Digest", "Signature", "Signature-Input", "Default-Style",
        "Connection-Allowlist", "Connection-Allowlist-Report-Only", "Tomorrows-Policy", "Tomorrows-Policy-Report-Only",
        "Authentication-Info", "Date", "Variants",
    ]

    @Test("PROXY-5 A field that acts on the browser is shown to the page script and to no engine", arguments: acting)
    func hides(name: HTTPFieldName) throws {
        let fields = page([name: "value", "X-Last": "1"])
        #expect(fields.values(of: name) == Self.own.values(of: name))
        #expect(fields["X-Last"] == "1")
        #expect(try hidden(fields) == [[name.rawName, "value"]])
    }

    @Test(
        "PROXY-5 Cookies, a connection's and a proxy's fields and names of the proxy's own are shown to nobody",
        arguments: [
            "Set-Cookie", "set-cookie", "Set-Cookie2", "Connection", "Keep-Alive", "Proxy-Connection", "TE", "Trailer",
            "Transfer-Encoding", "Upgrade", "HTTP2-Settings", "Proxy-Authenticate", "Proxy-Authentication-Info",
            "Loopback-Proxy-Error", "Loopback-Upstream-URL", "Loopback-Upstream-Fields", "Loopback-Upstream-Status",
            "loopback-new", "Content-Length",
        ] as [HTTPFieldName]
    )
    func removes(name: HTTPFieldName) { #expect(page([name: "value"]) == Self.own) }

    @Test("PROXY-5 A field that Connection names is removed, whatever the tables say of it")
    func connection() throws {
        let fields = page([.connection: "X-Hop, refresh, Set-Cookie", "x-hop": "1", "Refresh": "0", "X-End": "1"])
        #expect(fields["X-Hop"] == nil)
        #expect(fields["X-End"] == "1")
        #expect(try hidden(fields).isEmpty)
    }

    @Test("PROXY-5 Every row of the table does what it says", arguments: FieldPolicy.pageRules.rows)
    func rows(row: FieldRule<FieldPolicy.PageAction>) throws {
        for name in row.names {
            let name = try #require(HTTPFieldName(name.replacing("*", with: "x").uppercased()))
            let fields = page([name: "v"])
            let wasSent = fields.values(of: name).contains("v")
            #expect(wasSent == (row.action == .sent), "\(name)")
            #expect(try hidden(fields) == (row.action == .hidden ? [[name.rawName, "v"]] : []), "\(name)")
        }
    }

    @Test("PROXY-5 A length passes where the engine writes none: to HEAD, and in a 304")
    func length() {
        #expect(page([.contentLength: "5"], isToHead: true)[.contentLength] == "5")
        #expect(page([.contentLength: "5"], status: .notModified)[.contentLength] == "5")
        #expect(page([.contentLength: "5"])[.contentLength] == nil)
    }

    @Test("PROXY-5 The hidden fields keep their order, lines, names and bytes, in ASCII")
    func encoding() throws {
        var upstream: HTTPFields = ["Link": "</a>; rel=\"x\\y\"", "WWW-authenticate": "Basic", "Link": "\t</b>"]
        upstream.append("Refresh", bytes: Array(0x80...0xFF) + [0x7F])
        let fields = page(upstream)
        let value = try #require(fields.firstValueBytes(of: .loopbackUpstreamFields))
        #expect(value.allSatisfy { (0x20..<0x7F).contains($0) })
        let characters = String(String.UnicodeScalarView((Array(0x80...0xFF) + [0x7F]).map { Unicode.Scalar($0) }))
        #expect(
            try hidden(fields) == [
                ["Link", "</a>; rel=\"x\\y\""], ["WWW-authenticate", "Basic"], ["Link", "\t</b>"],
                ["Refresh", characters],
            ]
        )
    }

    @Test("PROXY-5 The hidden fields have a limit; one that is too long is left out alone")
    func hiddenLimit() throws {
        let limit = 16 * 1024
        let fields = page(["NEL": "1", "Link": String(repeating: "a", count: limit), "Refresh": "2"])
        #expect(try hidden(fields) == [["NEL", "1"], ["Refresh", "2"]])
        for count in limit - 40...limit {
            let value = page(["NEL": "1", "Link": String(repeating: "a", count: count)])[.loopbackUpstreamFields]
            #expect((value?.utf8.count ?? 0) <= limit)
            #expect(try hidden(page(["Link": String(repeating: "\"", count: count / 2)])).count <= 1)
        }
        #expect(page(["Link": String(repeating: "a", count: limit - 13)])[.loopbackUpstreamFields]?.utf8.count == limit)
        #expect(page(["Link": String(repeating: "a", count: limit - 12)])[.loopbackUpstreamFields] == nil)
    }

    @Test(
        "PROXY-5 An answer that is another one for another page or user is not stored",
        arguments: ["Cookie", "cookie", "Origin", "*", "Accept, ORIGIN", "Accept-Encoding,cookie ,X"]
    )
    func varies(vary: String) {
        let fields = page([.cacheControl: "public, max-age=60", .vary: vary, .cacheControl: "immutable"])
        #expect(fields.values(of: .cacheControl) == ["no-store"])
        #expect(fields[.vary] == vary)
        let second = page([.vary: "Accept", .vary: vary])
        #expect(second.values(of: .cacheControl) == ["no-store"])
        #expect(page([.connection: "vary", .vary: vary]).values(of: .cacheControl) == ["no-store"])
    }

    @Test(
        "PROXY-5 Nor is one that cookies were sent for, or that a redirect led to; others are the upstream's to decide about"
    )
    func cookies() throws {
        let stored = page([.cacheControl: "max-age=60"], hadCookies: true)
        #expect(
            stored[.loopbackCacheControl] != nil && page([.cacheControl: "max-age=60"])[.loopbackCacheControl] == nil
        )
        #expect(try hidden(stored) == [["Cache-Control", "max-age=60"]])
        #expect(page([.cacheControl: "max-age=60"], hadCookies: true).values(of: .cacheControl) == ["no-store"])
        #expect(page([:], hadCookies: true).values(of: .cacheControl) == ["no-store"])
        #expect(page([.cacheControl: "max-age=60"], redirects: 1).values(of: .cacheControl) == ["no-store"])
        for vary in ["Accept", "Cookies, X-Origin", ""] {
            let fields = page([.cacheControl: "max-age=60", .vary: vary])
            #expect(fields.values(of: .cacheControl) == ["max-age=60"])
        }
    }

    @Test("PROXY-7 How many redirects were followed is told, when there were any", arguments: [0, 1, 20])
    func redirects(count: Int) {
        #expect(page([:], redirects: count)[.loopbackUpstreamRedirects] == (count == 0 ? nil : "\(count)"))
        #expect(page(["Loopback-Upstream-Redirects": "9"], redirects: count)[.loopbackUpstreamRedirects] != "9")
    }

    @Test(
        "PROXY-5 Codes that engines act on by themselves become 502, and the upstream's is told",
        arguments: 100...999
    )
    func statuses(code: Int) throws {
        let status = try #require(HTTPStatus(code))
        let isReplaced = code < 200 || [407, 408, 421].contains(code)
        #expect(FieldPolicy.pageStatus(for: status) == (isReplaced ? .badGateway : status))
        let fields = page([:], status: status)
        #expect(fields[.loopbackUpstreamStatus] == (isReplaced ? "\(code)" : nil))
        #expect(fields[.loopbackUpstreamText] == (isReplaced ? status.reasonPhrase : nil))
    }

    @Test("PROXY-5 Another reason phrase than the usual one is told")
    func reason() {
        #expect(page([:], reason: "Fine")[.loopbackUpstreamText] == "Fine")
        #expect(page([:], reason: "")[.loopbackUpstreamText] == "")
        #expect(page([:], reason: "a\r\n\u{0}b\u{7F}")[.loopbackUpstreamText] == "ab")
    }

    @Test("PROXY-10 A WebSocket's 101 has the fields by which both sides agree, and no other")
    func webSocket() {
        let agreed: HTTPFields = ["Sec-WebSocket-Accept": "x", "Sec-WebSocket-Extensions": "a"]
        var fields = agreed
        fields.append(.setCookie, "a=b")
        fields.append("Sec-Session-Registration", "x")
        fields.append(.upgrade, "websocket")
        #expect(FieldPolicy.webSocketFields(from: fields) == agreed)
    }

    @Test("PROXY-5 A 401 passes without its challenge")
    func challenge() throws {
        let fields = page(["WWW-Authenticate": "Basic realm=\"a\""], status: .unauthorized)
        #expect(!fields.contains("WWW-Authenticate"))
        #expect(try hidden(fields) == [["WWW-Authenticate", "Basic realm=\"a\""]])
        #expect(FieldPolicy.pageStatus(for: .unauthorized) == .unauthorized)
    }

    @Test("PROXY-5 A value with a line break stays refused: the head that it would split is never sent")
    func splitting() {
        #expect(page(["X-App": "a\r\nSet-Cookie: b"]).invalidName == "X-App")
        #expect(page(["Link": "a\r\nSet-Cookie: b"]).invalidName == nil)
    }
}
