/// The elements of pages that load what is other sites' through the proxy.
///
/// Engines load media, images and style sheets of other sites without asking for leave (CORS), so that most pages need none
/// of these. A host asks for them where it wants the proxy's cookies with them, playlists that the proxy rewrites, or
/// images whose pixels a page may read.
public struct ProxiedElements: OptionSet, Hashable, Sendable {
    /// A bit for each kind.
    public let rawValue: Int

    /// Makes a set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// `src` of `audio`, `video`, and the `source` and `track` elements in them.
    public static let media = ProxiedElements(rawValue: 1)
    /// `src` and `srcset` of `img`, `srcset` of `source`, `src` of `input`, and `poster` of `video`.
    public static let images = ProxiedElements(rawValue: 2)
    /// `href` of `link` elements for style sheets.
    ///
    /// Relative addresses in these lead through the proxy, too: fonts, images,
    /// other sheets. `ProxyConfiguration.admitsStyle` has to let them through.
    public static let styles = ProxiedElements(rawValue: 4)

    /// What the call script calls each, in their order.
    var names: [String] {
        let all: [(kind: ProxiedElements, name: String)] = [
            (.media, "media"), (.images, "images"), (.styles, "styles"),
        ]
        return all.filter { contains($0.kind) }.map(\.name)
    }
}
