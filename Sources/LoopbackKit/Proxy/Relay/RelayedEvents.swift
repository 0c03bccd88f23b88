internal import LoopbackKitHTTP

/// An event stream of another site, which the page reads by a WebSocket.
///
/// Engines have six connections for everything that they ask of this server, and a stream holds its own as long as it is
/// open; WebSockets are not among the six.
struct RelayedEvents: Sendable {
    /// The stream ended before its time.
    private struct BodyCut: Error {}

    /// The greatest size in bytes of the page's first message.
    static let largestMessage = 1 << 16

    let relay: ProxyRelay
    let target: ProxyTarget
    let caller: ProxyRelay.Caller
    /// The fields of the page's handshake.
    let fields: HTTPFields

    /// The 101, behind which the stream runs.
    ///
    /// - Throws: `ProxyFailure` when the request asks for no WebSocket.
    static func response(
        to request: HTTPRequest,
        _ target: ProxyTarget,
        _ caller: ProxyRelay.Caller,
        by relay: ProxyRelay
    ) throws(ProxyFailure) -> HTTPResponse {
        let events = RelayedEvents(relay: relay, target: target, caller: caller, fields: request.fields)
        var configuration = WebSocketConfiguration()
        configuration.maximumMessageSize = largestMessage
        // The page gate has judged its Origin.
        let response = HTTPResponse.webSocket(answering: request, origins: .any, configuration: configuration) {
            try await events.run(on: $0)
        }
        guard response.status == .switchingProtocols else {
            throw ProxyFailure(.refused, "notWebSocket", "This address of the proxy is for WebSockets alone.")
        }
        return response
    }

    /// Makes the call once the page has said where it is to begin, and passes the answer on until either side ends it.
    private func run(on socket: WebSocket) async throws {
        do {
            guard let lastEventID = try await lastEventID(from: socket) else { return }
            try await socket.whileOpen { try await pass(from: call(beginningBehind: lastEventID), to: socket) }
        } catch let failure as ProxyFailure {
            let url = target.url.description
            relay.observe(true) { .failed(.get, url, failure) }
            try await socket.send(String(decoding: failure.json(url: url), as: UTF8.self))
        } catch is BodyCut {
            try await socket.close(code: .internalError, reason: "the stream was cut")
        }
    }

    // MARK: The page's message

    /// What the page's first message says; `nil` when the page leaves before.
    private func lastEventID(from socket: WebSocket) async throws -> [UInt8]? {
        guard let message = try await firstMessage(of: socket) else { return nil }
        guard case .text(let text) = message, let start = EventStreamStart(text.utf8) else {
            throw ProxyFailure(
                .refused,
                "malformedMessage",
                "The page's message does not say which event was its last."
            )
        }
        return start.lastEventID
    }

    private func firstMessage(of socket: WebSocket) async throws -> WebSocketMessage? {
        try await withThrowingTaskGroup(of: WebSocketMessage?.self) { group in
            group.addTask {
                var messages = socket.makeAsyncIterator()
                return try await messages.next()
            }
            if let limit = relay.messageLimit {
                group.addTask {
                    try await Task.sleep(for: limit)
                    throw ProxyFailure(.timeout, "message", "The page did not say in time which event was its last.")
                }
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    // MARK: The stream

    private func call(beginningBehind lastEventID: [UInt8]) -> RelayCall {
        var fields = fields
        fields[.accept] = "text/event-stream"
        fields[.cacheControl] = "no-cache"
        // The page's script reads text.
        fields[.acceptEncoding] = "identity"
        fields[.lastEventID] = nil
        if !lastEventID.isEmpty { fields.append(.lastEventID, bytes: lastEventID) }
        return relay.call(target, caller, .get, fields)
    }

    private func pass(from call: RelayCall, to socket: WebSocket) async throws {
        let answer = try await answer(of: call)
        relay.observe(false) { .answered(.get, answer.url.description, answer.response.status) }
        try await socket.send(Self.head(of: answer))
        var parts = answer.response.body.makeAsyncIterator()
        while let part = try await next(of: &parts) { try await socket.send(part) }
    }

    private func answer(of call: RelayCall) async throws -> RelayCall.Answer {
        do {
            let answer = try await call.perform(RelayedBody(.empty, keeping: 0, hiding: caller.local))
            guard answer.response.fields.hasIdentityCoding else {
                throw ProxyFailure(.protocolError, "encodedStream", "The site's event stream is compressed.")
            }
            return answer
        } catch {
            try Task.checkCancellation()
            throw ProxyFailure(error)
        }
    }

    private func next(of parts: inout HTTPIncomingBody.AsyncIterator) async throws -> [UInt8]? {
        do {
            return try await parts.next()
        } catch {
            try Task.checkCancellation()
            throw BodyCut()
        }
    }

    /// The head as the page's script is told of it.
    private static func head(of answer: RelayCall.Answer) -> String {
        let types = answer.response.fields.bytesOfValues(of: .contentType)
        var json = Array("{\"status\":\(answer.response.status.code),\"url\":".utf8)
        JSONString.append(answer.shownURL, to: &json)
        json += ",\"type\":".utf8
        JSONString.append(characters: types.joined(separator: ", ".utf8), to: &json)
        json.append(UInt8(ascii: "}"))
        return String(decoding: json, as: UTF8.self)
    }
}

extension HTTPFieldName {
    fileprivate static let lastEventID: Self = "Last-Event-ID"
}
