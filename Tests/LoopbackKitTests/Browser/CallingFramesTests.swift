import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// Frames and windows of a plugin that call another site, with the call script of their document or of the host.
    @Suite("Calling frames", .timeLimit(.minutes(2)))
    struct CallingFramesTests {
        private static let page = "<!doctype html><meta charset=utf-8><title>page</title><body>"
        private static let prepared = page.replacing("<title>", with: "\(ProxiedPage.callScript)<title>")

        /// What the page does: `await frame(attributes)` gives a frame's window once it has loaded.
        private static let framing = """
            const frame = attributes => new Promise(resolve => {
                const element = document.createElement('iframe');
                for (const name in attributes) element.setAttribute(name, attributes[name]);
                element.onload = () => resolve(element.contentWindow);
                document.body.append(element);
            });
            const call = view => view.fetch(`${upstream}/data`).then(answer => answer.text(), error => error.name);

            """

        @Test("PROXY-1 A prepared document in a frame calls other sites", arguments: BrowserEngine.allCases)
        func prepared(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, files: ["frame.html": Self.prepared]) { site in
                site.upstream.on("/data", .answer(.ok, "answered"))
                let seen = try await site.run(
                    Self.framing + "return [await call(await frame({ src: 'frame.html' })), await call(self)]"
                )
                #expect(seen == ["answered", "TypeError"])
            }
        }

        @Test(
            "PROXY-1 As a user script it works in every frame and window of a scope, and not in sandboxed ones",
            arguments: BrowserEngine.allCases
        )
        func userScript(engine: BrowserEngine) async throws {
            let files = ["index.html": Self.prepared, "frame.html": Self.prepared, "plain.html": Self.page]
            let options = PageOptions(scripts: [CallScript.source])
            try await ProxiedPage.with(engine, files: files, options: options) { site in
                site.upstream.on("/data", .answer(.ok, "answered"))
                let seen = try await site.run(
                    Self.framing + """
                        const told = () => new Promise(resolve => onmessage = ({ data }) => resolve(data));
                        const telling = `<script>fetch('${upstream}/data').then(answer => answer.text(), error => error.name)
                            .then(text => parent.postMessage(text, '*'))<\\/script>`;
                        const sandboxed = async sandbox => {
                            const answer = told();
                            await frame({ srcdoc: telling, sandbox });
                            return answer;
                        };
                        const text = '<!doctype html><title>blob</title>';
                        const blob = URL.createObjectURL(new Blob([text], { type: 'text/html' }));
                        const inner = await frame({ srcdoc: '<iframe srcdoc="deep"></iframe>' });
                        // Chromium's driver gives its scripts to the page alone.
                        const opened = opens ? open('about:blank') : await frame({});
                        const seen = [
                            await call(self), await call(await frame({ src: 'frame.html' })), await call(await frame({ src: 'plain.html' })),
                            await call(await frame({ srcdoc: 'text' })), await call(await frame({})), await call(await frame({ src: blob })),
                            await call(inner), await call(inner[0]), await call(opened),
                            await sandboxed('allow-scripts allow-same-origin'), await sandboxed('allow-scripts'),
                        ];
                        if (opens) opened.close();
                        return seen
                        """,
                    ["opens": .bool(engine == .webKit)]
                )
                #expect(seen.array == Array(repeating: "answered", count: 10) + ["TypeError"])
            }
        }

        @Test(
            "PROXY-1 A frame that goes to another scope calls by that scope's proxy",
            arguments: BrowserEngine.allCases
        )
        func otherScope(engine: BrowserEngine) async throws {
            let options = PageOptions(scripts: [CallScript.source])
            try await ProxiedPage.with(engine, options: options) { site in
                site.upstream.on("/data", .answer(.ok, "answered"))
                let folder = try FolderFixture()
                try folder.write("index.html", Self.prepared)
                let other = try await site.plugin.manager.register(folder: folder.root, as: .widgets, id: "other")
                let seen = try await site.run(
                    Self.framing + """
                        const view = await frame({});
                        const before = [await call(view), view.performance.getEntriesByType('resource').at(-1)?.name];
                        const element = view.frameElement;
                        const loaded = new Promise(resolve => element.onload = resolve);
                        view.location = url;
                        await loaded;
                        return [before[0], await call(view),
                            view.performance.getEntriesByType('resource').some(entry => entry.name.startsWith(`${url}~proxy/`))]
                        """,
                    ["url": .string(other.baseURL)]
                )
                #expect(seen == ["answered", "answered", true])
                withExtendedLifetime((other, folder)) {}
            }
        }
    }
}
