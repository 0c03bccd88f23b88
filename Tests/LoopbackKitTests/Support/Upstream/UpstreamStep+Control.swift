// When things happen, and how a connection ends.
extension UpstreamStep {
    /// Reads the request's body here, not before the first step.
    static func readBody(sendsContinue: Bool = true) -> Self {
        Self(bodyUse: .decides) { try $0.readBody(sendsContinue: sendsContinue) }
    }

    /// Never reads the request's body; the connection ends with the answer unless the request has none.
    static var leaveBody: Self {
        Self(bodyUse: .decides) { connection in
            let request = connection.request
            if request["Transfer-Encoding"] != nil || (request["Content-Length"] ?? "0") != "0" {
                connection.keepsAlive = false
            }
        }
    }

    /// Waits until the test opens the gate.
    static func wait(_ gate: Gate) -> Self { Self { try $0.wait(at: gate) } }

    /// Does nothing more until the other side ends the connection.
    static var stall: Self { Self { try $0.stall() } }

    /// Closes cleanly.
    static var close: Self { Self { _ in throw UpstreamEnding(.closed) } }

    /// Closes the socket without the end that TLS announces (close_notify); without TLS this is a clean end.
    static var truncate: Self { Self { _ in throw UpstreamEnding(.truncated) } }

    /// Closes with a reset.
    static var reset: Self { Self { _ in throw UpstreamEnding(.reset) } }

    /// Closes with a reset when so many bytes more have left; to be put before what it cuts.
    static func reset(after count: Int) -> Self { Self { try $0.cut(after: count, by: .reset) } }

    /// Closes cleanly when so many bytes more have left; to be put before what it cuts.
    static func close(after count: Int) -> Self { Self { try $0.cut(after: count, by: .closed) } }

    /// Bytes that go past TLS, right to the socket.
    static func raw(_ bytes: [UInt8]) -> Self { Self { try $0.socket.send(bytes[...]) { _ in } } }

    /// Ends the sending direction, and goes on reading.
    static var finishSending: Self { Self { $0.finishSending() } }

    /// Closes without a word unless the request is the first one on its connection: a kept connection that went stale.
    static var closeIfReused: Self {
        Self(bodyUse: .decides) { connection in
            if connection.request.turn > 1 { throw UpstreamEnding(.closed) }
            try connection.readBody()
        }
    }

    /// Bytes one by one, each in a segment of its own; with a gate each waits at it.
    static func drip(_ text: String, at gate: Gate? = nil) -> Self {
        Self { connection in
            for byte in text.utf8 {
                if let gate { try connection.wait(at: gate) }
                try connection.send([byte])
            }
        }
    }
}
