/// A URL that a file holds.
package struct Reference: Hashable, Sendable {
    /// The URL as it is written, without what its surroundings escape.
    package let text: SourceText
    /// What it is for.
    package let use: ReferenceUse

    package init(_ text: SourceText, _ use: ReferenceUse) {
        self.text = text
        self.use = use
    }
}

/// What a reference is for: it says what the URL is relative to, and which form a relative one must have.
package enum ReferenceUse: Hashable, Sendable {
    /// A file that is loaded into the page: an image, a style sheet, a script.
    case resource
    /// A URL in the value of a custom property of CSS: relative to the style sheet that uses the property, whichever that is.
    case customProperty
    /// An address that a link or a form leads to.
    case navigation
    /// A module specifier: it is a URL only when it begins with `/`, `./`, `../` or a scheme.
    case module
    /// The first argument of `new URL(…, import.meta.url)`: relative to the script.
    case moduleURL
    /// A worker's script: relative to the document, wherever the script stands that starts it.
    case worker
    /// A service worker's script: like a worker's, but its own address says which pages it serves.
    case serviceWorker
    /// An argument of `importScripts`: relative to the worker's script.
    case workerScript
}
