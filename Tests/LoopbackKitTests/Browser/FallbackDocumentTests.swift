import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// A document that answers for deeper addresses, and the bridge library.
    @Suite("Fallback documents", .timeLimit(.minutes(2)))
    struct FallbackDocumentTests {
        private static let probe = """
            <base href="./"><script>window.base = document.baseURI</script><img src="img/a.png">
            <script src="app.js"></script>
            """
        private static let seen = """
            return [base.replace(root, "ROOT"), document.querySelectorAll("base").length, document.title,
                document.images[0].src.replace(root, "ROOT"), typeof loopback.call]
            """

        private func look(_ page: any BrowserPage, _ plugin: ServedPlugin, _ path: String) async throws -> JSONValue {
            try await page.load(plugin.url + path)
            try await page.wait(for: "window.app")
            return try await page.run(Self.seen, ["root": .string(plugin.url)])
        }

        /// A fallback document, the folder that it is in, and the addresses that are its own.
        struct Fallback: Sendable {
            let document, folder: String
            let own: [String]
        }

        @Test(
            "PAGE-6 SCOPE-9 At deeper addresses a fallback document finds its files from its own place",
            arguments: BrowserEngine.allCases,
            [
                Fallback(document: "index.html", folder: "", own: ["", "index.html?x#y"]),
                Fallback(
                    document: "my %41pp/index.html",
                    folder: "my%20%2541pp/",
                    own: ["my%20%2541pp/", "my%20%2541pp/index.html?x#y"]
                ),
                Fallback(document: "app/é#.html", folder: "app/", own: ["app/%C3%A9%23.html"]),
            ]
        )
        func fallback(engine: BrowserEngine, fallback: Fallback) async throws {
            let document = fallback.document
            let place = document.split(separator: "/").dropLast().map { "\($0)/" }.joined()
            let files = [
                document: ScriptedPlugin.page(document, Self.probe), "\(place)app.js": "window.app = 1",
                "\(place)img/a.png": "",
            ]
            let configure: (inout LoopbackConfiguration) -> Void = { $0.assets.fallbackDocument = document }
            try await ScriptedPlugin.serve(files, configure) { plugin in
                try await engine.withPage { page in
                    let image: JSONValue = .string("ROOT\(fallback.folder)img/a.png")
                    let base: JSONValue = .string("ROOT\(fallback.folder)")
                    for path in fallback.own {
                        let seen = try await look(page, plugin, path)
                        #expect(seen == [base, 1, .string(document), image, "function"], "\(path)")
                    }
                    for path in ["\(fallback.folder)route", "\(fallback.folder)deep/er/route?x"] {
                        let seen = try await look(page, plugin, path)
                        #expect(seen == [base, 2, .string(document), image, "function"], "\(path)")
                    }
                }
                let answers = await plugin.answers().filter { $0.target != "/favicon.ico" }
                #expect(answers.allSatisfy { [200, 304].contains($0.status.code) }, "\(answers)")
            }
        }

        @Test("PAGE-6 A document that does not say its place gets no base", arguments: BrowserEngine.allCases)
        func noPlace(engine: BrowserEngine) async throws {
            let page = ScriptedPlugin.page("index.html").replacing(" data-document=\"index.html\"", with: "")
            try await ScriptedPlugin.serve(["index.html": page], { $0.assets.fallbackDocument = "index.html" }) {
                plugin in
                try await engine.withPage { page in
                    try await page.load("\(plugin.url)deep/route")
                    try await page.wait(for: "window.loopback")
                    let source = "return [document.querySelectorAll('base').length, document.baseURI === location.href]"
                    #expect(try await page.run(source) == [0, true])
                }
            }
        }

        @Test(
            "PAGE-6 The bridge is one frozen object, and a call of it fails with a typed error",
            arguments: BrowserEngine.allCases
        )
        func bridge(engine: BrowserEngine) async throws {
            try await ScriptedPlugin.serve([:]) { plugin in
                try await engine.withPage { page in
                    try await page.load(plugin.url)
                    try await page.wait(for: "window.loopback")
                    let seen = try await page.run(
                        """
                        const own = loopback, property = Object.getOwnPropertyDescriptor(window, "loopback");
                        window.loopback = 1;
                        const error = await loopback.call("name", {}).catch(error => error);
                        const listener = () => 0;
                        return [loopback === own, Object.isFrozen(loopback), property.enumerable, property.configurable,
                            typeof loopback.version, loopback.isAvailable, error instanceof Error, error.name, error.code,
                            typeof error.message, String(error).startsWith("LoopbackBridgeError: "),
                            loopback.addEventListener("x", listener) ?? null,
                            loopback.removeEventListener("x", listener) ?? null]
                        """
                    )
                    #expect(
                        seen == [
                            true, true, false, true, "string", false, true, "LoopbackBridgeError", "unavailable",
                            "string", true,
                            nil, nil,
                        ]
                    )
                }
            }
        }

        @Test("PAGE-6 A page of another origin that loads the bridge gets nothing", arguments: BrowserEngine.allCases)
        func foreignBridge(engine: BrowserEngine) async throws {
            // A scope would not give it to the page: this is any other server.
            try await withServer(handler: BridgeGiver()) { port in
                let foreign = "http://127.0.0.1:\(port)/bridge.js"
                let index = """
                    <!doctype html><script>addEventListener("error", event => window.failed = 1, true)</script>
                    <script src="\(foreign)"></script><script>window.done = 1</script>
                    """
                try await withPlugin(["index.html": index]) { plugin in
                    try await engine.withPage { page in
                        try await page.load(plugin.url)
                        try await page.wait(for: "window.done")
                        #expect(
                            try await page.run("return ['loopback' in window, 'failed' in window]") == [false, false]
                        )
                    }
                }
            }
        }
    }
}

/// Answers every request with the bridge library.
private struct BridgeGiver: HTTPHandler {
    func handle(_ request: HTTPRequest) -> HTTPHandling {
        .now(HTTPResponse(fields: [.contentType: "text/javascript"], body: .bytes(PageScripts.bridge)))
    }
}
