package import LoopbackKitHTTP

/// The name under which the plain listener answers: `127.0.0.1:PORT` and no other.
///
/// `localhost` is another origin and may be another process on `::1`. A foreign name that resolves to 127.0.0.1 is how a
/// web site gets at a loopback server (DNS rebinding).
package enum OwnName {
    /// Whether a request is for this server.
    ///
    /// With a target in absolute form its authority counts (RFC 9112, section 3.2.2).
    package static func isMeant(by request: HTTPRequest, port: UInt16) -> Bool {
        switch request.target.form {
        case .origin, .asterisk:
            return request.fields.withFirstValueBytes(of: .host) { isOwn($0, port: port) } ?? false
        case .absolute:
            return request.target.withBytesBeforePath { prefix in
                guard hasPlainScheme(prefix) else { return false }
                return isOwn(prefix.extracting(plainScheme.count..<prefix.count), port: port)
            }
        case .authority:
            return false
        }
    }

    /// Whether an authority is `127.0.0.1:PORT`, the port in decimal digits without leading zeros.
    package static func isOwn(_ authority: Span<UInt8>, port: UInt16) -> Bool {
        let digits = authority.count - address.count
        guard (1...5).contains(digits) else { return false }
        guard authority.extracting(0..<address.count).hasBytes(address) else { return false }
        var rest = Int(port)
        var index = authority.count
        while index > address.count {
            index -= 1
            guard rest > 0, Int(authority[index]) == 48 + rest % 10 else { return false }
            rest /= 10
        }
        return rest == 0
    }

    /// Whether the bytes begin with `http://`, in any case.
    package static func hasPlainScheme(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count >= plainScheme.count else { return false }
        for index in 0..<plainScheme.count where lowercase(bytes[index]) != plainScheme[index] { return false }
        return true
    }

    package static let plainScheme = Array("http://".utf8)
    private static let address = Array("127.0.0.1:".utf8)
}

extension RequestTarget {
    /// Gives what stands in front of the path: scheme and authority in the absolute form, else nothing.
    fileprivate func withBytesBeforePath<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        let bytes = storage.bytes
        return body(bytes.span.extracting(range.lowerBound..<pathRange.lowerBound))
    }
}
