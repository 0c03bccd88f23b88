import Foundation
import LoopbackKit
import LoopbackKitHTTP

/// A plugin's page in a browser, and an upstream on this machine that it may call by the proxy's address.
struct ProxiedPage: Sendable {
    let page: any BrowserPage
    let plugin: ServedPlugin
    let upstream: FaultUpstream

    /// The name that pages call the upstream by: nothing of this machine stands in its addresses.
    static let name = "upstream.test"

    /// The upstream's host and port as a URL has them.
    var authority: String { "\(Self.name):\(upstream.port)" }

    /// The upstream's address as the page that calls itself would know it.
    var origin: String { "http://\(authority)" }

    /// The launch's secret in the plugin's address.
    var token: String { plugin.path.split(separator: "/").first.map(String.init) ?? "" }

    /// Where the proxy answers for a path of the upstream, relative to the page.
    func address(_ path: String, mode: String = "omit") -> String { "./~proxy/\(mode)/http/\(authority)\(path)" }

    /// Shows a page for the length of the closure.
    ///
    /// - Parameters:
    ///   - engine: what shows it.
    ///   - files: the plugin's files; `index.html` is an empty page unless it is among them.
    ///   - loadsCallScript: whether the empty page loads the call script, so that it calls the upstream by its own address.
    ///   - options: what the page is opened with.
    ///   - configure: changes the server's configuration.
    ///   - body: gets the page, which is loaded.
    /// - Returns: what the closure returns.
    /// - Throws: what the closure, the server or the browser throws.
    @discardableResult
    static func with<Value: Sendable>(
        _ engine: BrowserEngine,
        files: [String: String] = [:],
        loadsCallScript: Bool = false,
        options: PageOptions = PageOptions(),
        configure: (inout LoopbackConfiguration) -> Void = { _ in },
        _ body: (ProxiedPage) async throws -> Value
    ) async throws -> Value {
        try engine.require()
        let head = "<!doctype html><meta charset=utf-8>\(loadsCallScript ? callScript : "")<title>page</title><body>"
        let files = files.merging(["index.html": head]) { given, _ in given }
        return try await FaultUpstream.with { upstream in
            let resolver = ScriptedResolver()
            resolver.answer(name, .sockets([upstream.address]))
            let opening = UpstreamOpening(
                host: try HTTPHost(name),
                port: upstream.port,
                address: try required(IPAddress(upstream.address))
            )
            let openings = Set([try required(opening)])
            return try await withPlugin(files) { configuration in
                configuration.proxy?.openings = openings
                configuration.proxy?.resolver = resolver
                configure(&configuration)
            } _: { plugin in
                try await engine.withPage(options) { page in
                    try await page.load(plugin.url)
                    try await page.wait(for: "document.readyState === 'complete'")
                    return try await body(ProxiedPage(page: page, plugin: plugin, upstream: upstream))
                }
            }
        }
    }

    /// The element that loads the call script, as preparation puts it into documents.
    static let callScript = "<script src=\"\(ReservedMarker.callScript)\"></script>"

    /// A page with the call script that keeps what this says in the console in `lines`.
    static let listening = """
        <!doctype html><meta charset=utf-8>
        <script>const lines = []; console.warn = (...line) => lines.push(line.join(" "))</script>
        \(callScript)<title>page</title><body>
        """

    /// Runs the body of an async function in the page, which finds `upstream`, the upstream's origin, and
    /// `proxy(path, mode)`, the proxy's address of an upstream's path.
    @discardableResult
    func run(
        _ body: String,
        _ arguments: [String: JSONValue] = [:],
        within limit: Duration = .seconds(20)
    ) async throws -> JSONValue {
        let function = """
            const upstream = '\(origin)';
            const proxy = (path, mode = 'omit') => `./~proxy/${mode}/http/\(authority)${path}`;

            """
        return try await page.run(function + body, arguments, within: limit)
    }
}

/// Files of the sample plugin, for upstreams that have media.
enum SampleFile {
    /// A file's bytes.
    static func bytes(_ path: String) throws -> [UInt8] {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { package.deleteLastPathComponent() }
        let folder = package.appendingPathComponent("Sources/Examples/PluginHost/SamplePlugin")
        return Array(try Data(contentsOf: folder.appendingPathComponent(path)))
    }
}
