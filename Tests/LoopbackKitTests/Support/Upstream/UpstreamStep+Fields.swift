import LoopbackKitHTTP

// Answers that are about their fields.
extension UpstreamStep {
    /// A redirect with a short body.
    static func redirect(
        to location: String,
        _ status: HTTPStatus = .found,
        _ fields: KeyValuePairs<String, String> = [:]
    ) -> Self {
        let lines = fields.map { "\($0.key): \($0.value)\r\n" }.joined()
        let head = "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\nLocation: \(location)\r\n"
        let body = "moved"
        return Self { connection in
            try connection.send(head + lines + "Content-Length: \(body.utf8.count)\r\n\r\n")
            if connection.request.method != "HEAD" { try connection.send(body) }
        }
    }

    /// A whole answer that sets cookies, a field line each.
    static func setCookies(_ cookies: [String], _ body: String = "") -> Self {
        let lines = cookies.map { "Set-Cookie: \($0)\r\n" }.joined()
        return .bytes("HTTP/1.1 200 OK\r\n\(lines)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    /// A 200 whose body is the request's head as it came, and a line `body COUNT HASH` for what came behind it.
    static let echo = Self { connection in
        let request = connection.request
        let body = request.head + Array("body \(request.bodyCount) \(request.bodyHash)\r\n".utf8)
        try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(body.count)\r\n\r\n")
        if request.method != "HEAD" { try connection.send(body) }
    }
}

extension FaultUpstream {
    /// Redirects around paths without an end.
    func redirectLoop(_ paths: String..., status: HTTPStatus = .found) {
        for (index, path) in paths.enumerated() {
            on(path, .redirect(to: paths[(index + 1) % paths.count], status))
        }
    }

    /// Redirects from `/hop/1` to `/hop/2` and so on, so many times; an echo answers at the end.
    func redirectChain(_ count: Int, status: HTTPStatus = .found) {
        for hop in 1...count { on("/hop/\(hop)", .redirect(to: "/hop/\(hop + 1)", status)) }
        on("/hop/\(count + 1)", .echo)
    }
}

/// `Set-Cookie` in every form that servers send (RFC 6265bis, section 5).
enum CookieForms {
    static let all = [
        "plain=1", "empty=", "=nameless", "nameless", "quoted=\"a b\"", "spaced = value ", "equals=a=b",
        "path=1; Path=/deep", "path-relative=1; Path=deep", "domain=1; Domain=upstream.test",
        "dotted=1; Domain=.upstream.test", "foreign=1; Domain=other.test", "suffix=1; Domain=test",
        "session=1; HttpOnly", "secure=1; Secure", "strict=1; SameSite=Strict", "lax=1; samesite=LAX",
        "none=1; SameSite=None; Secure", "odd=1; SameSite=Odd", "age=1; Max-Age=3600", "gone=1; Max-Age=0",
        "negative=1; Max-Age=-1", "signed=1; Max-Age=+5", "huge-age=1; Max-Age=99999999999999999999",
        "expires=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT", "expired=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
        "odd-date=1; expires=Sunday, 06-Nov-94 08:49:37 GMT", "asctime=1; Expires=Sun Nov  6 08:49:37 2100",
        "no-date=1; Expires=tomorrow", "twice=1; Path=/a; Path=/b", "__Secure-plain=1", "__Secure-good=1; Secure",
        "__Host-good=1; Secure; Path=/", "__Host-domain=1; Secure; Path=/; Domain=upstream.test",
        "unknown=1; Partitioned; Priority=High", "tab=\tvalue", "letters=\u{E4}\u{F6}", ";", "=", "",
    ]
}
