public import LoopbackKitHTTP

extension ProxyFailure: HTTPResponseError {
    /// The answer: its stage and reason as JSON and in the field `Loopback-Proxy-Error`.
    ///
    /// 403 for a call that may not be made, 504 when nothing came in time, 502 for the rest.
    public var response: HTTPResponse { response(url: nil) }

    /// The answer with the address that was called.
    ///
    /// ```json
    /// {"error":{"stage":"connect","reason":"refused","message":"Nothing listens there.","url":"http://example.com/"}}
    /// ```
    ///
    /// - Parameter url: the upstream's address; it is shown to the page, which knows it.
    /// - Returns: an answer that is never stored, and runs nothing when it is opened as a document.
    package func response(url: String?) -> HTTPResponse {
        var response = Self.response(status, json: json(url: url))
        response.fields.append(.loopbackProxyError, "\(stage.rawValue); \(reasonToken)")
        return response
    }

    /// An answer with a failure as JSON, on its own or of another call.
    package static func response(_ status: HTTPStatus, json: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status,
            fields: [
                .contentType: "application/json",
                .cacheControl: "no-store",
                .contentSecurityPolicy: "sandbox",
                .xContentTypeOptions: "nosniff",
                .crossOriginResourcePolicy: "same-origin",
            ],
            body: .bytes(json)
        )
    }

    /// What an engine is answered that is to find an error of the network: a redirect to where no redirect may lead (Fetch
    /// standard, section 4.4, HTTP-redirect fetch: a scheme that is not HTTP's).
    package static let networkError = HTTPResponse(
        .found,
        fields: [.location: "about:blank", .cacheControl: "no-store", .crossOriginResourcePolicy: "same-origin"]
    )

    private var status: HTTPStatus {
        switch stage {
        case .refused: .forbidden
        case .timeout: .gatewayTimeout
        case .name, .connect, .tls, .protocolError, .redirect: .badGateway
        }
    }

    /// The reason as a token, whatever it was made with.
    private var reasonToken: String {
        String(decoding: reason.utf8.map { isTokenByte($0) ? $0 : UInt8(ascii: "-") }, as: UTF8.self)
    }

    /// The failure as JSON in ASCII.
    package func json(url: String?) -> [UInt8] {
        var json = Array(#"{"error":{"stage":"#.utf8)
        JSONString.append(stage.rawValue, to: &json)
        for (name, value) in [("reason", reason), ("message", message)] + (url.map { [("url", $0)] } ?? []) {
            json.append(contentsOf: ",\"\(name)\":".utf8)
            JSONString.append(value, to: &json)
        }
        json.append(contentsOf: "}}".utf8)
        return json
    }
}
