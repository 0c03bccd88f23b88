/// What stands between `//` and the path: host and port (URL standard, section 4.4, the authority, host and port states).
struct URLAuthority {
    let host: HTTPHost
    /// `nil` when no digit is there.
    let port: UInt16?

    /// Reads an authority; an empty name and password before `@` are none.
    init(_ authority: ArraySlice<UInt8>) throws(HTTPURLError) {
        var rest = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            // Another `@` before it is a part of them, and a colon alone stands between nothing and nothing.
            let credentials = authority[..<at]
            guard credentials.isEmpty || credentials.elementsEqual([UInt8(ascii: ":")]) else {
                throw HTTPURLError(.credentials)
            }
            rest = authority[(at + 1)...]
        }
        let end = Self.endOfHost(rest)
        host = try HTTPHost(bytes: Array(rest[..<end]), names: .system)
        port = try Self.port(rest[end...].dropFirst())
    }

    /// The first colon that is not in brackets.
    private static func endOfHost(_ bytes: ArraySlice<UInt8>) -> Int {
        var isInBrackets = false
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "["): isInBrackets = true
            case UInt8(ascii: "]"): isInBrackets = false
            case UInt8(ascii: ":") where !isInBrackets: return index
            default: break
            }
        }
        return bytes.endIndex
    }

    private static func port(_ digits: ArraySlice<UInt8>) throws(HTTPURLError) -> UInt16? {
        guard !digits.isEmpty else { return nil }
        var value: UInt32 = 0
        for digit in digits {
            guard (48...57).contains(digit) else { throw HTTPURLError(.malformedPort) }
            value = value * 10 + UInt32(digit - 48)
            guard value <= 65535 else { throw HTTPURLError(.malformedPort) }
        }
        return UInt16(truncatingIfNeeded: value)
    }
}
