import LoopbackKitHTTP
import Testing

@Suite("WebSocket: opening handshake")
struct WebSocketHandshakeTests {
    /// The example of RFC 6455, section 1.3.
    private static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    private static let proof = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

    private static func request(
        _ changes: HTTPFields = [:],
        without removed: HTTPFieldName? = nil,
        method: HTTPMethod = .get,
        version: HTTPVersion = .http1_1
    ) throws -> HTTPRequest {
        var fields: HTTPFields = [
            .host: "server.example:8080", .upgrade: "websocket", .connection: "Upgrade", .secWebSocketKey: key,
            .secWebSocketVersion: "13",
        ]
        for change in changes { fields.remove(change.name) }
        for change in changes { fields.append(change.name, change.value) }
        if let removed { fields.remove(removed) }
        return HTTPRequest(method: method, target: try required(RequestTarget("/")), version: version, fields: fields)
    }

    private func answer(
        _ request: HTTPRequest,
        subprotocols: [String] = [],
        origins: WebSocketOrigins = .same
    ) -> HTTPResponse {
        HTTPResponse.webSocket(answering: request, subprotocols: subprotocols, origins: origins) { _ in }
    }

    @Test(
        "HTTP-9 A WebSocket is opened for every form of a right request",
        arguments: [
            [:], [.upgrade: "WebSocket"], [.upgrade: "h2c, websocket"], [.connection: "keep-alive, upgrade"],
            [.connection: "keep-alive", "connection": "UPGRADE"], [.connection: " ,Upgrade,\t"],
            [.secWebSocketExtensions: "permessage-deflate; client_max_window_bits"], [.secWebSocketProtocol: "a, b"],
        ] as [HTTPFields]
    )
    func accepted(changes: HTTPFields) throws {
        let answer = answer(try Self.request(changes))
        #expect(answer.status == .switchingProtocols)
        #expect(answer.fields[.upgrade] == "websocket" && answer.fields[.connection] == "Upgrade")
        #expect(answer.fields[.secWebSocketAccept] == Self.proof)
        // No extension is agreed to, and no subprotocol that nobody asked the handler for.
        #expect(!answer.fields.contains(.secWebSocketExtensions) && !answer.fields.contains(.secWebSocketProtocol))
    }

    private static let wrong: [(changes: HTTPFields, without: HTTPFieldName?, status: HTTPStatus)] = [
        ([:], .upgrade, .upgradeRequired), ([.upgrade: "h2c"], nil, .upgradeRequired),
        ([.upgrade: "websocket/13"], nil, .upgradeRequired), ([.upgrade: "web socket"], nil, .upgradeRequired),
        ([:], .connection, .badRequest), ([.connection: "keep-alive"], nil, .badRequest),
        ([.connection: "upgraded"], nil, .badRequest), ([:], .secWebSocketVersion, .upgradeRequired),
        ([.secWebSocketVersion: "8"], nil, .upgradeRequired), ([.secWebSocketVersion: "013"], nil, .upgradeRequired),
        ([.secWebSocketVersion: "13, 8"], nil, .upgradeRequired),
        ([.secWebSocketVersion: "+13"], nil, .upgradeRequired),
        ([.secWebSocketVersion: "13", "sec-websocket-version": "13"], nil, .upgradeRequired),
        ([:], .secWebSocketKey, .badRequest), ([.secWebSocketKey: ""], nil, .badRequest),
        ([.secWebSocketKey: "dGhlIHNhbXBsZSBub25j"], nil, .badRequest),
        ([.secWebSocketKey: "dGhlIHNhbXBsZSBub25jZWU="], nil, .badRequest),
        ([.secWebSocketKey: "dGhlIHNhbXBsZSBub25jZQ"], nil, .badRequest),
        ([.secWebSocketKey: "dGhlIHNhbXBsZSBub25jZQ==AAAA"], nil, .badRequest),
        ([.secWebSocketKey: "dGhlIHNhbXBsZSBub25jZ!=="], nil, .badRequest),
        ([.secWebSocketKey: key, "sec-websocket-key": key], nil, .badRequest),
        ([.secWebSocketProtocol: "a b"], nil, .badRequest),
    ]

    @Test("HTTP-9 Every other request is refused by its rule", arguments: wrong.indices)
    func refused(_ index: Int) throws {
        let (changes, removed, status) = Self.wrong[index]
        let answer = answer(try Self.request(changes, without: removed))
        #expect(answer.status == status)
        #expect(!answer.fields.contains(.secWebSocketAccept))
        #expect(answer.fields[.secWebSocketVersion] == (status == .upgradeRequired ? "13" : nil))
        #expect(answer.fields[.upgrade] == (status == .upgradeRequired ? "websocket" : nil))
    }

    @Test("HTTP-9 No WebSocket is opened by another method or an older version")
    func methods() throws {
        for method: HTTPMethod in [.head, .post, .options] {
            #expect(answer(try Self.request(method: method)).status == .badRequest)
        }
        #expect(answer(try Self.request(version: .http1_0)).status == .upgradeRequired)
    }

    @Test(
        "HTTP-9 The first of the handler's subprotocols that the client offers is agreed on",
        arguments: [
            ("b, a", ["a", "b"], "a"), ("b", ["a", "b"], "b"), ("c", ["a", "b"], nil), ("A", ["a"], nil),
            (nil, ["a"], nil), ("a", [], nil), ("a,,b", ["b"], "b"),
        ] as [(String?, [String], String?)]
    )
    func subprotocol(offered: String?, known: [String], chosen: String?) throws {
        let request = try Self.request(offered.map { [.secWebSocketProtocol: $0] } ?? [:])
        let answer = answer(request, subprotocols: known)
        #expect(answer.status == .switchingProtocols)
        #expect(answer.fields[.secWebSocketProtocol] == chosen)
    }

    @Test(
        "HTTP-9 A page of another origin opens no WebSocket, unless the program lets it",
        arguments: [
            (nil, true), ("http://server.example:8080", true), ("HTTP://SERVER.example:8080", true),
            ("https://server.example:8080", true), ("http://server.example", false), ("null", false), ("", false),
            ("http://server.example:8080.evil.example", false), ("http://evil.example?server.example:8080", false),
            ("http://evil@server.example:8080", false), ("server.example:8080", false), ("://server.example:80", false),
        ] as [(String?, Bool)]
    )
    func origins(origin: String?, isSame: Bool) throws {
        let request = try Self.request(origin.map { [.origin: $0] } ?? [:])
        #expect(answer(request).status == (isSame ? .switchingProtocols : .forbidden))
        #expect(answer(request, origins: .any).status == .switchingProtocols)
        #expect(answer(request, origins: .matching { $0 == origin }).status == .switchingProtocols)
        #expect(answer(request, origins: .matching { $0 != origin }).status == .forbidden)
    }

    @Test("HTTP-9 A list of origins admits those, and no request without one")
    func originList() throws {
        let origins = WebSocketOrigins.only("https://a.example", "https://b.example")
        #expect(
            answer(try Self.request([.origin: "https://b.example"]), origins: origins).status == .switchingProtocols
        )
        #expect(answer(try Self.request([.origin: "https://B.example"]), origins: origins).status == .forbidden)
        #expect(answer(try Self.request(), origins: origins).status == .forbidden)
    }

    @Test("HTTP-9 A client's handshake is one that the server accepts, and knows the server's answer")
    func client() throws {
        let client = WebSocketClientHandshake(subprotocols: ["x", "y"])
        #expect(client.key != WebSocketClientHandshake().key)
        let request = try Self.request(client.requestFields)
        let answer = answer(request, subprotocols: ["y"])
        #expect(try client.check(answer.status, answer.fields) == "y")
    }

    @Test(
        "HTTP-9 A client refuses an answer that does not agree to what it asked",
        arguments: [
            [.secWebSocketAccept: proof], [.secWebSocketExtensions: "permessage-deflate"], [.secWebSocketProtocol: "z"],
            [.upgrade: "h2c"], [.connection: "close"], [.secWebSocketProtocol: "x", "sec-websocket-protocol": "y"],
        ] as [HTTPFields]
    )
    func clientRefuses(changes: HTTPFields) throws {
        let client = WebSocketClientHandshake(subprotocols: ["x", "y"])
        var fields = answer(try Self.request(client.requestFields), subprotocols: ["y"]).fields
        #expect(throws: HTTPRefusal.self) { try client.check(.ok, fields) }
        for change in changes { fields.remove(change.name) }
        for change in changes { fields.append(change.name, change.value) }
        #expect(throws: HTTPRefusal.self) { try client.check(.switchingProtocols, fields) }
    }
}
