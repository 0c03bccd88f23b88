/// A request target taken apart by its form (RFC 9112, section 3.2).
struct TargetParts {
    let form: RequestTarget.Form
    let path: Range<Int>

    /// Takes a target apart whose bytes were checked already.
    ///
    /// CONNECT has the authority form, and no other method has it.
    ///
    /// - Throws: `HTTPRefusal` with 400 when the target has none of the forms.
    init(_ bytes: HeadBytes, _ target: Range<Int>, isConnect: Bool) throws(HTTPRefusal) {
        if isConnect {
            try Self.checkTunnel(bytes, target)
            form = .authority
            path = target.upperBound..<target.upperBound
        } else if bytes[target.lowerBound] == 47 {
            form = .origin
            path = target.lowerBound..<(bytes.first(63, in: target) ?? target.upperBound)
        } else if target.count == 1, bytes[target.lowerBound] == 42 {
            form = .asterisk
            path = target.upperBound..<target.upperBound
        } else {
            form = .absolute
            let rest = try Self.skipAuthority(bytes, target)
            path = rest..<(bytes.first(63, in: rest..<target.upperBound) ?? target.upperBound)
        }
    }

    /// Checks a tunnel's `host:port`.
    ///
    /// There is no default port, and an empty or invalid one is refused (RFC 9110, section 9.3.6).
    private static func checkTunnel(_ bytes: HeadBytes, _ target: Range<Int>) throws(HTTPRefusal) {
        guard let parts = Authority.parse(bytes, target), !parts.hostIsEmpty, let port = parts.port, port > 0 else {
            throw .malformed(.targetFormMismatch)
        }
    }

    /// Where an absolute URI's path begins.
    ///
    /// Only http and https name something that is served here, and neither can have
    /// an empty host (RFC 9110, section 4.2).
    private static func skipAuthority(_ bytes: HeadBytes, _ target: Range<Int>) throws(HTTPRefusal) -> Int {
        guard let colon = bytes.first(58, in: target), colon &+ 3 <= target.upperBound,
            bytes.matches(target.lowerBound..<colon, "http") || bytes.matches(target.lowerBound..<colon, "https"),
            bytes[colon &+ 1] == 47, bytes[colon &+ 2] == 47
        else { throw .malformed(.malformedTarget) }
        let start = colon &+ 3
        var end = start
        while end < target.upperBound, bytes[end] != 47, bytes[end] != 63 { end &+= 1 }
        guard let parts = Authority.parse(bytes, start..<end), !parts.hostIsEmpty else {
            throw .malformed(.malformedTarget)
        }
        return end
    }
}
