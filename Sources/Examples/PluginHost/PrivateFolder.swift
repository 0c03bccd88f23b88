import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where a plugin's prepared files are kept: nobody else may read them, and the next run finds what it can use again.
package struct PrivateFolder: Hashable, Sendable {
    /// The folder's path.
    package let path: String

    /// Makes the folder that the private ones are in, and names one in it.
    ///
    /// - Parameters:
    ///   - source: the absolute path of the plugin's folder.
    ///   - variant: what else its content depends on; another one has another folder.
    ///   - base: where the folders are; the user's cache, or where that can't be used the temporary folder, by default.
    /// - Throws: `HostFailure` when there is no place that is the user's own.
    package init(for source: String, variant: [String] = [], in base: String? = nil) throws(HostFailure) {
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).map {
            "\($0.path)/plugin-host"
        }
        let temporary = FileManager.default.temporaryDirectory.path + "/plugin-host-\(geteuid())"
        let places = base.map { [$0] } ?? (caches + [temporary])
        guard let place = places.first(where: Self.makePrivate) else {
            throw .cannotCreate("\(places.joined(separator: ", ")): no private folder can be made.")
        }
        Self.removeForgotten(in: place)
        let home = "\(place)/\(Self.name([source] + variant))"
        path = "\(home)/files"
        do {
            try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
            try Data(source.utf8).write(to: URL(filePath: "\(home)/source"), options: .atomic)
        } catch {
            throw .cannotCreate("\(home) can't be written: \(error.localizedDescription)")
        }
    }

    /// Removes what was prepared of plugins that are no longer there.
    private static func removeForgotten(in place: String) {
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: place)) ?? [] {
            guard let source = files.contents(atPath: "\(place)/\(name)/source"),
                !files.fileExists(atPath: String(decoding: source, as: UTF8.self))
            else { continue }
            try? files.removeItem(atPath: "\(place)/\(name)")
        }
    }

    /// Whether a folder is there, by now at least, that the user alone can use.
    private static func makePrivate(_ path: String) -> Bool {
        let files = FileManager.default
        let owner = [FileAttributeKey.posixPermissions: 0o700]
        try? files.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: owner)
        guard let found = try? files.attributesOfItem(atPath: path),
            found[.type] as? FileAttributeType == .typeDirectory,
            (found[.ownerAccountID] as? NSNumber)?.uint32Value == geteuid(),
            let permissions = (found[.posixPermissions] as? NSNumber)?.uint16Value
        else { return false }
        return permissions & 0o077 == 0 && files.isWritableFile(atPath: path)
    }

    /// Sixteen digits that are the same in each run (the 64-bit hash FNV-1a).
    private static func name(_ parts: [String]) -> String {
        let bytes = parts.joined(separator: "\0").utf8
        let hash = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
