/// A status code (RFC 9110, section 15): any three digits, with the usual ones as static members.
public struct HTTPStatus: Hashable, Sendable, CustomStringConvertible {
    /// The code, from 100 to 999.
    public let code: Int

    /// Makes a status from its code; `nil` when the code has not exactly three digits.
    public init?(_ code: Int) {
        guard (100...999).contains(code) else { return nil }
        self.code = code
    }

    package init(code: Int) { self.code = code }

    /// The code and its reason phrase, such as `404 Not Found`.
    public var description: String { "\(code) \(reasonPhrase)" }

    /// Whether an answer of this status never has a body: 1xx, 204 and 304 (RFC 9112, section 6.3).
    public var forbidsBody: Bool { code < 200 || code == 204 || code == 304 }

    /// Whether a server sends nothing behind the head: in the same cases, and in a 205, which by the framing could have a
    /// body (RFC 9110, section 15.3.6).
    package var forbidsContent: Bool { forbidsBody || code == 205 }

    /// Whether the status tells of an error: 4xx or 5xx.
    public var isError: Bool { code >= 400 }

    /// 100 Continue.
    public static let `continue` = HTTPStatus(code: 100)
    /// 101 Switching Protocols.
    public static let switchingProtocols = HTTPStatus(code: 101)
    /// 200 OK.
    public static let ok = HTTPStatus(code: 200)
    /// 201 Created.
    public static let created = HTTPStatus(code: 201)
    /// 202 Accepted.
    public static let accepted = HTTPStatus(code: 202)
    /// 204 No Content.
    public static let noContent = HTTPStatus(code: 204)
    /// 205 Reset Content.
    public static let resetContent = HTTPStatus(code: 205)
    /// 206 Partial Content.
    public static let partialContent = HTTPStatus(code: 206)
    /// 301 Moved Permanently.
    public static let movedPermanently = HTTPStatus(code: 301)
    /// 302 Found.
    public static let found = HTTPStatus(code: 302)
    /// 303 See Other.
    public static let seeOther = HTTPStatus(code: 303)
    /// 304 Not Modified.
    public static let notModified = HTTPStatus(code: 304)
    /// 307 Temporary Redirect.
    public static let temporaryRedirect = HTTPStatus(code: 307)
    /// 308 Permanent Redirect.
    public static let permanentRedirect = HTTPStatus(code: 308)
    /// 400 Bad Request.
    public static let badRequest = HTTPStatus(code: 400)
    /// 401 Unauthorized.
    public static let unauthorized = HTTPStatus(code: 401)
    /// 403 Forbidden.
    public static let forbidden = HTTPStatus(code: 403)
    /// 404 Not Found.
    public static let notFound = HTTPStatus(code: 404)
    /// 405 Method Not Allowed.
    public static let methodNotAllowed = HTTPStatus(code: 405)
    /// 406 Not Acceptable.
    public static let notAcceptable = HTTPStatus(code: 406)
    /// 408 Request Timeout.
    public static let requestTimeout = HTTPStatus(code: 408)
    /// 409 Conflict.
    public static let conflict = HTTPStatus(code: 409)
    /// 410 Gone.
    public static let gone = HTTPStatus(code: 410)
    /// 411 Length Required.
    public static let lengthRequired = HTTPStatus(code: 411)
    /// 412 Precondition Failed.
    public static let preconditionFailed = HTTPStatus(code: 412)
    /// 413 Content Too Large.
    public static let contentTooLarge = HTTPStatus(code: 413)
    /// 414 URI Too Long.
    public static let uriTooLong = HTTPStatus(code: 414)
    /// 415 Unsupported Media Type.
    public static let unsupportedMediaType = HTTPStatus(code: 415)
    /// 416 Range Not Satisfiable.
    public static let rangeNotSatisfiable = HTTPStatus(code: 416)
    /// 417 Expectation Failed.
    public static let expectationFailed = HTTPStatus(code: 417)
    /// 421 Misdirected Request.
    public static let misdirectedRequest = HTTPStatus(code: 421)
    /// 422 Unprocessable Content.
    public static let unprocessableContent = HTTPStatus(code: 422)
    /// 426 Upgrade Required.
    public static let upgradeRequired = HTTPStatus(code: 426)
    /// 429 Too Many Requests.
    public static let tooManyRequests = HTTPStatus(code: 429)
    /// 431 Request Header Fields Too Large.
    public static let requestHeaderFieldsTooLarge = HTTPStatus(code: 431)
    /// 500 Internal Server Error.
    public static let internalServerError = HTTPStatus(code: 500)
    /// 501 Not Implemented.
    public static let notImplemented = HTTPStatus(code: 501)
    /// 502 Bad Gateway.
    public static let badGateway = HTTPStatus(code: 502)
    /// 503 Service Unavailable.
    public static let serviceUnavailable = HTTPStatus(code: 503)
    /// 504 Gateway Timeout.
    public static let gatewayTimeout = HTTPStatus(code: 504)
    /// 505 HTTP Version Not Supported.
    public static let httpVersionNotSupported = HTTPStatus(code: 505)
}

extension HTTPStatus {
    /// The phrase that RFC 9110, section 15 (or the code's own RFC) gives for the code; empty for others.
    public var reasonPhrase: String { "\(reason)" }

    /// The phrase as bytes that need no allocation.
    package var reason: StaticString {
        switch code {
        case 100: "Continue"
        case 101: "Switching Protocols"
        case 103: "Early Hints"
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 203: "Non-Authoritative Information"
        case 204: "No Content"
        case 205: "Reset Content"
        case 206: "Partial Content"
        case 300: "Multiple Choices"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 402: "Payment Required"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 407: "Proxy Authentication Required"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 416: "Range Not Satisfiable"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 425: "Too Early"
        case 426: "Upgrade Required"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 451: "Unavailable For Legal Reasons"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        case 511: "Network Authentication Required"
        default: ""
        }
    }
}
