import LoopbackKitHTTP

/// A page's side of a relayed event stream, by a raw socket.
struct EventSocket: Sendable {
    let client: RawClient

    /// Makes the handshake and sends frames, the page's first message among them.
    init(
        _ relay: ServedRelay,
        _ place: String,
        at authority: String,
        mode: String = "omit",
        fields: String = "",
        _ frames: [Frame] = [EventSocket.message]
    ) async throws {
        let target = relay.place(place, at: authority, mode: "\(mode).events")
        client = try await relay.open(target, fields: Self.handshake(relay.origin) + fields)
        let head = try await onThread { [client] in
            let head = try client.readResponseHead()
            client.send(frames.masked)
            return head
        }
        guard head.status == 101 else { throw Missing() }
    }

    /// The message of a page that begins at the stream's beginning.
    static let message = Frame.text(#"{"lastEventID": ""}"#)

    /// The handshake's fields, as Chromium sends them.
    static func handshake(_ origin: String) -> String {
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nOrigin: \(origin)\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Extensions: permessage-deflate\r\n"
            + "Accept-Encoding: gzip, deflate\r\nAccept-Language: de\r\nPragma: no-cache\r\nCache-Control: no-cache\r\n"
    }

    /// The next frame; `nil` at the end.
    func next() async throws -> Frame? {
        try await onThread { [client] in
            let head = client.read(count: 2)
            guard head.count == 2 else { return nil }
            let size = head[1] == 126 ? 2 : head[1] == 127 ? 8 : 0
            let length = client.read(count: size)
            let count = size == 0 ? Int(head[1]) : length.reduce(0) { $0 << 8 | Int($1) }
            return Frame.parse(head + length + client.read(count: count))?.first
        }
    }

    /// The next frame's text.
    func text() async throws -> String { String(decoding: try await next()?.payload ?? [], as: UTF8.self) }

    /// Everything up to the connection's end; the server's close is answered.
    func rest() async throws -> [Frame] {
        var frames: [Frame] = []
        while let frame = try await next() {
            frames.append(frame)
            if frame.opcode == 8 { client.send(Frame(8, frame.payload).masked) }
        }
        return frames
    }
}
