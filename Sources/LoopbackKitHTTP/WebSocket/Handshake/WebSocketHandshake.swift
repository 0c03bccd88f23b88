/// A client's request for a WebSocket, checked (RFC 6455, section 4.2.1).
package struct WebSocketHandshake: Sendable {
    /// The protocol's version, the only one there is (RFC 6455, section 4.4).
    package static let version = "13"

    /// What the client sent to be proved.
    package let key: String
    /// The subprotocols that the client offers, the preferred one first.
    package let subprotocols: [String]

    /// Reads a request.
    ///
    /// - Throws: `HTTPRefusal` with 426 for a request that asks for no WebSocket or for another version of it, 400 for one
    ///   that asks in a wrong way.
    package init(_ request: HTTPRequest) throws(HTTPRefusal) {
        let fields = request.fields
        guard request.version == .http1_1, fields.hasToken("websocket", in: .upgrade) else {
            throw HTTPRefusal(.upgradeRequired, .notWebSocket)
        }
        guard request.method == .get, fields.hasToken("upgrade", in: .connection) else {
            throw HTTPRefusal(.badRequest, .malformedHandshake)
        }
        guard fields.values(of: .secWebSocketVersion) == [Self.version] else {
            throw HTTPRefusal(.upgradeRequired, .unsupportedWebSocketVersion)
        }
        let keys = fields.values(of: .secWebSocketKey)
        guard keys.count == 1, Base64.decode(keys[0].utf8)?.count == 16 else {
            throw HTTPRefusal(.badRequest, .malformedWebSocketKey)
        }
        key = keys[0]
        subprotocols = fields.elements(of: .secWebSocketProtocol)
        guard subprotocols.allSatisfy({ isToken($0.utf8) }) else {
            throw HTTPRefusal(.badRequest, .malformedHandshake)
        }
    }

    /// The fields of the answer that agrees (RFC 6455, section 4.2.2), without those of the upgrade itself.
    ///
    /// No extension is agreed to: what the client offers, such as compression, is left out.
    package func answerFields(subprotocol: String?) -> HTTPFields {
        var fields: HTTPFields = [.secWebSocketAccept: Self.proof(of: key)]
        if let subprotocol { fields[.secWebSocketProtocol] = subprotocol }
        return fields
    }

    /// What a server answers to a key.
    package static func proof(of key: String) -> String {
        Base64.encode(SHA1.digest(of: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }
}

/// The client's side of the handshake (RFC 6455, section 4.1).
package struct WebSocketClientHandshake: Sendable {
    package let key: String
    private let subprotocols: [String]

    /// Begins a handshake with a key that nobody can foresee.
    package init(subprotocols: [String] = []) {
        var generator = SystemRandomNumberGenerator()
        key = Base64.encode((0..<16).map { _ in .random(in: .min ... .max, using: &generator) })
        self.subprotocols = subprotocols
    }

    /// The request's fields, `Host` and `Origin` excepted.
    package var requestFields: HTTPFields {
        var fields: HTTPFields = [
            .upgrade: "websocket", .connection: "Upgrade", .secWebSocketKey: key,
            .secWebSocketVersion: WebSocketHandshake.version,
        ]
        if !subprotocols.isEmpty { fields[.secWebSocketProtocol] = subprotocols.joined(separator: ", ") }
        return fields
    }

    /// Checks what the server answered.
    ///
    /// - Returns: the subprotocol it chose, if any.
    /// - Throws: `HTTPRefusal` with 502 when the answer doesn't agree to what was asked for.
    package func check(_ status: HTTPStatus, _ fields: HTTPFields) throws(HTTPRefusal) -> String? {
        let chosen = fields.values(of: .secWebSocketProtocol)
        guard status == .switchingProtocols,
            fields.hasToken("websocket", in: .upgrade), fields.hasToken("upgrade", in: .connection),
            fields.values(of: .secWebSocketAccept) == [WebSocketHandshake.proof(of: key)],
            !fields.contains(.secWebSocketExtensions), chosen.count <= 1, chosen.allSatisfy(subprotocols.contains)
        else { throw HTTPRefusal(.badGateway, .malformedHandshake) }
        return chosen.first
    }
}

extension HTTPFieldName {
    /// `Sec-WebSocket-Accept` (RFC 6455).
    package static let secWebSocketAccept: Self = "Sec-WebSocket-Accept"
    /// `Sec-WebSocket-Extensions` (RFC 6455).
    package static let secWebSocketExtensions: Self = "Sec-WebSocket-Extensions"
    /// `Sec-WebSocket-Key` (RFC 6455).
    package static let secWebSocketKey: Self = "Sec-WebSocket-Key"
    /// `Sec-WebSocket-Protocol` (RFC 6455).
    package static let secWebSocketProtocol: Self = "Sec-WebSocket-Protocol"
    /// `Sec-WebSocket-Version` (RFC 6455).
    package static let secWebSocketVersion: Self = "Sec-WebSocket-Version"
}

extension HTTPRefusal.Reason {
    package static let notWebSocket = Self("not a WebSocket handshake")
    package static let malformedHandshake = Self("malformed WebSocket handshake")
    package static let unsupportedWebSocketVersion = Self("unsupported WebSocket version")
    package static let malformedWebSocketKey = Self("malformed WebSocket key")
    package static let foreignOrigin = Self("origin that may not open a WebSocket")
}

extension HTTPFields {
    /// The elements of a list over all lines of a field, without white space and empty ones (RFC 9110, section 5.6.1).
    fileprivate func elements(of name: HTTPFieldName) -> [String] {
        values(of: name).flatMap { value in
            value.utf8.split(separator: 44).compactMap { part in
                let start = part.drop { $0 == 32 || $0 == 9 }
                let end = start.lastIndex { $0 != 32 && $0 != 9 }
                return end.map { String(decoding: start[...$0], as: UTF8.self) }
            }
        }
    }

    /// Whether a list has that element, in any case.
    fileprivate func hasToken(_ token: StaticString, in name: HTTPFieldName) -> Bool {
        elements(of: name).contains { element in
            element.utf8.count == token.utf8CodeUnitCount
                && element.utf8.elementsEqual("\(token)".utf8) { lowercase($0) == $1 }
        }
    }
}
