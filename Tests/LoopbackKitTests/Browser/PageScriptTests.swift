import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// The page script in real engines: what the server is asked for.
    @Suite("Page script", .timeLimit(.minutes(2)))
    struct PageScriptTests {
        @Test(
            "PAGE-6 A root-relative address is asked for in the folder where it has such a file, else as it is",
            arguments: BrowserEngine.allCases,
            URLWay.Group.allCases
        )
        func ways(engine: BrowserEngine, group: URLWay.Group) async throws {
            let ways = group.ways
            var files: [String: String] = [:]
            for (index, way) in ways.enumerated() { files["w/\(index).\(way.type)"] = "" }
            try await ScriptedPlugin.serve(files) { plugin in
                let events = plugin.manager.events()
                let present = ways.indices.map { "/<token>/plugins/demo/w/\($0).\(ways[$0].type)?a=%C3%A9&b" }
                let absent = ways.indices.map { "/none/\($0).\(ways[$0].type)?a=%C3%A9&b" }
                try await engine.withPage { page in
                    try await page.load(plugin.url)
                    try await page.wait(for: "document.body && window.loopback")
                    for (index, way) in ways.enumerated() {
                        for folder in ["w", "none"] {
                            let url = "/\(folder)/\(index).\(way.type)?a=%C3%A9&b"
                            try await page.run("\(URLWay.add)\n{ \(way.source) }", ["url": .string(url)])
                        }
                    }
                    let left = try await missing(of: Set(present + absent), in: events)
                    let names = ways.indices.filter { left.contains(present[$0]) || left.contains(absent[$0]) }
                    #expect(left.isEmpty, "\(names.map { ways[$0].name })")
                }
                // No file is asked for outside, and nothing inside that is no file.
                let targets = Set(await plugin.answers().map(\.target))
                #expect(targets.filter { $0.hasPrefix("/w/") || $0.hasPrefix("/<token>/plugins/demo/none/") } == [])
            }
        }

        /// Waits until every target was answered; which were not in time.
        private func missing(of targets: Set<String>, in events: LoopbackEvents) async throws -> Set<String> {
            let found = await TargetCollector().collect(targets, from: events, within: .seconds(10))
            return targets.subtracting(found)
        }

        @Test("PAGE-6 Markup that is written while the document is parsed", arguments: BrowserEngine.allCases)
        func documentWrite(engine: BrowserEngine) async throws {
            let body = """
                <script>document.write('<p><img src="/w/', 'a.png">', '<img src="/w/b.png"><script src="/w/c.js"></', 'script>')
                document.writeln("<b>")</script>after</b>
                """
            let files = [
                "index.html": ScriptedPlugin.page("index.html", body), "w/b.png": "", "w/c.js": "window.c = 1",
            ]
            try await ScriptedPlugin.serve(files) { plugin in
                try await engine.withPage { page in
                    try await page.load(plugin.url)
                    #expect(
                        try await page.wait(for: "window.c && document.querySelector('b')?.textContent.trim()")
                            == "after"
                    )
                    let sources = "return [...document.images].map(image => image.getAttribute('src'))"
                    #expect(try await page.run(sources) == ["/w/a.png", .string("\(plugin.url)w/b.png")])
                }
            }
        }

        @Test("PAGE-6 A request keeps method, body, headers and signal", arguments: BrowserEngine.allCases)
        func requests(engine: BrowserEngine) async throws {
            try await ScriptedPlugin.serve(["a.json": "{}"]) { plugin in
                try await engine.withPage { page in
                    try await page.load(plugin.url)
                    try await page.wait(for: "window.loopback")
                    let seen = try await page.run(
                        """
                        const abort = new AbortController();
                        const init = { method: "PUT", body: "text", headers: { "X-A": "1" }, signal: abort.signal };
                        const request = new Request("/a.json", init);
                        const copy = new Request(request.clone());
                        const answer = await fetch(request.clone());
                        abort.abort();
                        const aborted = await fetch(request.clone()).catch(error => error.name);
                        return [request.url === `${location.href}a.json`, request.method, request.headers.get("x-a"),
                            await copy.text(), request.signal.aborted, answer.status, answer.url === request.url, aborted,
                            request instanceof Request, request.constructor === Request]
                        """
                    )
                    #expect(seen == [true, "PUT", "1", "text", true, 405, true, "AbortError", true, true])
                }
            }
        }

        @Test(
            "PAGE-6 A service worker of the root has the folder's root as its scope",
            arguments: BrowserEngine.allCases
        )
        func serviceWorker(engine: BrowserEngine) async throws {
            let files = [
                "sw.js": "onfetch = () => {}", "app/sw.js": "", "app/index.html": ScriptedPlugin.page("app/index.html"),
            ]
            try await ScriptedPlugin.serve(files) { plugin in
                try await engine.withPage { page in
                    try await page.load(plugin.url)
                    try await page.wait(for: "window.loopback")
                    let scopes = try await page.run(
                        """
                        const scopes = [];
                        for (const [url, options] of [["/sw.js", { scope: "/" }], ["/sw.js"], ["/sw.js", { scope: "/x/?a=é" }],
                            ["/app/sw.js", { scope: "./app/" }], ["/none.js", { scope: "/" }]]) {
                            try {
                                const worker = await navigator.serviceWorker.register(url, options);
                                scopes.push(worker.scope.replace(location.href, ""));
                                await worker.unregister();
                            } catch (error) { scopes.push(error.name) }
                        }
                        return scopes
                        """
                    )
                    #expect(scopes.array.prefix(4) == ["", "", "x/?a=%C3%A9", "app/"])
                    #expect(scopes[4].string?.hasSuffix("Error") == true)
                }
                let targets = await plugin.answers().map(\.target)
                #expect(targets.contains("/none.js") && !targets.contains("/sw.js"))
            }
        }
    }
}

/// Gathers the targets of requests that were answered.
private actor TargetCollector {
    private var found: Set<String> = []

    /// Returns when all were answered, or at the limit.
    func collect(_ targets: Set<String>, from events: LoopbackEvents, within limit: Duration) async -> Set<String> {
        let reading = Task {
            for await event in events {
                guard case .answered(let request) = event.kind else { continue }
                found.insert(request.target)
                if found.isSuperset(of: targets) { return }
            }
        }
        let stopping = Task {
            try? await Task.sleep(for: limit)
            reading.cancel()
        }
        await reading.value
        stopping.cancel()
        return found
    }
}
