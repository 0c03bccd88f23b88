internal import LoopbackKitHTTP

/// The library's own addresses inside of a scope.
///
/// They begin with a segment that begins with `~`, and no file of the folder is served by such a name. Those that are
/// answered are answered at any depth, `deep/path/~page/page.js` as `~page/page.js`: a document that answers for deeper
/// addresses refers to them by relative ones. A file of the folder that has such a path is never served.
package enum ReservedMarker: CaseIterable, Sendable {
    /// What preparation and the host add to pages: files below `pageFolder`.
    case page
    /// The bridge library, from the binary.
    case bridge
    /// The call script, from the binary.
    case calls
    /// A call to another site: `~proxy/<mode>/<scheme>/<authority>/<path>`.
    case proxy
    /// The scope itself: `any/place/~root/a.png` is `a.png`, for references whose base is not known when they are written.
    case root

    /// What a reserved segment begins with.
    package static let mark = UInt8(ascii: "~")

    /// The script that documents load first, relative to the scope.
    package static let pageScript = "~page/page.js"
    /// The call script, relative to the scope.
    package static let callScript = "~calls/calls.js"
    /// The module that tells a worker its scope, relative to that.
    package static let rootScript = "~calls/root.js"
    /// The bridge library, relative to the scope.
    package static let bridgeScript = "~bridge/bridge.js"

    /// The folder that the library keeps for itself in a prepared one; it is never served by its own path.
    package static let ownFolder = ".loopbackkit"
    /// The folder whose files are served as `~page/<name>`.
    package static let pageFolder = "\(ownFolder)/page"

    /// The segment that it is asked for by.
    package var segment: String {
        switch self {
        case .page: "~page"
        case .bridge: "~bridge"
        case .calls: "~calls"
        case .proxy: "~proxy"
        case .root: "~root"
        }
    }

    /// A marker in a path.
    package struct Place: Hashable, Sendable {
        /// Which one it is.
        package let marker: ReservedMarker
        /// Where the slash before its segment stands.
        package let start: Int
        /// Where the slash behind its segment stands.
        package let end: Int
    }

    /// Whether the first segment of what follows a scope's address begins with the mark, encoded or not.
    static func isFirst(in path: Span<UInt8>) -> Bool {
        guard path.count > 1 else { return false }
        return path[1] == mark || PercentEncoding.escapedByte(in: path, at: 1) == mark
    }

    /// Whether a path has a byte that a marker begins with; most paths have none.
    static func mayBe(in path: Span<UInt8>) -> Bool {
        path.firstIndex(of: mark, from: 0) < path.count || path.firstIndex(of: UInt8(ascii: "%"), from: 0) < path.count
    }

    /// Cuts a path where the last `~root` leads to the scope itself.
    ///
    /// - Parameter path: what follows the scope's address.
    /// - Returns: where the rest begins, with its slash.
    static func endOfRoots(in path: Span<UInt8>) -> Int {
        var start = 0
        while let place = find(in: path.extracting(start..<path.count)), place.marker == .root { start += place.end }
        return start
    }

    /// Finds the first segment that is a marker, percent-encoded or not, and that another one follows.
    ///
    /// - Parameter path: what follows the scope's address: empty, or begins with `/`.
    /// - Returns: where it is.
    package static func find(in path: Span<UInt8>) -> Place? {
        var start = 0
        while start < path.count {
            let end = path.firstIndex(of: 47, from: start + 1)
            guard end < path.count else { return nil }
            if let marker = marker(path.extracting(start + 1..<end)) {
                return Place(marker: marker, start: start, end: end)
            }
            start = end
        }
        return nil
    }

    private static func marker(_ segment: Span<UInt8>) -> ReservedMarker? {
        guard let first = segment.isEmpty ? nil : segment[0], first == mark || first == 37,
            let name = PathSegment.decode(segment)
        else { return nil }
        return allCases.first { name.elementsEqual($0.segment.utf8) }
    }
}
