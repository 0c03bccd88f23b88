import LoopbackKit
import Testing

/// A text file of a small plugin, and what it became.
struct RewrittenText {
    static let files = [
        "index.html", "page.html", "sub/page.html", "img/a.png", "img/b.png", "css/main.css", "css/deep/part.css",
        "js/main.js", "js/lib.js", "worker.js", "media/clip.mp4", "icons.svg", "a b.png",
    ]

    let text: String
    let result: PageRewriter.Result

    /// Rewrites a text; nothing is added to documents unless the configuration says so.
    ///
    /// With `isWhole` a document type is put in front of a document, and left out of what it became.
    init(
        _ text: String,
        as path: String = "index.html",
        isWhole: Bool = true,
        files: [String] = RewrittenText.files,
        hashes: ContentHashes = ContentHashes(),
        _ configure: (inout PageConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = PageConfiguration.plain
        configure(&configuration)
        let rewriter = PageRewriter(files: FolderIndex(files), configuration: configuration)
        let kind = try #require(PageFileKind(path: path))
        let start = isWhole && kind == .html ? "<!doctype html>" : ""
        let bytes = Array((start + text).utf8)
        result = rewriter.rewrite(bytes, path: path, kind: kind, hashes: hashes)
        self.text = String(String(decoding: result.bytes ?? bytes, as: UTF8.self).dropFirst(start.count))
        let again = rewriter.rewrite(result.bytes ?? bytes, path: path, kind: kind, hashes: hashes)
        #expect(again.bytes == nil, "rewriting twice equals once")
    }

    /// The problems, as `line: problem: reference`.
    var problems: [String] { result.findings.map { "\($0.line): \($0.problem): \($0.reference)" } }
}
