import LoopbackKitHTTP

// Connections that go over to another protocol.
extension UpstreamStep {
    /// Switches protocols, and sends back all bytes until the other side ends; then it closes.
    static func upgradeEcho(to name: String = "echo") -> Self {
        Self { connection in
            try connection.send(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: \(name)\r\nConnection: Upgrade\r\n\r\n"
            )
            try connection.echoBytes()
        }
    }

    /// Grants a CONNECT, and sends back all bytes.
    static let connectEcho = Self { connection in
        try connection.send("HTTP/1.1 200 OK\r\n\r\n")
        try connection.echoBytes()
    }

    /// Agrees to a WebSocket, and sends each data frame back as it came but for its mask; answers pings and the close.
    static func webSocketEcho(subprotocol: String? = nil) -> Self {
        Self { connection in
            try connection.agreeToWebSocket(subprotocol: subprotocol)
            try connection.echoFrames()
        }
    }

    /// Agrees to a WebSocket, and closes it with a code and a reason, or with neither; then waits for the other side's.
    static func webSocketClose(_ code: UInt16? = nil, _ reason: String = "") -> Self {
        Self { connection in
            try connection.agreeToWebSocket()
            let payload = code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] + Array(reason.utf8) } ?? []
            try connection.send(WebSocketFrameHeader.frame(.close, isFinal: true, payload))
            _ = try connection.receive()
            throw UpstreamEnding(.closed)
        }
    }

    /// Agrees to a WebSocket, and goes on with the next step.
    static let webSocketHead = Self { try $0.agreeToWebSocket() }

    /// The same, with a subprotocol.
    static func webSocketHead(subprotocol: String?) -> Self {
        Self { try $0.agreeToWebSocket(subprotocol: subprotocol) }
    }

    /// Sends each data frame back; answers pings and the close.
    static let echoFrames = Self { try $0.echoFrames() }
}

extension UpstreamConnection {
    fileprivate func agreeToWebSocket(subprotocol: String? = nil) throws(UpstreamEnding) {
        let proof = WebSocketHandshake.proof(of: request["Sec-WebSocket-Key"] ?? "")
        let chosen = subprotocol.map { "Sec-WebSocket-Protocol: \($0)\r\n" } ?? ""
        try send(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: \(proof)\r\n\(chosen)\r\n"
        )
    }

    fileprivate func echoBytes() throws(UpstreamEnding) -> Never {
        while true {
            let bytes: [UInt8]
            do { bytes = try receive() } catch {
                // The other side ended its direction: what was sent back is all.
                throw error.end == .peerClosed ? UpstreamEnding(.closed) : error
            }
            try send(bytes)
        }
    }

    /// RFC 6455, section 5.2, without a judgement of what a client may send.
    fileprivate func echoFrames() throws(UpstreamEnding) -> Never {
        while true {
            let start = try read(count: 2)
            var count = Int(start[1] & 0x7F)
            if count >= 126 {
                let bytes = try read(count: count == 126 ? 2 : 8)
                guard bytes[0] < 0x80 || bytes.count == 2 else { throw UpstreamEnding(.failed("frame length")) }
                count = bytes.reduce(0) { $0 << 8 | Int($1) }
            }
            let mask = start[1] & 0x80 == 0 ? [0, 0, 0, 0] : try read(count: 4)
            let payload = try read(count: count).enumerated().map { $0.element ^ mask[$0.offset % 4] }
            guard let opcode = WebSocketOpcode(rawValue: start[0] & 0x0F) else {
                throw UpstreamEnding(.failed("opcode \(start[0])"))
            }
            let answer = opcode == .ping ? WebSocketOpcode.pong : opcode
            try send(WebSocketFrameHeader.frame(answer, isFinal: start[0] & 0x80 != 0, payload))
            if opcode == .close { throw UpstreamEnding(.closed) }
        }
    }
}
