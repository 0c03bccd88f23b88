import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// A folder to prepare, and a target beside it, with a rewriter that can be foreseen.
final class PreparationFixture: Sendable {
    let folders: FolderFixture
    /// What was done, in order.
    let steps = Mutex<[PreparationStep]>([])

    init() throws { folders = try FolderFixture() }

    var source: String { folders.root }
    var target: String { "\(folders.base)/target" }

    /// Writes files that did not change lately: a second preparation can rely on their times.
    func write(_ files: [String: String]) throws {
        for (path, content) in files.sorted(by: { $0.key < $1.key }) { try write(path, Array(content.utf8)) }
    }

    func write(_ path: String, _ content: [UInt8], in parent: String? = nil, age: Int = 60) throws {
        let parent = parent ?? source
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(atPath: "\(parent)/\(folder)", withIntermediateDirectories: true)
        try folders.write(path, content, in: parent)
        setAge(age, "\(parent)/\(path)")
    }

    /// Sets a file's time to so many seconds ago.
    func setAge(_ seconds: Int, _ path: String) {
        let moment = Date(timeIntervalSinceNow: -Double(seconds))
        try? FileManager.default.setAttributes([.modificationDate: moment], ofItemAtPath: path)
    }

    /// The tools of the tests: `/` in front of a quote is made relative, `HASHES` in documents becomes the hashes.
    var tools: PreparationTools {
        var tools = PreparationTools()
        tools.rewriting = { index, _ in
            { bytes, path, kind, hashes in TestRewriter.rewrite(bytes, path: path, kind: kind, index, hashes) }
        }
        tools.pageFiles = { _, _ in [] }
        tools.synchronizes = false
        tools.step = { [self] step throws(SystemError) in steps.withLock { $0.append(step) } }
        return tools
    }

    /// Prepares the source.
    @discardableResult
    func prepare(
        into target: String? = "",
        _ configure: (inout PreparationTools, inout PageConfiguration, inout PreparationLimits) -> Void = { _, _, _ in }
    ) async throws -> PreparationReport {
        var tools = tools
        var configuration = PageConfiguration()
        var limits = PreparationLimits()
        configure(&tools, &configuration, &limits)
        steps.withLock { $0 = [] }
        var preparation = PagePreparation(configuration: configuration, tools: tools)
        preparation.limits = limits
        return try await preparation.prepare(source, into: target?.isEmpty == true ? self.target : target)
    }

    /// How many files of the source were read.
    var reads: [String] { steps.withLock { $0.filter { $0.kind == .read }.map(\.path) } }
    /// What was changed in the file system.
    var changes: [PreparationStep] { steps.withLock { $0.filter(\.changes) } }

    /// The files of a folder by their paths; links as `-> place`, and the library's own things left out but for `page`.
    static func tree(_ folder: String) -> [String: String] {
        var files: [String: String] = [:]
        guard let names = FileManager.default.enumerator(atPath: folder) else { return [:] }
        for case let name as String in names {
            let path = "\(folder)/\(name)"
            if name.hasPrefix(".loopbackkit"), !name.hasPrefix(".loopbackkit/page/") { continue }
            if let place = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
                files[name] = "-> \(place)"
                continue
            }
            if let data = FileManager.default.contents(atPath: path) {
                files[name] = String(decoding: data, as: UTF8.self)
            }
        }
        return files
    }

    var prepared: [String: String] { Self.tree(target) }

    /// What is left of work that was not finished.
    static func leftovers(_ folder: String) -> [String] {
        let library = "\(folder)/.loopbackkit"
        let staged = (try? FileManager.default.contentsOfDirectory(atPath: "\(library)/staged")) ?? []
        return staged
            + ["journal", "journal.new"].filter { FileManager.default.fileExists(atPath: "\(library)/\($0)") }
    }

    static func status(_ path: String) -> stat {
        var status = stat()
        unsafe lstat(path, &status)  // the path ends in NUL
        return status
    }
}

/// Rewrites `"/x"` to `"REL:x"`, reports `"?x"` as missing, and puts the hashes' number where a document says `HASHES`.
enum TestRewriter {
    static func rewrite(
        _ bytes: [UInt8],
        path: String,
        kind: PageFileKind,
        _ index: FolderIndex,
        _ hashes: ContentHashes
    ) -> PageRewriter.Result {
        var result = PageRewriter.Result()
        let text = String(decoding: bytes, as: UTF8.self)
        result.rewritten =
            text.components(separatedBy: "\"/").count - 1 + text.components(separatedBy: "\"REL:").count - 1
        var changed = text.replacingOccurrences(of: "\"/", with: "\"REL:")
        if kind.isDocument, text.contains("NAMES") {
            changed = changed.replacingOccurrences(of: "NAMES", with: index.paths.joined(separator: " "))
        }
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        where line.contains("\"?") {
            result.findings.append(
                PageFinding(file: path, line: number + 1, reference: String(line), problem: .missingFile)
            )
        }
        if changed != text { result.bytes = Array(changed.utf8) }
        return result
    }
}

extension FolderFixture {
    /// Writes a file whose name is no text.
    func write(raw name: [UInt8], _ content: [UInt8]) throws {
        let path = (Array(root.utf8) + [47] + name + [0]).map { CChar(bitPattern: $0) }
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT, 0o644)  // the path ends in NUL
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
        close(descriptor)
    }
}
