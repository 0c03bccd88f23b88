/// Whose pages may open a WebSocket.
///
/// A browser lets a page of any site open a WebSocket anywhere, sends the cookies of the place it goes to, and asks the
/// server for no permission as it does for `fetch`: the `Origin` field is all that tells a foreign page from one's own
/// (RFC 6455, section 10.2). So it is checked unless the program says otherwise. Clients that are no browsers send no
/// such field; they can write what they like, so that its absence proves as little as its presence, and is let pass.
public struct WebSocketOrigins: Sendable {
    fileprivate let allows: @Sendable (_ origin: String?, _ host: String?) -> Bool

    /// Pages from the host and port that the request itself names, and clients that are no browsers.
    ///
    /// It is as good as the server's check of `Host`: a name that an attacker points at this machine passes both.
    public static let same = Self { origin, host in
        guard let origin else { return true }
        guard let host, let scheme = origin.utf8.firstIndex(of: 58) else { return false }
        let rest = origin.utf8[scheme...]
        return rest.elementsEqual("://\(host)".utf8) { lowercase($0) == lowercase($1) }
    }

    /// Every page: for sockets that give nothing away and change nothing.
    public static let any = Self { _, _ in true }

    /// Pages of these origins alone, such as `https://example.org`, compared byte by byte.
    public static func only(_ origins: String...) -> Self {
        Self { origin, _ in origins.contains { $0.utf8.elementsEqual((origin ?? "").utf8) } }
    }

    /// What the closure decides; it gets the field's value, or `nil` when there is none.
    public static func matching(_ allows: @escaping @Sendable (_ origin: String?) -> Bool) -> Self {
        Self { origin, _ in allows(origin) }
    }

    /// Whether the request comes from such a page.
    package func admit(_ request: HTTPRequest) -> Bool { allows(request.fields[.origin], request.fields[.host]) }
}
