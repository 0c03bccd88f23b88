import Foundation
import Testing

extension BrowserTests {
    /// What an app that embeds WebKit sees of a page.
    @Suite("WebKit app", .timeLimit(.minutes(5)))
    struct WebKitPageTests {
        private static let files = ["index.html": "<!doctype html><title>page</title>"]

        private func withPage(
            _ options: PageOptions = PageOptions(),
            _ body: (WebKitPage, ServedPlugin) async throws -> Void
        ) async throws {
            try BrowserEngine.webKit.require()
            try await withPlugin(Self.files) { plugin in
                try await WebKitHost.withPage(options) { page in
                    try await page.load(plugin.url)
                    try await body(page, plugin)
                }
            }
        }

        @Test("A page's messages reach the app, and a question is answered or refused")
        func messages() async throws {
            var options = PageOptions()
            (options.messageHandlers, options.askingHandlers) = (["native"], ["ask"])
            try await withPage(options) { page, _ in
                try await page.run("webkit.messageHandlers.native.postMessage({ text: 'é', list: [1, null] })")
                let body = try await page.event { if case .message("native", let body) = $0 { body } else { nil } }
                #expect(body == ["text": "é", "list": [1, nil]])
                let ask = "return [await webkit.messageHandlers.ask.postMessage('why').catch(error => String(error))]"
                for reply in [["because": [1]], nil] as [JSONValue?] {
                    async let answer = page.run(ask)
                    let question = try await page.event {
                        if case .question(let number, "ask", "why") = $0 { number } else { nil }
                    }
                    if let reply {
                        try await page.answer(question, reply)
                        #expect(try await answer == [reply])
                    } else {
                        try await page.refuse(question, "not today")
                        #expect(try await answer[0].string?.contains("not today") == true)
                    }
                }
            }
        }

        @Test("An ended web process is told, fails what was asked of it, and the next load starts another")
        func endedProcess() async throws {
            try await withPage { page, plugin in
                async let endless = page.run("await new Promise(() => {})")
                // The function must have begun: the engine drops calls to a process that ends before they reach it.
                try await page.run("return 1")
                try await page.terminateProcess()
                let reason = try await page.event { if case .processEnded(let reason) = $0 { reason } else { nil } }
                #expect(reason == "terminated-by-api")
                do {
                    _ = try await endless
                    Issue.record("a function went on in a process that ended")
                } catch is BrowserFailure {}
                try await page.load(plugin.url)
                #expect(try await page.run("return document.title") == "page")
            }
        }

        @Test("The engine's cookies for an address are told")
        func cookies() async throws {
            try await withPage { page, plugin in
                try await page.run("document.cookie = 'whole=1; Path=/'; document.cookie = 'own=2'")
                let cookies = try await page.cookies(for: plugin.url)
                #expect(Set(cookies.compactMap { $0["name"].string }) == ["whole", "own"])
                #expect(cookies.first { $0["name"] == "whole" }?["path"] == "/")
            }
        }

        @Test("An app that dies is told at once, and the next page has another")
        func crashedApp() async throws {
            let failure = await #expect(throws: BrowserFailure.self) {
                try await withPage { page, _ in
                    async let endless = page.wait(for: "false", within: .seconds(30))
                    page.host.crash()
                    _ = try await endless
                }
            }
            #expect(failure?.place == .browser)
            try await withPage { page, _ in try await page.run("return 1") }
        }
    }
}
