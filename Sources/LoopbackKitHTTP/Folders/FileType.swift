/// What a file is, by its name's extension.
public struct FileType: Hashable, Sendable {
    /// The media type without parameters, such as `text/html`.
    public var mediaType: String
    /// Whether it is text: then its charset is looked for, and said when it is certain.
    public var isText: Bool
    /// Whether a browser shows it as a document that can run code: HTML, XHTML, SVG and XML.
    public var isDocument: Bool
    /// The value of `Cache-Control` for such files, where it is another than the folder's.
    ///
    /// A site whose scripts have a new name with each change says so once:
    /// `configuration.types["js"]?.cacheControl = "max-age=31536000, immutable"`.
    public var cacheControl: String?

    /// Makes a type; `isText` and `isDocument` follow from the media type unless they are given.
    public init(_ mediaType: String, isText: Bool? = nil, isDocument: Bool? = nil) {
        let isXML = mediaType.hasSuffix("+xml") || mediaType == "application/xml" || mediaType == "text/xml"
        let isJSON = mediaType.hasSuffix("+json") || mediaType == "application/json"
        self.mediaType = mediaType
        self.isText = isText ?? (mediaType.hasPrefix("text/") || isXML || isJSON)
        self.isDocument = isDocument ?? (mediaType == "text/html" || isXML)
    }

    /// Whether it is JavaScript.
    package var isScript: Bool { mediaType == "text/javascript" || mediaType == "application/javascript" }

    /// Bytes of which nothing is known.
    public static let unknown = FileType("application/octet-stream")
}

/// The table of types by extension; a program adds its own.
public struct FileTypes: Sendable {
    private var types: [String: FileType]

    /// The types of the modern web.
    public init() {
        types = Self.web
    }

    /// The type of an extension, without its dot and in any case; `nil` for one that the table does not have.
    public subscript(fileExtension: String) -> FileType? {
        get { types[fileExtension.lowercased()] }
        set { types[fileExtension.lowercased()] = newValue }
    }

    /// The type of a file by the bytes of its path; `unknown` without an extension.
    package func type(of path: [UInt8]) -> FileType {
        let name = path[(path.lastIndex(of: 47).map { $0 + 1 } ?? 0)...].prefix { $0 != 0 }
        guard let dot = name.lastIndex(of: 46) else { return .unknown }
        return self[String(decoding: name[(dot + 1)...], as: UTF8.self)] ?? .unknown
    }

    private static let web: [String: FileType] = {
        var types: [String: FileType] = [:]
        for (extensions, type) in lines {
            for name in extensions.split(separator: " ") { types[String(name)] = type }
        }
        return types
    }()

    private static let lines: [(String, FileType)] = [
        // Documents, code and data.
        ("html htm", FileType("text/html")),
        ("xhtml xht", FileType("application/xhtml+xml")),
        ("js mjs cjs", FileType("text/javascript")),
        ("css", FileType("text/css")),
        ("json map", FileType("application/json")),
        ("webmanifest", FileType("application/manifest+json")),
        ("geojson", FileType("application/geo+json")),
        ("jsonld", FileType("application/ld+json")),
        ("xml xsl", FileType("application/xml")),
        ("rss", FileType("application/rss+xml")),
        ("atom", FileType("application/atom+xml")),
        ("txt text log", FileType("text/plain")),
        ("md markdown", FileType("text/markdown")),
        ("csv", FileType("text/csv")),
        ("ics", FileType("text/calendar")),
        ("vcf", FileType("text/vcard")),
        ("wasm", FileType("application/wasm")),
        ("pdf", FileType("application/pdf")),
        ("rtf", FileType("application/rtf")),
        ("zip", FileType("application/zip")),
        ("gz", FileType("application/gzip")),
        ("epub", FileType("application/epub+zip")),
        // Images.
        ("svg", FileType("image/svg+xml")),
        ("png", FileType("image/png")),
        ("apng", FileType("image/apng")),
        ("jpg jpeg jfif", FileType("image/jpeg")),
        ("gif", FileType("image/gif")),
        ("webp", FileType("image/webp")),
        ("avif", FileType("image/avif")),
        ("heic", FileType("image/heic")),
        ("heif", FileType("image/heif")),
        ("jxl", FileType("image/jxl")),
        ("tif tiff", FileType("image/tiff")),
        ("ico cur", FileType("image/x-icon")),
        ("bmp", FileType("image/bmp")),
        // Fonts.
        ("woff", FileType("font/woff")),
        ("woff2", FileType("font/woff2")),
        ("ttf", FileType("font/ttf")),
        ("otf", FileType("font/otf")),
        ("ttc", FileType("font/collection")),
        ("eot", FileType("application/vnd.ms-fontobject")),
        // Audio and video. Players compare the types of playlists and manifests exactly: no charset there.
        ("mp4 mp4v", FileType("video/mp4")),
        ("m4v", FileType("video/x-m4v")),
        ("mov qt", FileType("video/quicktime")),
        ("webm", FileType("video/webm")),
        ("mkv", FileType("video/matroska")),
        ("ogv", FileType("video/ogg")),
        ("3gp", FileType("video/3gpp")),
        ("mpg mpeg", FileType("video/mpeg")),
        ("mp3", FileType("audio/mpeg")),
        ("m4a", FileType("audio/mp4")),
        ("aac", FileType("audio/aac")),
        ("wav", FileType("audio/wav")),
        ("ogg oga", FileType("audio/ogg")),
        ("opus", FileType("audio/ogg")),
        ("flac", FileType("audio/flac")),
        ("weba", FileType("audio/webm")),
        ("mid midi", FileType("audio/midi")),
        ("caf", FileType("audio/x-caf")),
        ("aif aiff", FileType("audio/aiff")),
        ("m3u8 m3u", FileType("application/vnd.apple.mpegurl", isText: false)),
        ("mpd", FileType("application/dash+xml", isText: false, isDocument: false)),
        ("ts", FileType("video/mp2t")),
        ("m4s cmfv", FileType("video/iso.segment")),
        ("cmfa", FileType("audio/mp4")),
        ("vtt", FileType("text/vtt")),
        ("srt", FileType("application/x-subrip", isText: true)),
        ("ttml", FileType("application/ttml+xml")),
        // Models.
        ("glb", FileType("model/gltf-binary")),
        ("gltf", FileType("model/gltf+json")),
        ("usdz", FileType("model/vnd.usdz+zip")),
        ("obj", FileType("model/obj")),
        ("stl", FileType("model/stl")),
    ]
}
