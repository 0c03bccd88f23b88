/// The secret in an address: 128 random bits as 32 lower-case hexadecimal digits.
///
/// It stands in the path, never in the host, so that a new one at each launch leaves the origin as it is. No
/// description, dump or interpolation shows it: only `revealed` does.
public struct SessionToken: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of digits.
    package static let length = 32

    private let digits: [UInt8]

    /// Draws a token from the system's random numbers.
    public init() {
        var system = SystemRandomNumberGenerator()
        self.init(using: &system)
    }

    package init(using generator: inout some RandomNumberGenerator) {
        let words = [generator.next(), generator.next()]
        digits = words.flatMap { word in
            (0..<16).map { place in
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * place) & 15)
                return digit < 10 ? 48 + digit : 87 + digit
            }
        }
    }

    /// The token in clear, for building an address and for nothing that is logged.
    package var revealed: String { String(decoding: digits, as: UTF8.self) }

    /// The token's bytes in clear, for finding it in what must not show it.
    package var revealedBytes: [UInt8] { digits }

    /// Whether the bytes are the token.
    ///
    /// Every digit is compared whatever the ones before it gave, so the time taken tells the length alone.
    package func matches(_ candidate: Span<UInt8>) -> Bool {
        guard candidate.count == digits.count else { return false }
        var difference: UInt8 = 0
        for index in 0..<digits.count { difference |= digits[index] ^ candidate[index] }
        return difference == 0
    }

    /// Whether the bytes have the form of a token: of this launch or of another.
    package static func hasForm(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count == length else { return false }
        for index in 0..<length where !isLowercaseHexadecimal(bytes[index]) { return false }
        return true
    }

    private static func isLowercaseHexadecimal(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...102).contains(byte)
    }

    /// What stands for a token in every log line.
    public var description: String { Self.redacted }

    /// What stands for a token in every log line.
    public var debugDescription: String { Self.redacted }

    /// Shows no part of the token.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }

    /// What stands for a token in every log line.
    package static let redacted = "<token>"
}

extension SessionToken: Equatable {
    /// Compares in constant time.
    public static func == (left: Self, right: Self) -> Bool { left.matches(right.digits.span) }
}
