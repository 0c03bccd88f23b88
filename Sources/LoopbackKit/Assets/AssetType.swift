/// What a file is, by its name's extension.
public struct AssetType: Hashable, Sendable {
    /// The media type without parameters, such as `text/html`.
    public var mediaType: String
    /// Whether it is text: then its charset is looked for, and said when it is certain.
    public var isText: Bool
    /// Whether a browser shows it as a document that can run code: HTML, XHTML, SVG and XML.
    public var isDocument: Bool

    /// Makes a type; `isText` and `isDocument` follow from the media type unless they are given.
    public init(_ mediaType: String, isText: Bool? = nil, isDocument: Bool? = nil) {
        let isXML = mediaType.hasSuffix("+xml") || mediaType == "application/xml" || mediaType == "text/xml"
        let isJSON = mediaType.hasSuffix("+json") || mediaType == "application/json"
        self.mediaType = mediaType
        self.isText = isText ?? (mediaType.hasPrefix("text/") || isXML || isJSON)
        self.isDocument = isDocument ?? (mediaType == "text/html" || isXML)
    }

    /// Bytes of which nothing is known.
    public static let unknown = AssetType("application/octet-stream")
}

/// The table of types by extension; a host adds its own.
public struct AssetTypes: Sendable {
    private var types: [String: AssetType]

    /// The types of the modern web.
    public init() {
        types = Self.web
    }

    /// The type of an extension, without its dot and in any case; `nil` for one that the table does not have.
    public subscript(fileExtension: String) -> AssetType? {
        get { types[fileExtension.lowercased()] }
        set { types[fileExtension.lowercased()] = newValue }
    }

    /// The type of a file by the bytes of its path; `unknown` without an extension.
    package func type(of path: [UInt8]) -> AssetType {
        let name = path[(path.lastIndex(of: 47).map { $0 + 1 } ?? 0)...].prefix { $0 != 0 }
        guard let dot = name.lastIndex(of: 46) else { return .unknown }
        return self[String(decoding: name[(dot + 1)...], as: UTF8.self)] ?? .unknown
    }

    private static let web: [String: AssetType] = {
        var types: [String: AssetType] = [:]
        for (extensions, type) in lines {
            for name in extensions.split(separator: " ") { types[String(name)] = type }
        }
        return types
    }()

    private static let lines: [(String, AssetType)] = [
        // Documents, code and data.
        ("html htm", AssetType("text/html")),
        ("xhtml xht", AssetType("application/xhtml+xml")),
        ("js mjs cjs", AssetType("text/javascript")),
        ("css", AssetType("text/css")),
        ("json map", AssetType("application/json")),
        ("webmanifest", AssetType("application/manifest+json")),
        ("geojson", AssetType("application/geo+json")),
        ("jsonld", AssetType("application/ld+json")),
        ("xml xsl", AssetType("application/xml")),
        ("rss", AssetType("application/rss+xml")),
        ("atom", AssetType("application/atom+xml")),
        ("txt text log", AssetType("text/plain")),
        ("md markdown", AssetType("text/markdown")),
        ("csv", AssetType("text/csv")),
        ("ics", AssetType("text/calendar")),
        ("vcf", AssetType("text/vcard")),
        ("wasm", AssetType("application/wasm")),
        ("pdf", AssetType("application/pdf")),
        ("rtf", AssetType("application/rtf")),
        ("zip", AssetType("application/zip")),
        ("gz", AssetType("application/gzip")),
        ("epub", AssetType("application/epub+zip")),
        // Images.
        ("svg", AssetType("image/svg+xml")),
        ("png", AssetType("image/png")),
        ("apng", AssetType("image/apng")),
        ("jpg jpeg jfif", AssetType("image/jpeg")),
        ("gif", AssetType("image/gif")),
        ("webp", AssetType("image/webp")),
        ("avif", AssetType("image/avif")),
        ("heic", AssetType("image/heic")),
        ("heif", AssetType("image/heif")),
        ("jxl", AssetType("image/jxl")),
        ("tif tiff", AssetType("image/tiff")),
        ("ico cur", AssetType("image/x-icon")),
        ("bmp", AssetType("image/bmp")),
        // Fonts.
        ("woff", AssetType("font/woff")),
        ("woff2", AssetType("font/woff2")),
        ("ttf", AssetType("font/ttf")),
        ("otf", AssetType("font/otf")),
        ("ttc", AssetType("font/collection")),
        ("eot", AssetType("application/vnd.ms-fontobject")),
        // Audio and video. Players compare the types of playlists and manifests exactly: no charset there.
        ("mp4 mp4v", AssetType("video/mp4")),
        ("m4v", AssetType("video/x-m4v")),
        ("mov qt", AssetType("video/quicktime")),
        ("webm", AssetType("video/webm")),
        ("mkv", AssetType("video/matroska")),
        ("ogv", AssetType("video/ogg")),
        ("3gp", AssetType("video/3gpp")),
        ("mpg mpeg", AssetType("video/mpeg")),
        ("mp3", AssetType("audio/mpeg")),
        ("m4a", AssetType("audio/mp4")),
        ("aac", AssetType("audio/aac")),
        ("wav", AssetType("audio/wav")),
        ("ogg oga", AssetType("audio/ogg")),
        ("opus", AssetType("audio/ogg")),
        ("flac", AssetType("audio/flac")),
        ("weba", AssetType("audio/webm")),
        ("mid midi", AssetType("audio/midi")),
        ("caf", AssetType("audio/x-caf")),
        ("aif aiff", AssetType("audio/aiff")),
        ("m3u8 m3u", AssetType("application/vnd.apple.mpegurl", isText: false)),
        ("mpd", AssetType("application/dash+xml", isText: false, isDocument: false)),
        ("ts", AssetType("video/mp2t")),
        ("m4s cmfv", AssetType("video/iso.segment")),
        ("cmfa", AssetType("audio/mp4")),
        ("vtt", AssetType("text/vtt")),
        ("srt", AssetType("application/x-subrip", isText: true)),
        ("ttml", AssetType("application/ttml+xml")),
        // Models.
        ("glb", AssetType("model/gltf-binary")),
        ("gltf", AssetType("model/gltf+json")),
        ("usdz", AssetType("model/vnd.usdz+zip")),
        ("obj", AssetType("model/obj")),
        ("stl", AssetType("model/stl")),
    ]
}
