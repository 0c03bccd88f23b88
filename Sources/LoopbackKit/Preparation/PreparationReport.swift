/// What a preparation found and did.
public struct PreparationReport: Hashable, Sendable, CustomStringConvertible {
    /// Documents in the folder: HTML and XHTML.
    public var documents = 0
    /// Style sheets in the folder.
    public var styleSheets = 0
    /// Scripts in the folder.
    public var scripts = 0
    /// SVG images in the folder.
    public var images = 0
    /// Files of other kinds, which are never rewritten.
    public var otherFiles = 0

    /// Files that were written anew, for their content was rewritten or is the host's.
    public var prepared = 0
    /// Files of the folder that are as they were after the last preparation.
    public var unchanged = 0
    /// Files that got a second name in the target, and links to folders.
    public var linked = 0
    /// Files that share their blocks with the source until one of them is changed.
    public var cloned = 0
    /// Files that were copied.
    public var copied = 0
    /// Files that are no longer in the folder, and were removed from the target.
    public var removed = 0

    /// References that are rewritten, those of earlier preparations that still stand among them.
    public var references = 0
    /// What the author should know, by file and line; that of files which did not change since is told again.
    public var findings: [PageFinding] = []

    /// A report of nothing.
    public init() {}

    /// Whether the target is as it was before.
    public var changedNothing: Bool { prepared + linked + cloned + copied + removed == 0 }

    /// The findings, one a line, and a line of counts.
    public var description: String { (findings.map(\.description) + [counts]).joined(separator: "\n") }

    /// The line of counts.
    public var counts: String {
        let kinds = [
            (documents, "document"), (styleSheets, "style sheet"), (scripts, "script"), (images, "SVG image"),
            (otherFiles, "other file"),
        ]
        let files = kinds.filter { $0.0 > 0 }.map { Self.count($0.0, $0.1) }
        let work = [
            (prepared, "prepared"), (unchanged, "unchanged"), (linked, "linked"), (cloned, "cloned"),
            (copied, "copied"), (removed, "removed"),
        ]
        let done = work.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let rest = [Self.count(references, "reference") + " rewritten", Self.count(findings.count, "finding")]
        return [files.isEmpty ? ["no files"] : files, done, rest].filter { !$0.isEmpty }.map {
            $0.joined(separator: ", ")
        }.joined(separator: "; ")
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
