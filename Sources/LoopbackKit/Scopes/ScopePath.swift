internal import LoopbackKitHTTP

/// Where the parts of an address stand in a request's path: `/<secret>/<kind>/<id><remainder>`.
///
/// Any path has these parts, some of them empty. Nothing is decoded or copied.
package struct ScopePath: Equatable {
    /// The first segment.
    package let secret: Range<Int>
    /// The second segment, the slash and the third: how a scope is found.
    package let key: Range<Int>
    /// The second segment.
    package let kind: Range<Int>
    /// The third segment.
    package let id: Range<Int>
    /// What follows: empty, or a path that begins with `/`.
    package let remainder: Range<Int>

    /// Finds the parts of a path.
    package init(_ path: Span<UInt8>) {
        secret = Self.segment(of: path, after: 0)
        kind = Self.segment(of: path, after: secret.upperBound)
        id = Self.segment(of: path, after: kind.upperBound)
        key = kind.lowerBound..<id.upperBound
        remainder = id.upperBound..<path.count
    }

    /// The segment behind the slash at `start`; empty at `start` when there is no slash.
    private static func segment(of path: Span<UInt8>, after start: Int) -> Range<Int> {
        guard start < path.count, path[start] == 47 else { return start..<start }
        return start + 1..<path.firstIndex(of: 47, from: start + 1)
    }

    /// Whether the remainder's first segment begins with `~`, encoded or not: it is reserved for the library's markers.
    package func hasMarker(in path: Span<UInt8>) -> Bool {
        ReservedMarker.isFirst(in: path.extracting(remainder))
    }

    /// Where in the remainder begins what follows the proxy's marker; `nil` when it does not begin with that one.
    package func proxied(in path: Span<UInt8>) -> Int? {
        guard let place = ReservedMarker.find(in: path.extracting(remainder)),
            place.marker == .proxy, place.start == 0
        else { return nil }
        return remainder.lowerBound + place.end
    }

    /// Whether the remainder begins with a marker that is answered.
    package func hasServedMarker(in path: Span<UInt8>) -> Bool {
        ReservedMarker.find(in: path.extracting(remainder))?.start == 0
    }
}
