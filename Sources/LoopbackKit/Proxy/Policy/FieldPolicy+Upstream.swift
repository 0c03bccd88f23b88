package import LoopbackKitHTTP

extension FieldPolicy {
    /// What becomes of a request's field: those that no row has pass.
    package enum UpstreamAction: Hashable, Sendable {
        /// It stays here.
        case removed
    }

    /// What is sent upstream.
    package struct UpstreamFields: Sendable {
        /// The fields that pass.
        package var fields = HTTPFields()
        /// The names of those that stayed here because they tell of this server, which the page's developer should know.
        package var withheld: [HTTPFieldName] = []
    }

    /// The fields of a page's request that go upstream, in their order.
    ///
    /// Host, framing and cookies are added by whoever sends the request.
    ///
    /// - Parameters:
    ///   - fields: the request's fields.
    ///   - local: what must not leave the machine, be it in a value or in a name.
    ///   - opensWebSocket: whether the request is a WebSocket's handshake, whose own fields pass: the two sides agree by
    ///     them, and the proxy only carries the bytes (RFC 6455, section 4.1).
    /// - Returns: what passes, byte for byte.
    package static func upstreamFields(
        from fields: HTTPFields,
        hiding local: LocalAddressFinder,
        opensWebSocket: Bool = false
    ) -> UpstreamFields {
        let source = fields.storage
        let named = fields.namedByConnection
        let kept = HeadStorage()
        kept.reserve(bytes: source.bytes.count, entries: source.entries.count)
        var result = UpstreamFields()
        var name: [UInt8] = []
        for entry in source.entries {
            source.lowercaseName(of: entry, into: &name)
            let isOfHandshake = opensWebSocket && name.starts(with: "sec-websocket-".utf8)
            if upstreamRules.action(for: name) != nil && !isOfHandshake || named.contains(name) { continue }
            if local.finds(in: source.bytes[entry.valueRange]) || local.finds(in: name[...]) {
                result.withheld.append(HTTPFieldName(token: source.string(entry.nameRange)))
            } else {
                kept.append(entry, of: source)
            }
        }
        result.fields = HTTPFields(storage: kept)
        return result
    }

    /// The request fields that never go upstream.
    package static let upstreamRules = FieldRules<UpstreamAction>([
        FieldRule(
            "connection keep-alive proxy-connection te trailer upgrade http2-settings",
            .removed,
            "They speak of the connection to this server (RFC 9110, section 7.6.1)."
        ),
        FieldRule(
            "content-length transfer-encoding",
            .removed,
            "Framing is made anew for each connection."
        ),
        FieldRule("host alt-used", .removed, "They name this server."),
        FieldRule(
            "expect",
            .removed,
            "It is answered here; the upstream's 100 would come when nobody waits for it."
        ),
        FieldRule(
            "origin referer ping-from ping-to",
            .removed,
            "They are addresses of this server, in Referer's case with the secret."
        ),
        FieldRule(
            "cookie cookie2 set-cookie set-cookie2",
            .removed,
            "They are of 127.0.0.1; the upstream's own come from the jar."
        ),
        FieldRule(
            "sec-*",
            .removed,
            "What the browser says of the page and of itself was said to this server, and judged by it."
        ),
        FieldRule(
            "access-control-*",
            .removed,
            "They ask this server for leave that it never gives."
        ),
        FieldRule(
            "proxy-*",
            .removed,
            "They are for a proxy that the request came through."
        ),
        FieldRule(
            "via forwarded x-forwarded-* x-real-ip",
            .removed,
            "They tell which way the request came: by 127.0.0.1."
        ),
        FieldRule(
            "available-dictionary dictionary-id",
            .removed,
            "They name a dictionary that came from this server."
        ),
        FieldRule(
            "attribution-reporting-*",
            .removed,
            "They ask the other side for advertisement records, which would be kept for this origin."
        ),
        FieldRule("loopback-*", .removed, "They are between the page script and this server."),
    ])
}
