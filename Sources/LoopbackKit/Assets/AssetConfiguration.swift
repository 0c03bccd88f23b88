public import LoopbackKitHTTP

/// How the files of a scope are served.
///
/// Every value has a default.
public struct AssetConfiguration: Sendable {
    /// Which pages may embed a file (Fetch standard, section 3.7).
    public struct ResourcePolicy: Hashable, Sendable {
        /// The field's value.
        public let rawValue: String

        /// Pages of the same origin.
        public static let sameOrigin = ResourcePolicy(rawValue: "same-origin")
        /// Pages of the same site: every port of 127.0.0.1 is one.
        public static let sameSite = ResourcePolicy(rawValue: "same-site")
        /// Every page.
        public static let crossOrigin = ResourcePolicy(rawValue: "cross-origin")
    }

    /// The documents that a folder's address answers: the first one that is there.
    public var indexDocuments = FolderConfiguration().indexDocuments
    /// The path of the document that answers addresses without a file, for single-page apps; none by default.
    ///
    /// It answers navigations alone: GET and HEAD of a path whose last name has no extension, by a reader that takes
    /// HTML (or does not say what it takes). A missing script or an API's missing data stays a 404.
    public var fallbackDocument: String?
    /// The value of `Cache-Control`; by default each use is checked, so that a replaced file shows.
    public var cacheControl = FolderConfiguration().cacheControl
    /// The value of `Cross-Origin-Resource-Policy`.
    public var resourcePolicy = ResourcePolicy.sameOrigin
    /// Who may show the files in a frame: the sources of `frame-ancestors`; `nil` lets everyone.
    public var frameAncestors: String? = "'self'"
    /// The value of `Referrer-Policy` on documents; the token is in the path, so a wider policy gives it to other sites.
    public var referrerPolicy = "strict-origin-when-cross-origin"
    /// More fields for documents, such as `Content-Security-Policy` and `Permissions-Policy`; a name may come several times.
    ///
    /// Documents are HTML, XHTML, SVG and XML: what a browser shows by itself and runs code of.
    public var documentFields: HTTPFields = [:]
    /// Whether workers may call other sites as pages do: a file that a worker is made of is then served with the call
    /// script in front, in the line where its code begins.
    ///
    /// A server without a proxy never does it. Files of more than 10 MiB are served as they are.
    public var callsFromWorkers = true
    /// The types by extension.
    public var types = FileTypes()
    /// How many bytes of small files are kept in memory, so that they need not be opened again; 0 keeps none.
    ///
    /// Each use is checked against the file, so that a changed one is never served from here.
    public var keptBytes = FolderConfiguration().keptBytes

    /// The defaults.
    public init() {}

    /// The same for the responder, with what guards a scope's files against other sites.
    package func folder(at origin: DocumentPolicy.Origin) -> FolderConfiguration {
        var folder = FolderConfiguration()
        folder.indexDocuments = indexDocuments
        folder.fallbackDocument = fallbackDocument
        folder.cacheControl = cacheControl
        folder.types = types
        folder.fields = [.crossOriginResourcePolicy: resourcePolicy.rawValue]
        if let frameAncestors { folder.fields.append(.contentSecurityPolicy, "frame-ancestors \(frameAncestors)") }
        let policy = DocumentPolicy(referrerPolicy: referrerPolicy, hostFields: documentFields)
        folder.documentFields = policy.fields(at: origin)
        // A browser's cache must not take a worker's script for a page's.
        if callsFromWorkers { folder.scriptFields = [.vary: HTTPFieldName.secFetchDest.rawName] }
        folder.keptBytes = keptBytes
        // The library's own addresses.
        folder.reservedMark = ReservedMarker.mark
        return folder
    }
}
