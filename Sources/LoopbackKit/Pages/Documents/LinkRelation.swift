internal import LoopbackKitHTTP

/// What a link element is for (HTML standard, section 4.6.7).
struct LinkRelation {
    /// Whether the engine loads what it refers to.
    let loads: Bool

    /// Reads a `rel` attribute.
    init(_ relation: [UInt8]) {
        let words = relation.split(whereSeparator: \.isMarkupSpace)
        loads = words.contains { word in Self.loading.contains(String(decoding: word.map(lowercase), as: UTF8.self)) }
    }

    private static let loading: Set<String> = [
        "stylesheet", "icon", "apple-touch-icon", "apple-touch-icon-precomposed", "apple-touch-startup-image",
        "mask-icon",
        "preload", "modulepreload", "prefetch", "manifest", "import",
    ]
}
