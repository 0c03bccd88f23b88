package import LoopbackKitHTTP

/// Why the gate in front of the scopes turned a request away.
public enum ScopeRefusal: String, Hashable, Sendable, CustomStringConvertible {
    /// The path does not begin with a secret that opens anything: 403, and the connection is closed.
    case secret
    /// The request is for another host or port: 421.
    case host
    /// The method is neither GET, HEAD nor OPTIONS: 405.
    case method
    /// No such scope is registered, or the path is reserved: 404.
    case scope
    /// Another site's page asks, and not for a document in a window of its own: 403.
    case foreignSite

    /// The case's name.
    public var description: String { rawValue }

    /// The methods that a scope answers.
    package static let allowedMethods = "GET, HEAD, OPTIONS"

    /// What the request is answered with: short, readable, and without anything of the request.
    package var response: HTTPResponse {
        switch self {
        case .secret: Self.secretResponse
        case .host: Self.hostResponse
        case .method: Self.methodResponse
        case .scope: Self.scopeResponse
        case .foreignSite: Self.foreignSiteResponse
        }
    }

    /// Every request without the secret gets these very bytes, so that it learns nothing.
    private static let secretResponse: HTTPResponse = {
        var response = plain(
            .forbidden,
            """
            This address opens nothing. Pages have a new address at each launch of the app: ask the app for it, and \
            link to files by relative addresses.
            """
        )
        response.connection = .close
        return response
    }()

    private static let hostResponse = plain(
        .misdirectedRequest,
        "This server answers as 127.0.0.1 with its port, and under no other name."
    )

    private static let methodResponse: HTTPResponse = {
        var response = plain(.methodNotAllowed, "A plugin's files can be read, not changed: GET, HEAD and OPTIONS.")
        response.fields.append(.allow, allowedMethods)
        return response
    }()

    private static let scopeResponse = plain(
        .notFound,
        "Nothing is registered under this kind and id. The page that it belonged to may be closed."
    )

    private static let foreignSiteResponse = plain(
        .forbidden,
        "Pages of other sites can't use these files. A link that opens them in a window of their own works."
    )

    private static func plain(_ status: HTTPStatus, _ text: String) -> HTTPResponse {
        var response = HTTPResponse(status, text: "\(status.code) \(status.reasonPhrase)\n\n\(text)\n")
        response.fields.append(.cacheControl, "no-store")
        response.fields.append(.xContentTypeOptions, "nosniff")
        response.fields.append(.crossOriginResourcePolicy, "same-origin")
        return response
    }
}
