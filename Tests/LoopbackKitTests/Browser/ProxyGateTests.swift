import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// Who may use the proxy, and for what, as browsers tell it.
    @Suite("Proxied by strangers", .timeLimit(.minutes(2)))
    struct ProxyGateTests {
        /// Where a page that wants to use the proxy comes from.
        enum Stranger: String, CaseIterable, Sendable, CustomTestStringConvertible {
            /// Another port of 127.0.0.1, which is the same site.
            case otherPort
            /// Another name, which is another site.
            case otherSite
            /// A frame of the plugin's own page, whose origin is opaque.
            case sandboxedFrame

            var testDescription: String { rawValue }
        }

        /// A way to make an engine ask for an address: the body of an async function that gets it as `url`.
        private struct Way {
            let name: String
            let body: String
        }

        /// What another origin's page may try.
        private static let strangersWays = [
            Way(name: "fetch-get", body: "await (await fetch(url)).text()"),
            Way(name: "fetch-post", body: "await (await fetch(url, { method: 'POST', body: 'a' })).text()"),
            Way(name: "opaque-get", body: "await fetch(url, { mode: 'no-cors' })"),
            Way(name: "opaque-post", body: "await fetch(url, { mode: 'no-cors', method: 'POST', body: 'a' })"),
            Way(name: "xhr-sync-get", body: synchronous("GET")),
            Way(name: "xhr-sync-post", body: synchronous("POST")),
            Way(name: "no-referrer", body: "await fetch(url, { mode: 'no-cors', referrerPolicy: 'no-referrer' })"),
            Way(name: "beacon", body: "navigator.sendBeacon(url, 'a')"),
            Way(name: "image", body: element("img", "src")),
            Way(name: "video", body: element("video", "src")),
            Way(name: "audio", body: element("audio", "src")),
            Way(name: "script", body: element("script", "src")),
            Way(name: "style", body: element("link", "href")),
            Way(name: "font", body: "await new FontFace('own', `url(${url})`).load()"),
            Way(
                name: "events",
                body: """
                    const events = new EventSource(url);
                    await new Promise(resolve => events.onopen = events.onerror = resolve);
                    events.close()
                    """
            ),
            Way(
                name: "socket",
                body: """
                    const socket = new WebSocket(url.replace('http', 'ws'));
                    await new Promise(resolve => socket.onopen = socket.onclose = resolve)
                    """
            ),
            Way(name: "frame-get", body: form("GET")),
            Way(name: "frame-post", body: form("POST")),
        ]

        /// How a page opens a document or loads code, which are not what the proxy is there for.
        private static let ownWays = [
            Way(name: "frame", body: element("iframe", "src")),
            Way(name: "object", body: element("object", "data")),
            Way(name: "embed", body: element("embed", "src")),
            Way(name: "form-get", body: form("GET")),
            Way(name: "form-post", body: form("POST")),
            Way(name: "script", body: element("script", "src")),
            Way(name: "module", body: "await import(url)"),
            Way(name: "style", body: element("link", "href")),
            Way(
                name: "worker",
                body: "const worker = new Worker(url); await new Promise(resolve => worker.onerror = resolve)"
            ),
            Way(name: "service-worker", body: "await navigator.serviceWorker.register(url)"),
            Way(name: "worklet", body: "await new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule(url)"),
        ]

        private static func synchronous(_ method: String) -> String {
            "const request = new XMLHttpRequest(); request.open('\(method)', url, false); request.send('a')"
        }

        private static func element(_ name: String, _ attribute: String) -> String {
            """
            const element = document.createElement('\(name)');
            element.rel = 'stylesheet';
            const settled = new Promise(resolve => element.onload = element.onerror = element.onloadeddata = resolve);
            element.\(attribute) = url;
            document.body.append(element);
            await settled
            """
        }

        private static func form(_ method: String) -> String {
            """
            const frame = document.createElement('iframe'), form = document.createElement('form');
            frame.name = `frame ${url}`;
            document.body.append(frame);
            Object.assign(form, { method: '\(method)', target: frame.name, action: url });
            form.innerHTML = `<input name="${new URL(url).search.slice(1)}" value="1">`;
            document.body.append(form);
            const loaded = new Promise(resolve => frame.onload = resolve);
            form.submit();
            await loaded
            """
        }

        /// Tries all ways, each with its name as the query; a refusal looks different in each.
        private static let trying = """
            const AsyncFunction = (async () => {}).constructor;
            await Promise.all(Object.entries(ways).map(async ([name, body]) => {
                const way = new AsyncFunction('url', body)(`${base}?${name}`);
                await Promise.race([way.catch(() => 0), new Promise(resolve => setTimeout(resolve, 6000))]);
            }));
            """

        /// The same in a frame whose origin is opaque.
        private static let tryingInFrame = """
            const source = `addEventListener('message', async ({ data: { base, ways } }) => {
                ${trying}
                parent.postMessage(self.origin, '*');
            })`;
            const frame = document.createElement('iframe');
            frame.sandbox = 'allow-scripts allow-forms';
            frame.srcdoc = `<body><script>${source}</scr` + 'ipt>';
            await new Promise(resolve => { frame.onload = resolve; document.body.append(frame) });
            const answer = new Promise(resolve => addEventListener('message', ({ data }) => resolve(data)));
            frame.contentWindow.postMessage({ base, ways }, '*');
            return await answer
            """

        private func arguments(_ ways: [Way], _ base: String) -> [String: JSONValue] {
            let bodies = ways.map { ($0.name, JSONValue.string($0.body)) }
            return [
                "ways": .object(Dictionary(uniqueKeysWithValues: bodies)), "base": .string(base),
                "trying": .string(Self.trying),
            ]
        }

        /// Every way was tried and refused, and nothing came upstream.
        private func expectRefused(_ ways: [Way], _ site: ProxiedPage) async {
            #expect(site.upstream.requests.map(\.target) == [])
            let answers = await site.plugin.answers()
            for way in ways {
                let statuses = answers.filter { $0.target.contains("?\(way.name)") }.map(\.status.code)
                #expect(!statuses.isEmpty && statuses.allSatisfy { $0 == 403 }, "\(way.name): \(statuses)")
            }
        }

        @Test(
            "PROXY-4 No page of another origin reaches a site through the proxy, in any way that a page has",
            arguments: BrowserEngine.allCases,
            Stranger.allCases
        )
        func strangers(engine: BrowserEngine, stranger: Stranger) async throws {
            try await withServer(handler: ForeignSite()) { port in
                try await ProxiedPage.with(engine) { site in
                    site.upstream.on("*", .answer(.ok, "SECRET", ["Access-Control-Allow-Origin": "*"]))
                    let base = site.plugin.url + site.address("/secret").dropFirst(2)
                    let arguments = arguments(Self.strangersWays, base)
                    switch stranger {
                    case .otherPort: try await site.page.load("http://127.0.0.1:\(port)/")
                    case .otherSite: try await site.page.load("http://localhost:\(port)/")
                    case .sandboxedFrame:
                        let origin = try await site.run(Self.tryingInFrame, arguments, within: .seconds(30))
                        #expect(origin == "null")
                    }
                    if stranger != .sandboxedFrame {
                        try await site.run(Self.trying, arguments, within: .seconds(30))
                    }
                    await expectRefused(Self.strangersWays, site)
                }
            }
        }

        @Test(
            "PROXY-4 A page's own documents, frames, scripts, styles and workers never come from another site",
            arguments: BrowserEngine.allCases
        )
        func documents(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                site.upstream.on("*", .answer(.ok, "window.ran = 1", ["Content-Type": "text/javascript"]))
                let base = site.plugin.url + site.address("/document").dropFirst(2)
                try await site.run(Self.trying, arguments(Self.ownWays, base), within: .seconds(30))
                #expect(try await site.run("return window.ran ?? 0") == 0)
                let events = site.plugin.manager.events()
                // An address that the user opens, and one that the page goes to.
                try await site.page.load("\(base)?typed")
                try await site.page.load(site.plugin.url)
                try await site.run("setTimeout(() => location.href = url)", ["url": .string("\(base)?went")])
                try await within(.seconds(15), "the page did not go there") {
                    for await event in events {
                        if case .answered(let answer) = event.kind, answer.target.hasSuffix("?went") { return }
                    }
                }
                let more = ["typed", "went"].map { Way(name: $0, body: "") }
                await expectRefused(Self.ownWays + more, site)
            }
        }

        /// A drawing and a page that tell when their scripts run.
        private static let drawing = """
            <svg xmlns="http://www.w3.org/2000/svg" width="7" height="7" onload="fetch('/ran')">
            <script>fetch('/ran'); parent.ran = 1; top.ran = 1</script></svg>
            """
        private static let document = """
            <!doctype html><title>document</title><script>parent.ran = 1; fetch('./ran')</script>
            <body onload="parent.ran = 1"><img src=x onerror="parent.ran = 1">
            """

        @Test(
            "PROXY-4 A drawing of another site that is shown as an image runs no script",
            arguments: BrowserEngine.allCases
        )
        func drawings(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                site.upstream.on("/drawing", .answer(.ok, Self.drawing, ["Content-Type": "image/svg+xml"]))
                site.upstream.on("/document", .answer(.ok, Self.document, ["Content-Type": "text/html"]))
                let seen = try await site.run(
                    """
                    const show = path => new Promise(resolve => {
                        const image = new Image();
                        image.onload = () => resolve(image.naturalWidth);
                        image.onerror = () => resolve('none');
                        image.src = proxy(path);
                        document.body.append(image);
                    });
                    return [await show('/drawing'), await show('/document'), window.ran ?? 0]
                    """
                )
                #expect(seen == [7, "none", 0])
                #expect(site.upstream.requests.map(\.path) == ["/drawing", "/document"])
                #expect(await site.plugin.answers().allSatisfy { !$0.target.hasSuffix("/ran") })
            }
        }

        @Test(
            "PROXY-4 A document that a page's service worker takes from another site has no origin and runs nothing",
            arguments: BrowserEngine.allCases,
            ["/drawing", "/document"]
        )
        func sandbox(engine: BrowserEngine, path: String) async throws {
            let worker = """
                addEventListener('install', () => skipWaiting());
                addEventListener('activate', event => event.waitUntil(clients.claim()));
                addEventListener('fetch', event => {
                    const taken = new URL(event.request.url).searchParams.get('taken');
                    if (taken) event.respondWith(fetch(taken));
                });
                """
            try await ProxiedPage.with(engine, files: ["worker.js": worker]) { site in
                site.upstream.on("/drawing", .answer(.ok, Self.drawing, ["Content-Type": "image/svg+xml"]))
                site.upstream.on("/document", .answer(.ok, Self.document, ["Content-Type": "text/html"]))
                let seen = try await site.run(
                    """
                    navigator.serviceWorker.register('worker.js');
                    await navigator.serviceWorker.ready;
                    if (!navigator.serviceWorker.controller) {
                        await new Promise(resolve => navigator.serviceWorker.oncontrollerchange = resolve);
                    }
                    const frame = document.createElement('iframe');
                    const loaded = new Promise(resolve => frame.onload = resolve);
                    frame.src = 'shown?taken=' + encodeURIComponent(new URL(proxy(path), location.href));
                    document.body.append(frame);
                    await loaded;
                    return [frame.contentDocument === null, window.ran ?? 0]
                    """,
                    ["path": .string(path)]
                )
                #expect(seen == [true, 0])
                #expect(site.upstream.requests.map(\.path) == [path])
                #expect(await site.plugin.answers().allSatisfy { !$0.target.hasSuffix("/ran") })
            }
        }
    }
}
