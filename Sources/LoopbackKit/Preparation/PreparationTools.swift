package import LoopbackKitHTTP

/// What decides on contents, and what tests watch: a preparation does the I/O around these.
package struct PreparationTools: Sendable {
    /// Rewrites one file.
    package typealias Rewrite = @Sendable ([UInt8], String, PageFileKind, ContentHashes) -> PageRewriter.Result

    /// Makes the function that rewrites the files of a folder.
    package var rewriting: @Sendable (FolderIndex, PageConfiguration) -> Rewrite = { files, configuration in
        let rewriter = PageRewriter(files: files, configuration: configuration)
        return { rewriter.rewrite($0, path: $1, kind: $2, hashes: $3) }
    }
    /// The library's own files that stand at `~page/`, by name, for a folder's files.
    package var pageFiles: @Sendable (FolderIndex, PageConfiguration) -> [PageFile] = { files, configuration in
        guard configuration.addsPageScript else { return [] }
        let bases = configuration.legacyBases.flatMap(PageScripts.Base.spellings(of:))
            .sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }
        let script = PageScripts.page(
            names: files.paths,
            indexDocuments: configuration.indexDocuments,
            bases: bases
        )
        return [PageFile(name: "page.js", bytes: script)]
    }
    /// Is asked before each step; one that it refuses is not taken.
    package var step: @Sendable (PreparationStep) throws(SystemError) -> Void = { _ throws(SystemError) in }
    /// Whether the disk is waited for, so that a power cut leaves old or new files; tests of other things don't.
    package var synchronizes = true
    /// The moment of now: a file that changed just before may change again without its time telling.
    package var now: @Sendable () -> FileTime = { .now() }

    /// Those that a host uses.
    package init() {}
}

/// A file that is served at `~page/<name>`.
package struct PageFile: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// Its content.
    package var bytes: [UInt8]

    /// Makes a file.
    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// A step of a preparation that uses the file system.
package struct PreparationStep: Hashable, Sendable, CustomStringConvertible {
    /// What is done.
    package enum Kind: Hashable, Sendable {
        /// A file of the source is read.
        case read
        /// A folder is made.
        case makeFolder
        /// A file is made, empty.
        case makeFile
        /// Content is written to a new file.
        case write
        /// A file is cloned.
        case clone
        /// A file gets a second name.
        case link
        /// A link is made.
        case makeLink
        /// What was written goes to the disk.
        case synchronize
        /// An entry is moved to its place.
        case move
        /// An entry is removed.
        case remove
        /// The journal gets its name: what it says is decided.
        case commit
    }

    /// What is done.
    package let kind: Kind
    /// What it is done to, relative to source or target.
    package let path: String

    init(_ kind: Kind, _ path: String) {
        self.kind = kind
        self.path = path
    }

    /// Whether the file system is changed.
    package var changes: Bool { kind != .read }

    package var description: String { "\(kind) \(path)" }
}

extension PageScripts.Base {
    /// A legacy base as code may write it: one on the web with either scheme, or with none; what is no base gives none.
    fileprivate static func spellings(of base: LegacyBase) -> [PageScripts.Base] {
        let path = RelativePath.write(to: Array(base.folder.utf8), isFolder: true, from: [])
        let folder = base.folder.isEmpty ? "" : String(decoding: path, as: UTF8.self)
        return base.spellings.map { PageScripts.Base(prefix: $0, folder: folder) }
    }
}
