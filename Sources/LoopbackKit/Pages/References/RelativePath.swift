internal import LoopbackKitHTTP

/// Relative URLs between files of a folder.
package enum RelativePath {
    /// Writes the URL that leads from one place to another.
    ///
    /// It holds only characters that mean nothing in HTML, CSS, JavaScript, JSON and `srcset`, so that it can stand in any
    /// of them as it is. Its first segment has no colon, which would be taken for a scheme's.
    ///
    /// - Parameters:
    ///   - path: a file's or folder's path below the common folder; a folder's may be empty.
    ///   - isFolder: whether it is a folder's: then the URL ends in a slash.
    ///   - folder: the folder that the URL is relative to.
    ///   - isSpecifier: whether the URL is a module specifier, which begins with `./` or `../`.
    /// - Returns: the URL, never empty.
    package static func write(
        to path: [UInt8],
        isFolder: Bool,
        from folder: [UInt8],
        isSpecifier: Bool = false
    ) -> [UInt8] {
        let target = path.split(separator: 47)
        let start = folder.split(separator: 47)
        // A file's own name is always written: an empty URL would mean the document.
        let longest = isFolder ? target.count : target.count - 1
        var common = 0
        while common < min(longest, start.count), target[common] == start[common] { common += 1 }
        var url: [UInt8] = []
        for _ in common..<max(start.count, common) { url += [46, 46, 47] }
        for (index, name) in target[min(common, target.count)...].enumerated() {
            if index > 0 { url.append(47) }
            url += PercentEncoding.encode(name, keeping: kept)
        }
        if isFolder, common < target.count { url.append(47) }
        if url.isEmpty || isSpecifier && url.first != 46 { url.insert(contentsOf: [46, 47], at: 0) }
        return url
    }

    /// Writes the URL that leads to a place from any other one, by the scope's own marker.
    ///
    /// - Parameters:
    ///   - path: a file's or folder's path.
    ///   - isFolder: whether it is a folder's.
    ///   - isSpecifier: whether the URL is a module specifier.
    /// - Returns: the URL.
    static func fromAnywhere(to path: [UInt8], isFolder: Bool, isSpecifier: Bool) -> [UInt8] {
        let marker = Array(((isSpecifier ? "./" : "") + ReservedMarker.root.segment).utf8) + [47]
        guard !path.isEmpty else { return marker }
        return marker + write(to: path, isFolder: isFolder, from: [])
    }

    private static let kept = PercentEncoding.Allowed(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$*+;=@"
    )
}
