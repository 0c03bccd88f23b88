/// A path that is put together segment by segment (URL standard, section 4.4, the path state).
package struct URLPath {
    private var bytes: [UInt8] = []

    /// Begins with nothing.
    package init() {}

    /// Adds what stands behind a slash, without its dot segments, percent-encoded.
    mutating func append(_ rest: ArraySlice<UInt8>) {
        let segments = rest.split(omittingEmptySubsequences: false, whereSeparator: Self.isSlash)
        for (index, segment) in segments.enumerated() { append(segment, isLast: index == segments.count - 1) }
    }

    /// Adds the folder of a path, which is all of it but its last segment.
    package mutating func append(folder path: String) {
        let segments = Array(path.utf8).dropFirst()
            .split(omittingEmptySubsequences: false, whereSeparator: Self.isSlash)
        for segment in segments.dropLast() { append(segment, isLast: false) }
    }

    /// The path; it begins with `/`, unless nothing was added.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    private mutating func append(_ segment: ArraySlice<UInt8>, isLast: Bool) {
        let dots = Self.dots(segment)
        if dots == 2 { bytes.removeSubrange((bytes.lastIndex(of: Self.slash) ?? 0)...) }
        // A dot segment at the end leaves the slash before it.
        if dots == nil || isLast { bytes.append(Self.slash) }
        if dots == nil { URLCharacters.append(segment, keeping: URLCharacters.path, to: &bytes) }
    }

    /// 1 for a segment that is `.`, 2 for one that is `..`, in whatever way they are written; `nil` for all others.
    package static func dots(_ segment: ArraySlice<UInt8>) -> Int? {
        // A dot or its escape stands first.
        guard (1...6).contains(segment.count), segment.first == UInt8(ascii: ".") || segment.first == 37 else {
            return nil
        }
        let name = PercentEncoding.decode(Array(segment))
        guard name.count <= 2, name.allSatisfy({ $0 == UInt8(ascii: ".") }) else { return nil }
        return name.count
    }

    /// Backslashes are slashes in these schemes.
    package static func isSlash(_ byte: UInt8) -> Bool { byte == slash || byte == UInt8(ascii: "\\") }

    private static let slash = UInt8(ascii: "/")
}
