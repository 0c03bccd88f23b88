/// How the files of a folder are served.
///
/// Every value has a default.
public struct FolderConfiguration: Sendable {
    /// The documents that a folder's address answers: the first one that is there.
    public var indexDocuments = ["index.html"]
    /// The path of the document that answers addresses without a file, for single-page apps; none by default.
    ///
    /// It answers navigations alone: GET and HEAD of a path whose last name has no extension, by a reader that takes
    /// HTML (or does not say what it takes). A missing script or an API's missing data stays a 404.
    public var fallbackDocument: String?
    /// The value of `Cache-Control`; by default each use is checked, so that a replaced file shows (RFC 9111, 5.2.2.4).
    ///
    /// A type of files may have its own: see `FileType.cacheControl`. Answers without a file are never stored.
    public var cacheControl = "no-cache"
    /// The types by extension.
    public var types = FileTypes()
    /// Whether `X-Content-Type-Options: nosniff` is sent, so that browsers keep to the type they are told.
    public var forbidsSniffing = true
    /// More fields for every answer but that of OPTIONS, such as `Cross-Origin-Resource-Policy`.
    ///
    /// They stand beside the responder's own: a type is chosen by `types`, caching by `cacheControl`.
    public var fields: HTTPFields = [:]
    /// More fields for documents, such as `Content-Security-Policy`; they follow those of `fields`.
    ///
    /// A document is a file that a browser shows by itself and runs code of; its type says whether it is one.
    public var documentFields: HTTPFields = [:]
    /// The names beginning with a dot that are served, such as `.well-known` (RFC 8615); none by default.
    ///
    /// Any other such name is answered as if it were not there: `.git`, `.env`, `.htpasswd`.
    public var servedDotNames: [String] = []
    /// How many bytes of small files are kept in memory, so that they need not be opened again; 0 keeps none.
    ///
    /// Each use is checked against the file, so that a changed one is never served from here.
    public var keptBytes = 1024 * 1024
    /// More fields for scripts; they follow those of `fields`.
    package var scriptFields: HTTPFields = [:]
    /// A byte that begins names at the folder's top which are not served, because they are addresses of something else.
    package var reservedMark: UInt8?

    /// The defaults.
    public init() {}

    /// Adds the fields that every answer has, and those of a document or script.
    func appendFields(for type: FileType?, to fields: inout HTTPFields) {
        if forbidsSniffing { fields.append(.xContentTypeOptions, "nosniff") }
        fields.append(contentsOf: self.fields)
        guard let type else { return }
        if type.isDocument { fields.append(contentsOf: documentFields) }
        if type.isScript { fields.append(contentsOf: scriptFields) }
    }

    /// What is made of the paths that are asked for.
    var pathRules: FolderPath.Rules {
        FolderPath.Rules(servedDotNames: servedDotNames.map { Array($0.utf8) }, reservedMark: reservedMark)
    }
}

extension HTTPFields {
    fileprivate mutating func append(contentsOf others: HTTPFields) {
        for field in others { append(field.name, field.value) }
    }
}
