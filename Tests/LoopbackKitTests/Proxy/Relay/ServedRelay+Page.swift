import LoopbackKit
import LoopbackKitHTTP

// What a page does, by raw sockets.
extension ServedRelay {
    /// The fields that Chromium sends with a `fetch` of a page.
    static let fetchFields = "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Dest: empty\r\n"

    /// The page's origin.
    var origin: String { "http://127.0.0.1:\(port)" }

    /// The path by which the page calls a place at an upstream; the place is taken byte for byte.
    func place(_ place: String, at authority: String, mode: String = "omit") -> String {
        "\(path)~proxy/\(mode)/http/\(authority)\(place)"
    }

    /// A request's head, with the empty line.
    func head(_ method: String, _ target: String, fields: String = fetchFields) -> String {
        "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(fields)\r\n"
    }

    /// Asks, and reads the answer strictly.
    func ask(
        _ target: String,
        method: String = "GET",
        fields: String = fetchFields,
        body: [UInt8]? = nil
    ) async throws -> RawResponse {
        let length = body.map { "Content-Length: \($0.count)\r\n" } ?? ""
        let head = head(method, target, fields: fields + length)
        return try await onThread { [port] in
            let client = try RawClient(port: port)
            client.send(Array(head.utf8) + (body ?? []))
            return try client.readResponse(isHead: method == "HEAD")
        }
    }

    /// Sends a request, and leaves its answer.
    func open(_ target: String, method: String = "GET", fields: String = fetchFields) async throws -> RawClient {
        let head = head(method, target, fields: fields)
        return try await onThread { [port] in
            let client = try RawClient(port: port)
            client.send(head)
            return client
        }
    }
}

extension RawResponse {
    /// What a failed call tells in its field, such as `refused; ownServer`.
    var failure: String? { self["Loopback-Proxy-Error"] }
}

extension LoopbackConfiguration {
    /// Lets pages call these names, which lead to 127.0.0.1, on a port.
    ///
    /// - Returns: what looks them up.
    @discardableResult
    mutating func open(_ names: String..., port: UInt16) -> ScriptedResolver {
        let resolver = ScriptedResolver()
        for name in names {
            resolver.answer(name, .addresses(["127.0.0.1"]))
            let opening = UpstreamOpening(host: .name(name), port: port, address: .ipv4(0x7F00_0001))
            if let opening { proxy?.openings.insert(opening) }
        }
        proxy?.resolver = resolver
        return resolver
    }
}
