internal import LoopbackKitHTTP

/// A place inside a scope, as an address names it: what a host needs to map it back to its own navigation.
public struct ScopePlace: Hashable, Sendable {
    /// The scope.
    public let scope: ScopeReference
    /// The path below the scope's address, decoded and without a slash in front: `sub/page 2.html`.
    ///
    /// It is empty for the scope's address itself. No segment of it is `.` or `..` or holds a slash of its own.
    public let path: String
    /// What follows the first question mark, as it is written; `nil` when there is none.
    public let query: String?
    /// What follows the number sign, as it is written; `nil` when there is none.
    public let fragment: String?

    /// Names a place.
    public init(scope: ScopeReference, path: String = "", query: String? = nil, fragment: String? = nil) {
        self.scope = scope
        self.path = path
        self.query = query
        self.fragment = fragment
    }

    /// Compares byte by byte: the two Unicode forms of an accent are two files.
    public static func == (left: Self, right: Self) -> Bool { left.scope == right.scope && left.bytes == right.bytes }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(scope)
        hasher.combine(bytes)
    }

    private var bytes: [[UInt8]?] { [path, query, fragment].map { $0.map { Array($0.utf8) } } }
}

extension ScopePlace {
    /// Reads a place from the parts of an address; `nil` when the path is no path of names.
    ///
    /// - Parameters:
    ///   - scope: the scope that the address names.
    ///   - remainder: what follows the scope's address, percent-encoded: empty, or begins with `/`.
    ///   - query: the query as it is written.
    ///   - fragment: the fragment as it is written.
    package init?(scope: ScopeReference, remainder: [UInt8], query: ArraySlice<UInt8>?, fragment: ArraySlice<UInt8>?) {
        // With an empty first name the path would begin with a slash.
        guard !remainder.starts(with: [47, 47]) else { return nil }
        var decoded: [UInt8] = []
        for segment in remainder.dropFirst().split(separator: 47, omittingEmptySubsequences: false) {
            guard let name = PathSegment.decode(Array(segment).span), name != [46], name != [46, 46],
                name.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != 47 && $0 != 92 })
            else { return nil }
            decoded += name + [47]
        }
        guard let path = String(validating: decoded.dropLast(), as: UTF8.self) else { return nil }
        self.init(
            scope: scope,
            path: path,
            query: query.map { String(decoding: $0, as: UTF8.self) },
            fragment: fragment.map { String(decoding: $0, as: UTF8.self) }
        )
    }
}
