/// The name of a field: a token, compared without case (RFC 9110, section 5.1).
public struct HTTPFieldName: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as it was written.
    public let rawName: String
    /// The name's bytes in lower case.
    package let lowercased: [UInt8]

    /// Makes a name from a token in any case; `nil` when the name is not one (RFC 9110, section 5.6.2).
    public init?(_ name: String) {
        guard isToken(name.utf8) else { return nil }
        self.init(token: name)
    }

    /// Makes a name from a literal; a literal that is not a token is a programmer's error and traps.
    public init(stringLiteral name: StaticString) {
        let name = "\(name)"
        precondition(isToken(name.utf8), "a field name is a token")
        self.init(token: name)
    }

    /// Makes a name from a string that is known to be a token.
    package init(token: String) {
        rawName = token
        lowercased = token.utf8.map(lowercase)
    }

    /// The name as it was written.
    public var description: String { rawName }

    /// Compares without case.
    public static func == (left: Self, right: Self) -> Bool { left.lowercased == right.lowercased }

    /// Hashes without case.
    public func hash(into hasher: inout Hasher) { hasher.combine(lowercased) }
}

/// The ASCII lower-case form of a byte; other bytes stay.
@inline(__always)
package func lowercase(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }

extension HTTPFieldName {
    /// `Accept` (RFC 9110).
    public static let accept: Self = "Accept"
    /// `Accept-Encoding` (RFC 9110).
    public static let acceptEncoding: Self = "Accept-Encoding"
    /// `Accept-Ranges` (RFC 9110).
    public static let acceptRanges: Self = "Accept-Ranges"
    /// `Allow` (RFC 9110).
    public static let allow: Self = "Allow"
    /// `Authorization` (RFC 9110).
    public static let authorization: Self = "Authorization"
    /// `Cache-Control` (RFC 9111).
    public static let cacheControl: Self = "Cache-Control"
    /// `Clear-Site-Data` (Clear Site Data).
    public static let clearSiteData: Self = "Clear-Site-Data"
    /// `Connection` (RFC 9110).
    public static let connection: Self = "Connection"
    /// `Content-Disposition` (RFC 6266).
    public static let contentDisposition: Self = "Content-Disposition"
    /// `Content-Encoding` (RFC 9110).
    public static let contentEncoding: Self = "Content-Encoding"
    /// `Content-Length` (RFC 9110).
    public static let contentLength: Self = "Content-Length"
    /// `Content-Range` (RFC 9110).
    public static let contentRange: Self = "Content-Range"
    /// `Content-Security-Policy` (CSP).
    public static let contentSecurityPolicy: Self = "Content-Security-Policy"
    /// `Content-Type` (RFC 9110).
    public static let contentType: Self = "Content-Type"
    /// `Cookie` (RFC 6265).
    public static let cookie: Self = "Cookie"
    /// `Cross-Origin-Resource-Policy` (Fetch).
    public static let crossOriginResourcePolicy: Self = "Cross-Origin-Resource-Policy"
    /// `Date` (RFC 9110).
    public static let date: Self = "Date"
    /// `ETag` (RFC 9110).
    public static let eTag: Self = "ETag"
    /// `Expect` (RFC 9110).
    public static let expect: Self = "Expect"
    /// `Host` (RFC 9110).
    public static let host: Self = "Host"
    /// `If-Match` (RFC 9110).
    public static let ifMatch: Self = "If-Match"
    /// `If-Modified-Since` (RFC 9110).
    public static let ifModifiedSince: Self = "If-Modified-Since"
    /// `If-None-Match` (RFC 9110).
    public static let ifNoneMatch: Self = "If-None-Match"
    /// `If-Range` (RFC 9110).
    public static let ifRange: Self = "If-Range"
    /// `If-Unmodified-Since` (RFC 9110).
    public static let ifUnmodifiedSince: Self = "If-Unmodified-Since"
    /// `Keep-Alive` (RFC 2068).
    public static let keepAlive: Self = "Keep-Alive"
    /// `Last-Modified` (RFC 9110).
    public static let lastModified: Self = "Last-Modified"
    /// `Location` (RFC 9110).
    public static let location: Self = "Location"
    /// `Origin` (Fetch).
    public static let origin: Self = "Origin"
    /// `Range` (RFC 9110).
    public static let range: Self = "Range"
    /// `Referer` (RFC 9110).
    public static let referer: Self = "Referer"
    /// `Referrer-Policy` (Referrer Policy).
    public static let referrerPolicy: Self = "Referrer-Policy"
    /// `Retry-After` (RFC 9110).
    public static let retryAfter: Self = "Retry-After"
    /// `Sec-Fetch-Dest` (Fetch Metadata).
    public static let secFetchDest: Self = "Sec-Fetch-Dest"
    /// `Sec-Fetch-Mode` (Fetch Metadata).
    public static let secFetchMode: Self = "Sec-Fetch-Mode"
    /// `Sec-Fetch-Site` (Fetch Metadata).
    public static let secFetchSite: Self = "Sec-Fetch-Site"
    /// `Server` (RFC 9110).
    public static let server: Self = "Server"
    /// `Set-Cookie` (RFC 6265).
    public static let setCookie: Self = "Set-Cookie"
    /// `TE` (RFC 9110).
    public static let te: Self = "TE"
    /// `Trailer` (RFC 9110).
    public static let trailer: Self = "Trailer"
    /// `Transfer-Encoding` (RFC 9112).
    public static let transferEncoding: Self = "Transfer-Encoding"
    /// `Upgrade` (RFC 9110).
    public static let upgrade: Self = "Upgrade"
    /// `User-Agent` (RFC 9110).
    public static let userAgent: Self = "User-Agent"
    /// `Vary` (RFC 9110).
    public static let vary: Self = "Vary"
    /// `X-Content-Type-Options` (Fetch).
    public static let xContentTypeOptions: Self = "X-Content-Type-Options"
}
