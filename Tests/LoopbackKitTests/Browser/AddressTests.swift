import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// What other sites and other scopes learn of a page's address.
    @Suite("Addresses", .timeLimit(.minutes(2)))
    struct AddressTests {
        @Test("SCOPE-6 Another site sees a page's origin and never its token", arguments: BrowserEngine.allCases)
        func referrer(engine: BrowserEngine) async throws {
            let site = ForeignSite()
            try await withServer(handler: site) { port in
                let foreign = "http://localhost:\(port)"
                let files = ["index.html": "<!doctype html><title>plugin</title><body><img src='\(foreign)/image'>"]
                try await withPlugin(files) { plugin in
                    try await engine.withPage { page in
                        try await page.load(plugin.url)
                        try await page.run(
                            """
                            // Chromium fails what is under way when the machine's addresses change.
                            const call = (path, options) => fetch(foreign + path, options);
                            await call('/get').catch(() => call('/get'));
                            const post = { method: 'POST', body: 'a' };
                            await call('/post', post).catch(() => call('/post', post));
                            const frame = document.createElement('iframe');
                            frame.src = foreign + '/frame';
                            await new Promise(resolve => { frame.onload = resolve; document.body.append(frame) });
                            setTimeout(() => location.href = foreign + '/window');
                            """,
                            ["foreign": .string(foreign)]
                        )
                        let expression = "location.pathname === '/window' && [document.referrer]"
                        #expect(try await page.wait(for: expression) == [.string("\(plugin.origin)/")])
                    }
                    let token = try #require(plugin.url.split(separator: "/").dropFirst(2).first)
                    for target in ["/image", "/get", "/post", "/frame", "/window"] {
                        let visit = try #require(site.visits.first { $0.target == target }, "\(target)")
                        #expect(visit.fields[.referer] == "\(plugin.origin)/", "\(target)")
                        #expect(!visit.fields.contains { $0.value.contains(token) }, "\(target)")
                    }
                }
            }
        }

        @Test(
            "SCOPE-8 With secrets of their own a page's address opens no other scope",
            arguments: BrowserEngine.allCases
        )
        func ownSecrets(engine: BrowserEngine) async throws {
            try await withPlugin(
                ["index.html": "<!doctype html><title>first</title>"],
                { $0.secrets = .perScope },
                { plugin in
                    let other = try FolderFixture()
                    try other.write("data.json", "{}")
                    let second = try await plugin.manager.register(folder: other.root, as: .plugins, id: "other")
                    try await engine.withPage { page in
                        try await page.load(plugin.url)
                        let get = "return (await fetch(url)).status"
                        #expect(try await page.run(get, ["url": "../other/data.json"]) == 403)
                        #expect(try await page.run(get, ["url": .string("\(second.baseURL)data.json")]) == 200)
                    }
                    second.end()
                }
            )
        }

        @Test("SCOPE-9 The icon at the root is an empty answer without a token", arguments: BrowserEngine.allCases)
        func icon(engine: BrowserEngine) async throws {
            try await withPlugin(["index.html": "<!doctype html><title>plugin</title>"]) { plugin in
                try await engine.withPage { page in
                    try await page.load(plugin.url)
                    #expect(try await page.run("return (await fetch('/favicon.ico')).status") == 204)
                }
                let icons = await plugin.answers().filter { $0.target == "/favicon.ico" }
                #expect(!icons.isEmpty && icons.allSatisfy { $0.status.code == 204 && $0.scope == nil })
            }
        }
    }
}
