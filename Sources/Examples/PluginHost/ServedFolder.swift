import Foundation

/// A folder that is there and can be read, and the id that it is served under.
package struct ServedFolder: Hashable, Sendable {
    /// The folder's path.
    package let path: String
    /// The id.
    package let id: String

    /// The sample plugin, which stands beside the executable.
    private static var samplePath: String { Bundle.module.bundlePath + "/SamplePlugin" }

    /// The folders that the options name, each looked at once so that a mistake is told before anything starts.
    ///
    /// - Throws: `HostFailure` when one is missing, can't be read, or has the id of another.
    package static func all(for options: HostOptions) throws(HostFailure) -> [ServedFolder] {
        var folders: [ServedFolder] = []
        for (index, path) in (options.folders.isEmpty ? [samplePath] : options.folders).enumerated() {
            try look(at: path, wantsFolder: true)
            if let fallback = options.fallback { try look(at: path + "/" + fallback, wantsFolder: false) }
            let id =
                index < options.ids.count ? options.ids[index] : try name(of: path, isSample: options.folders.isEmpty)
            guard !folders.contains(where: { $0.id.utf8.elementsEqual(id.utf8) }) else {
                throw .usage("Two folders have the id \(id): give each its own with --id.")
            }
            folders.append(ServedFolder(path: path, id: id))
        }
        return folders
    }

    /// The folder's name as it was given; `.` and `..` are called by what they stand for.
    private static func name(of path: String, isSample: Bool) throws(HostFailure) -> String {
        guard !isSample else { return "sample" }
        let written = path.split(separator: "/").last ?? "."
        guard written == "." || written == ".." else { return String(written) }
        let resolved = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().lastPathComponent
        guard resolved != "/", !resolved.isEmpty else { throw .usage("\(path) has no name: give it an id with --id.") }
        return resolved
    }

    private static func look(at path: String, wantsFolder: Bool) throws(HostFailure) {
        let files = FileManager.default
        let what = wantsFolder ? "folder" : "document"
        let real = URL(filePath: path).resolvingSymlinksInPath().path
        let type: FileAttributeType?
        do {
            type = try files.attributesOfItem(atPath: real)[.type] as? FileAttributeType
        } catch let error as CocoaError where error.code == .fileReadNoPermission {
            throw .noInput("\(path) can't be read: permission denied.")
        } catch {
            throw .noInput("\(path): there is no such \(what).")
        }
        guard type == (wantsFolder ? .typeDirectory : .typeRegular) else { throw .noInput("\(path) is not a \(what).") }
        guard files.isReadableFile(atPath: real), !wantsFolder || files.isExecutableFile(atPath: real) else {
            throw .noInput("\(path) can't be read: permission denied.")
        }
    }
}
