package import LoopbackKitHTTP

/// A page on another port of 127.0.0.1, such as any program of the device could serve.
///
/// The origin check shows it in a frame, gives it the plugin's own address, and sees what it can get.
package struct NeighbourPage: Sendable {
    private let server: HTTPServer

    /// Makes the page; it is served while `run()` runs.
    package init() {
        var configuration = HTTPServerConfiguration()
        configuration.address = .loopback(port: 0)
        server = HTTPServer(configuration: configuration, handler: Handler())
    }

    /// What tells the origin check where its neighbour is: `?neighbour=PORT`; waits until that is known.
    package var query: String {
        get async throws { try await server.listeningAddress.port.map { "?neighbour=\($0)" } ?? "" }
    }

    /// Serves the page until `shutdown()` is called or the calling task is cancelled.
    package func run() async throws {
        do {
            try await server.run()
        } catch let error as HTTPServerError {
            throw HostFailure.unavailable("The neighbour's page can't be served: \(error).")
        }
    }

    /// Stops serving.
    package func shutdown() { server.shutdown() }
}

extension NeighbourPage {
    /// Answers every method alike, so that a way which works nowhere is told from one that was refused.
    package struct Handler: HTTPHandler {
        /// Makes a handler.
        package init() {}

        package func handle(_ request: HTTPRequest) -> HTTPHandling {
            let file = Self.files.first { $0.path == request.target.path }
            guard let file else { return .now(HTTPResponse(.notFound, text: "404 Not Found\n")) }
            let fields: HTTPFields = [.contentType: file.type, .cacheControl: "no-store"]
            return .now(HTTPResponse(fields: fields, body: .bytes(file.bytes)))
        }

        /// The page, and a bait of its own for each of the plugin's.
        private static let files: [(path: String, type: String, bytes: [UInt8])] = [
            ("/", "text/html; charset=utf-8", PackageResources.NeighbourPage_html),
            ("/bait/data.json", "application/json", Array("{}".utf8)),
            ("/bait/script.js", "text/javascript", Array("void 0;".utf8)),
            ("/bait/image.svg", "image/svg+xml", Array(#"<svg xmlns="http://www.w3.org/2000/svg"/>"#.utf8)),
            ("/bait/page.html", "text/html", Array("<script>parent.postMessage('shown', '*')</script>".utf8)),
        ]
    }
}
