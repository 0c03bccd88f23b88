import LoopbackKitHTTP
import Testing

/// An upstream and a client that calls it under every name.
struct CalledUpstream: Sendable {
    let upstream: FaultUpstream
    let client: HTTPClient
    private let scheme: String

    /// Runs both for the length of the closure.
    ///
    /// - Parameters:
    ///   - transport: what the upstream's bytes go through; the client trusts the tests' authority.
    ///   - isSecure: whether the client calls it by https.
    ///   - sendBuffer: the size of the upstream's buffer for what leaves.
    ///   - configure: changes the client's configuration.
    ///   - body: uses both.
    /// - Returns: what the closure returns.
    /// - Throws: what the closure throws.
    @discardableResult
    static func with<Value: Sendable>(
        _ transport: UpstreamTransportKind = .plain,
        isSecure: Bool = false,
        sendBuffer: Int? = nil,
        configure: (inout HTTPClientConfiguration) throws -> Void = { _ in },
        _ body: (CalledUpstream) async throws -> Value
    ) async throws -> Value {
        try await FaultUpstream.with(sendBuffer: sendBuffer, transport: transport) { upstream in
            let resolver = ScriptedResolver()
            resolver.answer("*", .sockets([upstream.address]))
            var configuration = HTTPClientConfiguration(resolver: resolver)
            if isSecure { configuration.tls = try TestCertificates.clientProvider() }
            try configure(&configuration)
            return try await HTTPClient.run(configuration: configuration) { client in
                try await body(CalledUpstream(upstream: upstream, client: client, isSecure: isSecure))
            }
        }
    }

    init(upstream: FaultUpstream, client: HTTPClient, isSecure: Bool = false) {
        self.upstream = upstream
        self.client = client
        scheme = isSecure ? "https" : "http"
    }

    /// Sends a request to `example.test`.
    func send(
        _ method: HTTPMethod = .get,
        _ path: String = "/",
        host: String = "example.test",
        fields: HTTPFields = [:],
        body: HTTPOutgoingBody = .empty,
        upgrade: String? = nil
    ) async throws -> HTTPClientResponse {
        let url = try HTTPURL("\(scheme)://\(host):\(upstream.port)\(path)")
        return try await client.send(
            HTTPClientRequest(method, url, fields: fields, body: body, upgrade: upgrade)
        )
    }

    /// Sends a request, and gives the answer's whole body.
    @discardableResult
    func text(
        _ method: HTTPMethod = .get,
        _ path: String = "/",
        host: String = "example.test",
        body: HTTPOutgoingBody = .empty
    ) async throws -> String {
        String(
            decoding: try await send(method, path, host: host, body: body).body.collect(upTo: 1 << 24),
            as: UTF8.self
        )
    }

    /// Sends a request, and gives what it or its body fails with; an error of another kind ends the test.
    func failure(
        _ method: HTTPMethod = .get,
        _ path: String = "/",
        body: HTTPOutgoingBody = .empty
    ) async throws -> HTTPClientError? {
        try await clientError { try await text(method, path, body: body) }
    }
}

/// The client's error that the closure throws; `nil` when it throws none.
func clientError<Value>(_ body: () async throws -> Value) async throws -> HTTPClientError? {
    do {
        _ = try await body()
        return nil
    } catch let error as HTTPClientError {
        return error
    }
}
