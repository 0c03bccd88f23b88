import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// What earlier launches have left, over launches of the app that shows a page.
    @Suite("Earlier launches", .timeLimit(.minutes(2)))
    struct EarlierLaunchTests {
        private static let files = [
            "index.html": "<!doctype html><meta charset=utf-8>\(ProxiedPage.callScript)<title>page</title><body>",
            "sw.js": "onfetch = () => {}", "sub/sw.js": "onfetch = () => {}",
        ]

        /// Registers the service workers, and keeps something.
        private static let register = """
            for (const script of ['sw.js', 'sub/sw.js']) {
                const registration = await navigator.serviceWorker.register(script);
                const worker = registration.installing ?? registration.waiting ?? registration.active;
                while (worker.state !== 'activated') await new Promise(next => worker.onstatechange = next);
            }
            localStorage.setItem(location.pathname.slice(34), 'kept');
            await (await caches.open('kept')).put('/kept', new Response('kept'));
            """

        private func scopes(_ page: any BrowserPage) async throws -> Set<String> {
            let found = try await page.run(
                "return (await navigator.serviceWorker.getRegistrations()).map(registration => registration.scope)"
            )
            return Set(found.array.compactMap(\.string))
        }

        @Test(
            "PROXY-1 Service workers of a scope's earlier launches are ended; other scopes' and all storage stay",
            arguments: BrowserEngine.allCases,
            [ScopeSecrets.perLaunch, .perScope]
        )
        func restart(engine: BrowserEngine, secrets: ScopeSecrets) async throws {
            try engine.require()
            let application = try FreeApplication.identifier()
            let profile = try ScratchFolder("profile")
            let options = PageOptions(profile: profile.path)
            var earlier: Set<String> = []
            for launch in 1...2 {
                try await withPlugin(Self.files, application: application, { $0.secrets = secrets }) { plugin in
                    // A neighbour whose id begins as the plugin's.
                    let neighbour = try await plugin.manager.register(
                        folder: plugin.folder.root,
                        as: .plugins,
                        id: "demo2"
                    )
                    let addresses = [plugin.url, neighbour.baseURL]
                    try await engine.withPage(options) { page in
                        if launch == 1 {
                            for address in addresses {
                                try await page.load(address)
                                try await page.run(Self.register)
                                earlier.formUnion([address, address + "sub/"])
                            }
                            #expect(try await scopes(page) == earlier)
                        } else {
                            try await visit(page, plugin, neighbour, earlier)
                        }
                    }
                }
            }
        }

        /// Visits the plugin and then its neighbour after a restart.
        private func visit(
            _ page: any BrowserPage,
            _ plugin: ServedPlugin,
            _ neighbour: ScopeRegistration,
            _ earlier: Set<String>
        ) async throws {
            let count = "(await navigator.serviceWorker.getRegistrations()).length"
            try await page.load(plugin.url)
            try await page.wait(for: "\(count) === 2")
            let left = try await scopes(page)
            #expect(left == earlier.filter { $0.contains("/plugins/demo2/") })
            try await page.run(Self.register)
            try await page.load(neighbour.baseURL)
            try await page.wait(for: "\(count) === 2")
            #expect(try await scopes(page) == [plugin.url, plugin.url + "sub/"])
            try await page.load(plugin.url)
            let kept = try await page.run(
                "return [localStorage.length, await (await caches.match('/kept')).text(), \(count)]"
            )
            #expect(kept == [2, "kept", 2])
        }
    }
}
