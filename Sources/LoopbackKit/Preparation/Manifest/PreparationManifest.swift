internal import LoopbackKitHTTP

/// What a preparation has put where, and from what.
struct PreparationManifest: Hashable, Sendable {
    /// What all text files depend on.
    struct Rules: Hashable, Sendable {
        /// The library's version, which the rules of rewriting come with.
        var version: String
        /// Whether the folder itself was changed: then only the host's files in it are the preparation's own.
        var isInPlace: Bool
        /// The configuration's fingerprint.
        var configuration: UInt64
        /// The fingerprint of the names that references are looked up in.
        var names: UInt64
    }

    /// How a file came to be.
    enum Origin: String, Hashable, Sendable, CaseIterable {
        /// Its content is new.
        case rewritten
        /// It is as it was; in place.
        case kept
        case copied
        case cloned
        /// It is another name of the source's file.
        case linked
        /// It is a link to a folder.
        case folderLink
        /// It is the host's or the library's.
        case added
    }

    /// A file.
    struct Record: Hashable, Sendable {
        let path: TreePath
        var origin: Origin
        /// The file that it was made from; `nil` when that must be read again, since it might have changed unseen.
        var source: FileIdentity?
        var output: FileIdentity
        /// What the origin depends on besides: the digests of a rewritten file, a link's path, an added file's content.
        var material = ""
        var references = 0
        var usesHashes = false
        var findings: [PageFinding] = []

        var isDocument: Bool { PageFileKind(path: path.text)?.isDocument == true }
    }

    var rules: Rules
    var records: [TreePath: Record] = [:]

    /// The digests of rewritten files, which documents may name; empty for those whose digests nobody needed.
    var digests: [TreePath: String] {
        records.filter { $0.value.origin == .rewritten && !$0.value.isDocument }.mapValues(\.material)
    }
}

extension PreparationManifest {
    private static let form = "loopbackkit-manifest 1"

    /// The manifest as it is stored.
    var bytes: [UInt8] {
        var lines = [
            [
                Self.form, rules.version, rules.isInPlace ? "in place" : "into", "\(rules.configuration)",
                "\(rules.names)",
            ]
        ]
        for record in records.values.sorted(by: { $0.path < $1.path }) {
            lines.append([
                "file", record.path.text, record.origin.rawValue, record.source?.field ?? "-", record.output.field,
                record.material, "\(record.references)", record.usesHashes ? "hashes" : "-",
            ])
            for finding in record.findings {
                lines.append(["finding", "\(finding.line)", finding.problem.description, finding.reference])
            }
        }
        return CheckedLines.bytes(lines)
    }

    /// Reads a manifest; `nil` when it is damaged or of another form.
    init?(_ bytes: [UInt8]) {
        guard let lines = CheckedLines.lines(bytes), let head = lines.first, head.count == 5,
            head[0].elementsEqual(Self.form.utf8), let configuration = UInt64(digits: head[3]),
            let names = UInt64(digits: head[4])
        else { return nil }
        rules = Rules(
            version: String(decoding: head[1], as: UTF8.self),
            isInPlace: head[2].elementsEqual("in place".utf8),
            configuration: configuration,
            names: names
        )
        var record: Record?
        for line in lines.dropFirst() {
            if line[0].elementsEqual("finding".utf8) {
                guard let file = record?.path.text, let finding = PageFinding(line, of: file) else { return nil }
                record?.findings.append(finding)
            } else {
                if let record { records[record.path] = record }
                guard let next = Record(line), records[next.path] == nil else { return nil }
                record = next
            }
        }
        if let record { records[record.path] = record }
    }
}

extension PreparationManifest.Record {
    fileprivate init?(_ line: [[UInt8]]) {
        guard line.count == 8, line[0].elementsEqual("file".utf8), let path = TreePath(written: line[1]),
            LibraryFolder.admits(path),
            let origin = PreparationManifest.Origin(rawValue: String(decoding: line[2], as: UTF8.self)),
            let output = FileIdentity(line[4]), let references = UInt64(digits: line[6]).flatMap(Int.init(exactly:))
        else { return nil }
        let source = FileIdentity(line[3])
        guard source != nil || line[3] == [45] else { return nil }
        self.init(
            path: path,
            origin: origin,
            source: source,
            output: output,
            material: String(decoding: line[5], as: UTF8.self),
            references: references,
            usesHashes: line[7].elementsEqual("hashes".utf8)
        )
    }
}

extension PageFinding {
    fileprivate init?(_ line: [[UInt8]], of file: String) {
        guard line.count == 4, let number = UInt64(digits: line[1]).flatMap(Int.init(exactly:)) else { return nil }
        self.init(
            file: file,
            line: number,
            reference: String(decoding: line[3], as: UTF8.self),
            problem: Problem(String(decoding: line[2], as: UTF8.self))
        )
    }
}
