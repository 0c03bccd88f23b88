import LoopbackKit
import LoopbackKitHTTP
import Synchronization

/// Content that says which path it was asked for.
struct PathContent: ScopeContent {
    var name = ""

    func respond(to request: HTTPRequest, path: Span<UInt8>) -> HTTPResponse {
        HTTPResponse(text: name + String(decoding: bytes(path), as: UTF8.self))
    }
}

/// A handler with its registry, as a listener on port 50000 has them.
struct ScopeBench {
    static let host = "127.0.0.1:50000"
    let registry: ScopeRegistry
    let feed = EventFeed()
    let health = HealthChecks(banner: "banner")
    let handler: ScopeHandler

    init(secrets: ScopeSecrets = .perLaunch, gate: ScopeGate = ScopeGate()) {
        registry = ScopeRegistry(secrets: secrets)
        registry.setOrigin("http://127.0.0.1:50000")
        handler = ScopeHandler(registry: registry, gate: gate, health: health, feed: feed, generation: 7)
        handler.setPort(50000)
    }

    var token: String { registry.snapshot.token.revealed }

    func register(_ id: ScopeID, folder: String = "/folder", replacing: Bool = false) throws -> ScopeRegistration {
        try registry.register(ScopeReference(kind: .plugins, id: id), folder: folder, replacing: replacing) { folder in
            PathContent(name: folder)
        }
    }

    /// The answer to a request for a path under the token.
    func answer(_ path: String, method: HTTPMethod = .get, fields: HTTPFields = [.host: host]) throws -> HTTPResponse {
        try answer(target: "/\(token)/\(path)", method: method, fields: fields)
    }

    func answer(target: String, method: HTTPMethod = .get, fields: HTTPFields = [.host: host]) throws -> HTTPResponse {
        let target = target.hasPrefix("http") ? absoluteTarget(target) : RequestTarget(target)
        let request = HTTPRequest(method: method, target: try required(target), fields: fields)
        guard case .now(let response) = handler.handle(request) else { throw Missing() }
        return response
    }
}

struct Missing: Error {}

func required<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Missing() }
    return value
}

/// A target in absolute form.
func absoluteTarget(_ url: String) -> RequestTarget? {
    let bytes = Array(url.utf8)
    guard let colon = bytes.firstIndex(of: 58) else { return nil }
    let pathStart = bytes[(colon + 3)...].firstIndex(of: 47) ?? bytes.count
    let pathEnd = bytes[pathStart...].firstIndex(of: 63) ?? bytes.count
    let storage = HeadStorage()
    storage.bytes = bytes
    return RequestTarget(storage: storage, range: 0..<bytes.count, path: pathStart..<pathEnd, form: .absolute)
}

extension HTTPResponse {
    /// The body's bytes as text; empty for a stream.
    var bodyText: String {
        guard case .bytes(let bytes) = body.storage else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Everything that the answer puts on the wire, and what becomes of the connection.
    var everything: String { "\(status)\n\(fields)\n\n\(bodyText)\n\(connection.rawValue)" }
}

/// The content's folder as the registry test's closure got it.
func text(_ array: [UInt8]) -> String { String(decoding: array, as: UTF8.self) }

/// Everything that descriptions, dumps and reflection show of a value.
func shown(_ value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return "\(value)\n\(String(reflecting: value))\n\(dumped)"
}
