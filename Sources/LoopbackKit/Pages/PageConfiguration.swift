/// What a host adds to pages, and which addresses in them stand for the folder.
public struct PageConfiguration: Hashable, Sendable {
    /// The URLs under which the folder's files were known before; root-relative ones by default.
    public var legacyBases: [LegacyBase] = [.root]
    /// The documents that a folder's address answers, as the scope's `AssetConfiguration` has them.
    public var indexDocuments = ["index.html"]
    /// The host's scripts, in the order they run in, each before the page's own code.
    public var scripts: [PageScript] = []
    /// The host's styles, in their order, each before the page's own.
    public var styles: [PageStyle] = []
    /// Whether documents load the bridge library.
    public var addsBridge = true
    /// Whether documents load the page script, which maps root-relative URLs that are made at run time.
    public var addsPageScript = true
    /// Whether documents have an import map that maps `/` to the scope.
    public var addsImportMap = true
    /// Whether documents load the call script, so that their calls to other sites go through the proxy, and `'self'` is
    /// added to the `connect-src` of a document's own policy; what that wrote still holds for the real addresses.
    public var proxiesCalls = true
    /// Which elements load other sites' media, images and style sheets through the proxy: none by default.
    ///
    /// It needs `proxiesCalls`. Documents on disk keep the addresses of the proxy that an earlier preparation wrote into them.
    public var proxiedElements: ProxiedElements = []

    /// The defaults.
    public init() {}
}

/// A URL prefix that stands for the folder, or for one inside of it.
public struct LegacyBase: Hashable, Sendable {
    /// The prefix: `/`, `/app/`, `file:///android_asset/www/`, `app://plugin/`, `https://cdn.example/plugin/`.
    public var prefix: String
    /// The folder inside that it stands for, without slashes at its ends; empty for the folder itself.
    public var folder: String

    /// Makes a base.
    public init(_ prefix: String, folder: String = "") {
        self.prefix = prefix
        self.folder = folder
    }

    /// Root-relative URLs, such as `/images/a.png`.
    public static let root = LegacyBase("/")
}

/// A script that a host adds to each document; it is served as `~page/<name>`.
public struct PageScript: Hashable, Sendable {
    /// The file name, such as `host.js`.
    public var name: String
    /// The script, in UTF-8.
    public var source: [UInt8]
    /// Whether it is a module; such a one runs when the document has been parsed.
    public var isModule: Bool

    /// Makes a script.
    public init(name: String, source: String, isModule: Bool = false) {
        self.name = name
        self.source = Array(source.utf8)
        self.isModule = isModule
    }
}

/// A style sheet that a host adds to each document; it is served as `~page/<name>`.
public struct PageStyle: Hashable, Sendable {
    /// The file name, such as `host.css`.
    public var name: String
    /// The style sheet, in UTF-8.
    public var source: [UInt8]

    /// Makes a style sheet.
    public init(name: String, source: String) {
        self.name = name
        self.source = Array(source.utf8)
    }
}
