/// A request's path inside a folder: decoded exactly once, without dot segments.
///
/// What is refused, and how it is answered:
///
/// | path | answer |
/// | --- | --- |
/// | climbs above the folder, however its dots and slashes are encoded | 403 |
/// | an encoded slash; a backslash, raw or encoded | 403 |
/// | NUL and other control characters | 403 |
/// | a percent sign without two hexadecimal digits; bytes that are not UTF-8 (overlong forms, surrogates) | 403 |
/// | a name that begins with a dot, but for those that the rules name | 404 |
/// | a first name that begins with the reserved mark | 404 |
/// | a name that ends in a dot: some file systems take it for the name without it | 404 |
/// | a name over 255 bytes, a path over 4,095 | 404 |
///
/// So a path that is no path of names is 403; names that are never served are 404, like names that are not there.
/// Everything else is a name: `%2541` is the file `%41`, and `+`, `:`, `#`, `?` and spaces mean nothing here. An empty
/// name (`a//b`) is skipped, as the systems do that the pages come from (`file:` and other servers).
package struct FolderPath: Sendable {
    /// Why a path is refused.
    package enum Refusal: Error, Hashable, Sendable {
        /// It leads out of the folder.
        case outside
        /// It is no path of names.
        case malformed
        /// It has a name that is never served.
        case unserved
    }

    /// Which names are served.
    package struct Rules: Sendable {
        /// The names beginning with a dot that are.
        var servedDotNames: [[UInt8]]
        /// A first name that begins with this byte is not.
        var reservedMark: UInt8?

        package init(servedDotNames: [[UInt8]] = [], reservedMark: UInt8? = nil) {
            self.servedDotNames = servedDotNames
            self.reservedMark = reservedMark
        }
    }

    /// The names with slashes between them, and NUL at the end; NUL alone for the folder itself.
    package private(set) var bytes: [UInt8]
    /// Whether the request names a folder: its path ends in a slash or a dot segment.
    package private(set) var isFolder = true
    /// Whether a name has bytes above ASCII.
    package private(set) var hasNonASCII = false

    /// Whether it is the folder itself.
    package var isRoot: Bool { bytes.count == 1 }

    /// The longest name that file systems know, in bytes.
    private static let longestName = 255
    /// The longest path that systems take, in bytes.
    private static let longestPath = 4095

    /// Reads a path.
    ///
    /// - Parameters:
    ///   - encoded: the percent-encoded path behind what the folder is mounted at.
    ///   - rules: which names are served.
    ///   - containment: with `unchecked` the path is decoded and nothing else.
    /// - Throws: why it is refused.
    package init(
        _ encoded: Span<UInt8>,
        rules: Rules = Rules(),
        containment: Containment = .checked
    ) throws(Refusal) {
        bytes = []
        bytes.reserveCapacity(encoded.count + 1)
        guard containment != .unchecked else {
            decode(encoded)
            return
        }
        var nameStart = 0
        var index = 0
        while index < encoded.count {
            let byte = encoded[index]
            if byte == 47 {
                try endName(&nameStart, rules)
                index += 1
            } else {
                bytes.append(try Self.nameByte(encoded, &index))
            }
        }
        try endName(&nameStart, rules)
        isFolder = encoded.isEmpty || encoded[encoded.count - 1] == 47 || isFolder
        if bytes.last == 47 { bytes.removeLast() }
        guard bytes.count <= Self.longestPath else { throw .unserved }
        hasNonASCII = bytes.contains { $0 >= 0x80 }
        if hasNonASCII, String(validating: bytes, as: UTF8.self) == nil { throw .malformed }
        bytes.append(0)
    }

    /// A path of names that the program gave, not encoded; it begins at the folder, with a slash or without.
    package init(names: String) {
        bytes = names.utf8.drop { $0 == 47 } + [0]
        isFolder = false
        hasNonASCII = bytes.contains { $0 >= 0x80 }
    }

    /// The path of a file in the folder that this path names.
    package func appending(_ name: String) -> FolderPath {
        var path = self
        path.bytes.removeLast()
        if !path.bytes.isEmpty { path.bytes.append(47) }
        path.bytes += Array(name.utf8) + [0]
        path.isFolder = false
        path.hasNonASCII = path.bytes.contains { $0 >= 0x80 }
        return path
    }

    /// The same path below a folder, whose names are not judged.
    package func below(_ folder: String) -> FolderPath {
        var path = self
        path.bytes = Array("\(folder)/".utf8) + bytes
        return path
    }

    /// Decodes the byte at the index, and moves behind it.
    private static func nameByte(_ encoded: Span<UInt8>, _ index: inout Int) throws(Refusal) -> UInt8 {
        var byte = encoded[index]
        if byte == 37 {
            guard let escaped = PercentEncoding.escapedByte(in: encoded, at: index) else { throw .malformed }
            byte = escaped
            index += 2
        }
        index += 1
        // A slash gets here only when it was encoded.
        guard byte >= 0x20, byte != 0x7F, byte != 47, byte != 92 else { throw .malformed }
        return byte
    }

    /// Judges the name that began at `nameStart` and ends with the bytes, and begins the next one.
    private mutating func endName(_ nameStart: inout Int, _ rules: Rules) throws(Refusal) {
        defer { nameStart = bytes.count }
        let count = bytes.count - nameStart
        isFolder = count == 0 && isFolder
        guard count > 0 else { return }
        if bytes[nameStart] == 46 {
            if count <= 2, bytes[bytes.count - 1] == 46 {
                isFolder = true
                bytes.removeLast(count)
                if count == 2 { try leaveFolder() }
                return
            }
            guard rules.servedDotNames.contains(where: { bytes[nameStart...].elementsEqual($0) }) else {
                throw .unserved
            }
        }
        guard count <= Self.longestName, bytes[bytes.count - 1] != 46 else { throw .unserved }
        if nameStart == 0, bytes[0] == rules.reservedMark { throw .unserved }
        bytes.append(47)
    }

    /// Takes the last name away.
    private mutating func leaveFolder() throws(Refusal) {
        guard !bytes.isEmpty else { throw .outside }
        bytes.removeLast()
        while let last = bytes.last, last != 47 { bytes.removeLast() }
    }

    /// Decodes without any judgement.
    private mutating func decode(_ encoded: Span<UInt8>) {
        var index = 0
        while index < encoded.count {
            if let byte = PercentEncoding.escapedByte(in: encoded, at: index) {
                bytes.append(byte)
                index += 3
            } else {
                bytes.append(encoded[index])
                index += 1
            }
        }
        while bytes.first == 47 { bytes.removeFirst() }
        isFolder = bytes.isEmpty || bytes.last == 47
        hasNonASCII = bytes.contains { $0 >= 0x80 }
        bytes.append(0)
    }
}
