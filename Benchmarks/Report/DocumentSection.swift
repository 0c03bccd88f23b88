/// A part of a document between two comments, `<!-- name -->` and `<!-- /name -->`, which a run replaces.
package struct DocumentSection: Hashable, Sendable {
    private let begin: String
    private let end: String

    package init(_ name: String) {
        begin = "<!-- \(name) -->\n"
        end = "<!-- /\(name) -->"
    }

    /// The document with another content; `nil` when the comments are missing.
    package func replaced(in document: String, by content: String) -> String? {
        guard let start = document.firstRange(of: begin)?.upperBound,
            let stop = document[start...].firstRange(of: end)?.lowerBound
        else { return nil }
        return document[..<start] + "\n" + content + "\n" + document[stop...]
    }
}
