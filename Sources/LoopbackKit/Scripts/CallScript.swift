/// The script that lets a page call other sites: it puts the calls of `fetch` and its kin into the proxy.
///
/// A prepared document loads it by itself, and workers get it from the server. A host can give it to its web view as a user
/// script too, for document start and all frames: then it runs before every other script, also in documents that no server
/// answers (`about:srcdoc`, `about:blank`).
///
/// ```swift
/// let script = WKUserScript(source: CallScript.source, injectionTime: .atDocumentStart, forMainFrameOnly: false)
/// webView.configuration.userContentController.addUserScript(script)
/// ```
public enum CallScript {
    /// The script's text.
    ///
    /// It holds no address and no secret. It does nothing in documents that are not a scope's, such as other sites' in frames,
    /// nor in sandboxed frames with an opaque origin, and nothing when it runs a second time.
    public static let source = String(decoding: PageScripts.calls, as: UTF8.self)
}
