import Foundation
import Testing

/// A page as its author built it, and what is expected of it: a folder of `Tests/FrontEnds/Plugins` and the description
/// beside it.
struct FrontEnd: Sendable, CustomTestStringConvertible {
    /// What stands in the description; see `Tests/FrontEnds/README.md`.
    struct Description: Decodable, Sendable {
        /// What it is, in a line.
        var title: String
        /// The document that is opened, relative to the folder; empty for the folder's own address.
        var start: String
        /// The prefixes that stand for the folder; `/` where they are not said.
        var bases: [String]?
        /// Files that come from the sample plugin, by the path that they get.
        var copies: [String: String]?
        /// What preparation is to find.
        var findings: [Finding]?
        /// Files that no engine asks for.
        var unasked: [String]?
        /// Paths that are asked for and not there.
        var missing: [String]?
        /// Why it does not work yet, or never will: the test is told when that is no longer so.
        var limit: String?
        /// Whether the page shows when nobody answers any more.
        var offline: Bool?
    }

    /// A finding of preparation.
    struct Finding: Decodable, Hashable, Sendable {
        var file: String
        var line: Int
        var reference: String
        var problem: String
    }

    let name: String
    let description: Description

    var testDescription: String { name }

    /// Where the descriptions are.
    static let folder: URL = {
        var tests = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { tests.deleteLastPathComponent() }
        return tests.appendingPathComponent("FrontEnds")
    }()

    /// All of them, by name.
    static let all: [FrontEnd] = {
        let plugins = folder.appendingPathComponent("Plugins").path
        let files = (try? FileManager.default.contentsOfDirectory(atPath: plugins)) ?? []
        return files.filter { $0.hasSuffix(".json") }.sorted().compactMap { try? FrontEnd(String($0.dropLast(5))) }
    }()

    init(_ name: String) throws {
        self.name = name
        let file = Self.folder.appendingPathComponent("Plugins/\(name).json")
        description = try JSONDecoder().decode(Description.self, from: Data(contentsOf: file))
    }

    /// The folder as its author left it.
    var source: URL { Self.folder.appendingPathComponent("Plugins/\(name)") }

    /// Writes the whole plugin, with the files that come from elsewhere, in place of a folder.
    ///
    /// - Parameters:
    ///   - path: the folder, which may be there.
    ///   - fromRoot: whether every legacy base becomes `/`.
    /// - Throws: what the file system says.
    func write(to path: String, fromRoot: Bool = false) throws {
        let target = URL(fileURLWithPath: path)
        try? FileManager.default.removeItem(at: target)
        try FileManager.default.copyItem(at: source, to: target)
        let package = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
        let sample = package.appendingPathComponent("Sources/Examples/PluginHost/SamplePlugin")
        for (name, origin) in description.copies ?? [:] {
            let file = target.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try FileManager.default.copyItem(at: sample.appendingPathComponent(origin), to: file)
        }
        try FileManager.default.copyItem(
            at: Self.folder.appendingPathComponent("verdict.js"),
            to: target.appendingPathComponent("verdict.js")
        )
        if fromRoot { try replaceBases(in: target) }
    }

    private func replaceBases(in folder: URL) throws {
        for base in description.bases ?? [] where base != "/" {
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
                let file = folder.appendingPathComponent(path)
                guard let text = try? String(contentsOf: file, encoding: .utf8), text.contains(base) else { continue }
                try Data(text.replacingOccurrences(of: base, with: "/").utf8).write(to: file)
            }
        }
    }

    /// The paths of the files that an engine should ask for.
    func expectedPaths(in folder: String) throws -> Set<String> {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
        let files = paths.filter { path in
            (try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)"))?[.type] as? FileAttributeType
                == .typeRegular
        }
        return Set(files).subtracting(description.unasked ?? [])
    }
}
