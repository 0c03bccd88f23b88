// A name can be stored in another form than a page asks for it: `é` is one scalar (NFC) or two (NFD), and archives and
// file systems change one into the other. A system without case gives `A.js` for `a.js`, which no other system does.

extension FolderRoot {
    #if canImport(Darwin)
    /// Whether the system finds files whose names differ from the ones asked for: then each name is compared.
    static let namesMayDiffer = true
    #else
    /// Whether the system finds files whose names differ from the ones asked for; here only folders that were made so.
    static let namesMayDiffer = false
    #endif

    /// How many names of a folder are looked at; a name beyond is found only in its own form.
    private static let longestSearch = 4096

    /// The path under its stored names, with a NUL at its end; `nil` when a folder does not hold its name in any form.
    ///
    /// Names are compared as text, by canonical equivalence: Unicode form is ignored, case is not.
    func storedPath(of path: FolderPath, in root: FolderDescriptor) -> [UInt8]? {
        var stored: [UInt8] = []
        for name in path.bytes.dropLast().split(separator: 47) {
            let isPlain = !Self.namesMayDiffer && name.allSatisfy { $0 < 0x80 }
            guard let found = isPlain ? Array(name) : storedName(name, in: stored, of: root) else { return nil }
            if !stored.isEmpty { stored.append(47) }
            stored += found
        }
        return stored + [0]
    }

    private func storedName(_ name: ArraySlice<UInt8>, in folder: [UInt8], of root: FolderDescriptor) -> [UInt8]? {
        let wanted = String(decoding: name, as: UTF8.self)
        return root.storedName(
            in: folder.isEmpty ? [46, 0] : folder + [0],
            limit: Self.longestSearch,
            containment: containment
        ) { candidate in
            candidate.elementsEqual(name) || String(decoding: candidate, as: UTF8.self) == wanted
        }
    }
}
