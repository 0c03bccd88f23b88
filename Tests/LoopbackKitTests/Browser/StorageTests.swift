import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// What a page keeps, over launches of the app that shows it.
    @Suite("Storage", .timeLimit(.minutes(2)))
    struct StorageTests {
        /// Counts its visits in every kind of storage.
        private static let page = """
            <!doctype html><meta charset=utf-8><title>counters</title><script type=module>
            const cookie = name => Number(new RegExp(`(?:^|; )${name}=(\\\\d+)`).exec(document.cookie)?.[1] ?? 0) + 1;
            const done = request => new Promise((resolve, reject) => {
                request.onsuccess = () => resolve(request.result);
                request.onerror = () => reject(request.error);
            });
            const opening = indexedDB.open("counters", 1);
            opening.onupgradeneeded = () => opening.result.createObjectStore("visits");
            const transaction = (await done(opening)).transaction("visits", "readwrite", { durability: "strict" });
            const store = transaction.objectStore("visits");
            const database = (await done(store.get("count")) ?? 0) + 1;
            await done(store.put(database, "count"));
            await new Promise(resolve => transaction.oncomplete = resolve);
            const local = Number(localStorage.getItem("count") ?? 0) + 1;
            localStorage.setItem("count", local);
            const whole = cookie("whole"), own = cookie("own");
            document.cookie = `whole=${whole}; Path=/; Max-Age=86400`;
            document.cookie = `own=${own}; Max-Age=86400`;
            window.counters = { local, database, whole, own };
            </script>
            """

        /// Visits the page, and compares its counters.
        private func visit(
            _ page: any BrowserPage,
            _ url: String,
            expecting counters: JSONValue,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            try await page.load(url)
            let seen = try await page.wait(for: "window.counters")
            #expect(seen == counters, sourceLocation: sourceLocation)
        }

        private func counters(_ local: Int, _ database: Int, whole: Int, own: Int) -> JSONValue {
            let values = ["local": local, "database": database, "whole": whole, "own": own]
            return .object(values.mapValues { .number(Double($0)) })
        }

        @Test(
            "SCOPE-2 Storage and a cookie of the whole origin survive a restart, a cookie without a path does not",
            arguments: BrowserEngine.allCases
        )
        func restart(engine: BrowserEngine) async throws {
            try engine.require()
            let application = try FreeApplication.identifier()
            let folder = try FolderFixture()
            try folder.write("index.html", Self.page)
            let profile = try ScratchFolder("profile")
            let options = PageOptions(profile: profile.path)

            let first = try await PluginHostRun(application: application, folder: folder.root)
            try await engine.withPage(options) { page in
                try await visit(page, first.url, expecting: counters(1, 1, whole: 1, own: 1))
                try await visit(page, first.url, expecting: counters(2, 2, whole: 2, own: 2))
            }
            try await first.stop()

            let second = try await PluginHostRun(application: application, folder: folder.root)
            #expect(second.origin == "http://127.0.0.1:\(PortDerivation.port(for: application))")
            #expect(second.origin == first.origin)
            #expect(second.url != first.url)
            try await engine.withPage(options) { page in
                try await visit(page, second.url, expecting: counters(3, 3, whole: 3, own: 1))
            }
            try await second.stop()
        }

        @Test(
            "SCOPE-2 On a fallback port storage starts empty and the event says so; the port's own waits for it",
            arguments: BrowserEngine.allCases
        )
        func fallback(engine: BrowserEngine) async throws {
            let application = try FreeApplication.identifier()
            let port = PortDerivation.port(for: application)
            let files = ["index.html": Self.page]
            try await engine.withPage { page in
                try await withPlugin(files, application: application) { plugin in
                    try await visit(page, plugin.url, expecting: counters(1, 1, whole: 1, own: 1))
                    #expect(await opening(plugin)?.originChanged == false)
                }
                var configuration = HTTPServerConfiguration()
                configuration.address = .loopback(port: port)
                try await withServer(configuration: configuration, handler: ForeignSite()) { _ in
                    try await withPlugin(files, application: application) { plugin in
                        // Cookies know no ports: the whole origin's is seen on each.
                        try await visit(page, plugin.url, expecting: counters(1, 1, whole: 2, own: 1))
                        let opening = try #require(await opening(plugin))
                        #expect(opening.originChanged)
                        #expect(opening.port != port)
                    }
                }
                try await withPlugin(files, application: application) { plugin in
                    try await visit(page, plugin.url, expecting: counters(2, 2, whole: 3, own: 1))
                    #expect(await opening(plugin)?.originChanged == false)
                }
            }
        }

        /// The event that told of the server's start.
        private func opening(_ plugin: ServedPlugin) async -> ServerOpening? {
            for kind in await plugin.stop() {
                if case .state(.ready(let opening)) = kind { return opening }
            }
            return nil
        }

        @Test(
            "SCOPE-2 A cookie with Path=/ is seen by every port of 127.0.0.1, one without by its launch's address alone",
            arguments: BrowserEngine.allCases
        )
        func cookies(engine: BrowserEngine) async throws {
            let files = ["index.html": "<!doctype html><title>cookies</title>"]
            try await engine.withPage { page in
                try await withPlugin(files) { first in
                    try await withPlugin(files) { second in
                        try await page.load(first.url)
                        try await page.run("document.cookie = 'whole=1; Path=/'; document.cookie = 'own=1'")
                        #expect(
                            try await page.run("return document.cookie.split('; ').sort()") == ["own=1", "whole=1"]
                        )
                        try await page.load(second.url)
                        #expect(try await page.run("return document.cookie") == "whole=1")
                        #expect(second.origin != first.origin)
                    }
                }
            }
        }
    }
}
