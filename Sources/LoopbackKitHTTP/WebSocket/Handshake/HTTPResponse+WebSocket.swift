extension HTTPResponse {
    /// Answers a request for a WebSocket (RFC 6455, section 4.2), and speaks on it once it is open.
    ///
    /// ```swift
    /// router.get("/echo") { request in
    ///     HTTPResponse.webSocket(answering: request) { socket in
    ///         for try await message in socket { try await socket.send(message) }
    ///     }
    /// }
    /// ```
    ///
    /// A request that asks for no WebSocket is answered 426, a malformed one 400, one from a page of a foreign origin 403.
    /// Extensions are not agreed to: `permessage-deflate` is not spoken, so every message travels as it is.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - subprotocols: those that the handler speaks, the preferred one first; the first that the client offers is
    ///     agreed on and stands in `WebSocket.subprotocol`.
    ///   - origins: whose pages may open the socket.
    ///   - configuration: limits and times.
    ///   - handler: speaks on the socket, in the connection's task. When it returns the socket is closed with 1000, when it
    ///     throws with 1011, and when it is cancelled with 1001. When the server stops, the socket is closed with 1001
    ///     and its messages end.
    /// - Returns: the answer: 101, or the refusal.
    public static func webSocket(
        answering request: HTTPRequest,
        subprotocols: [String] = [],
        origins: WebSocketOrigins = .same,
        configuration: WebSocketConfiguration = .init(),
        handler: @escaping @Sendable (WebSocket) async throws -> Void
    ) -> HTTPResponse {
        do throws(HTTPRefusal) {
            let handshake = try WebSocketHandshake(request)
            guard origins.admit(request) else { throw HTTPRefusal(.forbidden, .foreignOrigin) }
            let chosen = subprotocols.first { handshake.subprotocols.contains($0) }
            return .upgrade(to: "websocket", fields: handshake.answerFields(subprotocol: chosen)) { stream in
                try await WebSocket.run(
                    on: stream,
                    role: .server,
                    subprotocol: chosen,
                    configuration: configuration,
                    handler: handler
                )
            }
        } catch {
            return refuseWebSocket(error)
        }
    }

    private static func refuseWebSocket(_ refusal: HTTPRefusal) -> HTTPResponse {
        var response = HTTPResponse(refusal.status, text: "\(refusal.status): \(refusal.reason.description)\n")
        if refusal.status == .upgradeRequired {
            response.fields[.upgrade] = "websocket"
            response.fields[.connection] = "Upgrade"
            response.fields[.secWebSocketVersion] = WebSocketHandshake.version
        }
        return response
    }
}
