import LoopbackKit

/// A document as preparation leaves it.
enum PreparedDocument {
    /// Prepares the document of a plugin that has no other file; the call script is all that is added.
    ///
    /// - Parameters:
    ///   - html: the document.
    ///   - configure: changes what is added.
    /// - Returns: the document, or `html` when nothing changes.
    static func make(_ html: String, _ configure: (inout PageConfiguration) -> Void = { _ in }) -> String {
        var configuration = PageConfiguration()
        configuration.addsBridge = false
        configuration.addsPageScript = false
        configuration.addsImportMap = false
        configure(&configuration)
        let rewriter = PageRewriter(files: FolderIndex(["index.html"]), configuration: configuration)
        let result = rewriter.rewrite(Array(html.utf8), path: "index.html", kind: .html, hashes: ContentHashes())
        return result.bytes.map { String(decoding: $0, as: UTF8.self) } ?? html
    }
}
