/// The name by which a page asks why one of its calls failed, where the failure can't be told in the answer: 1 to 24 digits
/// and small letters.
public struct ProxyCallName: Hashable, Sendable, CustomStringConvertible {
    /// The greatest length in bytes.
    package static let longest = 24

    /// The name as text.
    public let description: String

    /// Makes a name; `nil` for text that is none.
    public init?(_ text: String) { self.init(text.utf8) }

    /// Reads a name from the bytes of an address.
    package init?(_ bytes: some Collection<UInt8>) {
        guard 1...Self.longest ~= bytes.count, bytes.allSatisfy(Self.admits) else { return nil }
        description = String(decoding: bytes, as: UTF8.self)
    }

    private static func admits(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 || byte &- 0x30 < 10 }
}
