/// Why the proxy doesn't take a request for one of its own page.
package enum PageRefusal: String, Hashable, Sendable, CaseIterable {
    /// Two lines of a field that a browser sends once.
    case repeatedEvidence
    /// `Sec-Fetch-Site` names another origin, or the user.
    case foreignSite
    /// A document is to be opened.
    case navigation
    /// The answer is not meant for data, media, an image or a font.
    case destination
    /// `Origin` is another one, or `null`.
    case foreignOrigin
    /// `Referer` is an address of another origin.
    case foreignReferer
    /// Nothing tells where the request comes from, and it may change something.
    case noEvidence

    /// The refusal as the page's developer is told of it.
    package var failure: ProxyFailure { ProxyFailure(.refused, rawValue, message) }

    private var message: String {
        switch self {
        case .repeatedEvidence: "A field that tells where the request comes from stands in it twice."
        case .foreignSite: "Only pages of this origin may call other sites through it."
        case .navigation: "Other sites' documents are not opened through this origin."
        case .destination: "Only data, media, images and fonts of other sites are read through this origin."
        case .foreignOrigin: "The request's Origin is not this origin."
        case .foreignReferer: "The request's Referer is not an address of this origin."
        case .noEvidence: "Nothing in the request tells which page sent it; without that only GET and HEAD are taken."
        }
    }
}
