import Foundation

/// What an upstream saw of a case, as the page that wants to compare it is told.
struct SeenRequests {
    let record: UpstreamRecord
    /// Where the case's paths begin.
    let folder: String

    /// The case's requests in the order of their arrival, without preflights: those are the browser's own.
    var list: [JSONValue] { record.requests.filter(isOfCase).map(seen) }

    /// Fields that are the connection's, or tell of the page's origin and of the browser's own view of the call: natively
    /// they are the browser's, and the proxy leaves them out (PROXY-5).
    private static let left: Set = [
        "host", "connection", "origin", "referer", "content-length", "transfer-encoding", "sec-websocket-key",
    ]

    private func isOfCase(_ request: UpstreamRequest) -> Bool {
        let isPreflight = request.method == "OPTIONS" && request["Access-Control-Request-Method"] != nil
        return request.path.hasPrefix(folder) && !isPreflight
    }

    private func seen(_ request: UpstreamRequest) -> JSONValue {
        let connection = record.connections[request.connection - 1]
        return [
            "method": .string(request.method), "target": .string(request.target),
            "fields": .array(fields(request)), "body": .string(body(request)),
            "isComplete": .bool(request.isBodyComplete),
            // Whether the other side has ended the connection.
            "hasLeft": .bool(connection.end == .peerClosed || connection.end == .peerReset),
        ]
    }

    private func fields(_ request: UpstreamRequest) -> [JSONValue] {
        let named = request.fields.map { ($0.name.lowercased(), $0.text) }
        let shown = named.filter { name, _ in
            !Self.left.contains(name) && !(name.hasPrefix("sec-") && !name.hasPrefix("sec-websocket"))
        }
        let sorted = shown.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
        return sorted.map { [.string($0.element.0), .string($0.element.1)] }
    }

    /// The body's text, byte by byte where it is not UTF-8; of a long one its beginning, its length and its hash.
    private func body(_ request: UpstreamRequest) -> String {
        let utf8 = String(bytes: request.body, encoding: .utf8)
        let text = utf8 ?? String(String.UnicodeScalarView(request.body.map { Unicode.Scalar($0) }))
        return text.utf8.count <= 2000 ? text : "\(text.prefix(100))... \(request.bodyCount) \(request.bodyHash)"
    }
}
