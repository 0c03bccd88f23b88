/// The kind of a scope: the second segment of its address.
///
/// The well-known ones are static members, and a host may add its own.
public struct ScopeKind: Hashable, Sendable, CustomStringConvertible {
    /// The kind as it stands in addresses.
    public let rawValue: String

    /// Whole sections of an app.
    public static let sections = ScopeKind(known: "sections")
    /// Small parts of a screen.
    public static let widgets = ScopeKind(known: "widgets")
    /// Pages made by the app's owner.
    public static let plugins = ScopeKind(known: "plugins")

    /// Makes a kind from ASCII letters, digits, `-` and `_`; `nil` when the name is empty or holds anything else.
    public init?(_ rawValue: String) {
        guard !rawValue.isEmpty, rawValue.utf8.allSatisfy(Self.allows) else { return nil }
        self.rawValue = rawValue
    }

    private init(known rawValue: String) { self.rawValue = rawValue }

    private static func allows(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, 45, 95: true
        default: false
        }
    }

    /// The kind as it stands in addresses.
    public var description: String { rawValue }
}
