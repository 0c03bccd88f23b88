import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// Pages that a plugin's files are not for.
    @Suite("Foreign pages", .timeLimit(.minutes(2)))
    struct ForeignPageTests {
        /// Where a page that wants the files comes from.
        enum Stranger: String, CaseIterable, Sendable, CustomTestStringConvertible {
            /// Another port of 127.0.0.1, which is the same site.
            case otherPort
            /// Another name, which is another site.
            case otherSite
            /// A frame of the plugin's own page, whose origin is opaque.
            case sandboxedFrame

            var testDescription: String { rawValue }
        }

        private static let files = [
            "index.html": "<!doctype html><title>plugin</title><body>",
            "secret.json": #"{"secret":"SECRET"}"#,
            "secret.js": "globalThis.stolen = 'SECRET';",
            "secret.css": "html { --stolen: SECRET }",
            "secret.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='7' height='7'/>",
            "secret.html": "<!doctype html><title>SECRET</title>SECRET",
        ]

        /// Ways to a file: each is the body of an async function that gets `base` and `name`, gives what the page could
        /// learn, and asks for the file with its own name as the query.
        private struct Attempt {
            let name: String
            let statuses: Set<Int>
            let body: String
        }

        private static let attempts = [
            Attempt(
                name: "fetch-get",
                statuses: [403],
                body: "return (await fetch(base + 'secret.json?' + name)).text()"
            ),
            Attempt(
                name: "fetch-post",
                statuses: [405],
                body: "return (await fetch(base + 'secret.json?' + name, { method: 'POST', body: 'a' })).text()"
            ),
            Attempt(
                name: "opaque-get",
                statuses: [403],
                body: "return (await fetch(base + 'secret.json?' + name, { mode: 'no-cors' })).text()"
            ),
            Attempt(
                name: "opaque-post",
                statuses: [405],
                body: """
                    const options = { mode: 'no-cors', method: 'POST', body: 'a' };
                    return (await fetch(base + 'secret.json?' + name, options)).text()
                    """
            ),
            Attempt(name: "xhr-get", statuses: [403], body: xhr("GET")),
            Attempt(name: "xhr-post", statuses: [405], body: xhr("POST")),
            Attempt(name: "script", statuses: [403], body: element("script", "src", "secret.js")),
            Attempt(name: "module", statuses: [403], body: "await import(base + 'secret.js?' + name); return 'SECRET'"),
            Attempt(name: "style", statuses: [403], body: element("link", "href", "secret.css")),
            Attempt(name: "image", statuses: [403], body: element("img", "src", "secret.svg")),
            Attempt(name: "video", statuses: [403], body: element("video", "src", "secret.svg")),
            Attempt(
                name: "events",
                statuses: [403],
                body: """
                    const events = new EventSource(base + 'secret.json?' + name);
                    return await new Promise(resolve => {
                        events.onopen = () => resolve('SECRET: it was opened');
                        events.onerror = () => { events.close(); resolve('') };
                    })
                    """
            ),
            // Chromium tells no site with a handshake, so it gets the file; no engine gives a page that answer.
            Attempt(
                name: "socket",
                statuses: [200, 403],
                body: """
                    const socket = new WebSocket(base.replace('http', 'ws') + 'secret.json?' + name);
                    return await new Promise(resolve => {
                        socket.onopen = socket.onmessage = () => resolve('SECRET: it was opened');
                        socket.onclose = () => resolve('');
                    })
                    """
            ),
            Attempt(name: "frame-get", statuses: [403], body: frame("GET")),
            Attempt(name: "frame-post", statuses: [405], body: frame("POST")),
        ]

        private static func xhr(_ method: String) -> String {
            """
            const request = new XMLHttpRequest();
            request.open('\(method)', base + 'secret.json?' + name);
            await new Promise(resolve => { request.onloadend = resolve; request.send('a'); });
            return request.responseText
            """
        }

        private static func element(_ tag: String, _ attribute: String, _ file: String) -> String {
            """
            const element = document.createElement('\(tag)');
            element.rel = 'stylesheet';
            const loaded = new Promise(resolve => {
                element.onload = () => resolve('SECRET: it was loaded');
                element.onerror = () => resolve('');
            });
            element.\(attribute) = base + '\(file)?' + name;
            document.body.append(element);
            return await loaded
            """
        }

        /// A form whose answer comes into a frame, which then is or is not readable.
        private static func frame(_ method: String) -> String {
            """
            const frame = document.createElement('iframe');
            frame.name = name;
            document.body.append(frame);
            const form = document.createElement('form');
            Object.assign(form, { method: '\(method)', target: name, action: base + 'secret.html?' + name });
            form.innerHTML = `<input name="${name}" value="1">`;
            document.body.append(form);
            const loaded = new Promise(resolve => frame.onload = resolve);
            form.submit();
            await loaded;
            return frame.contentDocument?.documentElement.outerHTML ?? ''
            """
        }

        /// Runs every attempt in the window or frame that is there, and gives what each learned.
        private static let script = """
            const learned = {};
            for (const [name, body] of Object.entries(attempts)) {
                try {
                    learned[name] = await new AsyncFunction('base', 'name', body)(base, name) ?? '';
                } catch (error) {
                    learned[name] = '';
                }
            }
            """

        private static let functions = "const AsyncFunction = (async () => {}).constructor;\n"

        @Test(
            "SCOPE-7 Another origin's page gets nothing, by GET and by POST, in any way that a page has",
            arguments: BrowserEngine.allCases,
            Stranger.allCases
        )
        func strangers(engine: BrowserEngine, stranger: Stranger) async throws {
            let site = ForeignSite()
            try await withServer(handler: site) { port in
                try await withPlugin(Self.files) { plugin in
                    let learned = try await engine.withPage { page in
                        switch stranger {
                        case .otherPort: try await page.load("http://127.0.0.1:\(port)/")
                        case .otherSite: try await page.load("http://localhost:\(port)/")
                        case .sandboxedFrame: try await page.load(plugin.url)
                        }
                        return try await attempt(page, base: plugin.url, inFrame: stranger == .sandboxedFrame)
                    }
                    let answers = await plugin.answers()
                    for attempt in Self.attempts {
                        #expect(learned[attempt.name] == "", "\(attempt.name)")
                        // The answer, and not the lack of a request, kept it from the file.
                        let statuses = answers.filter { $0.target.contains("?\(attempt.name)") }.map(\.status.code)
                        #expect(
                            !statuses.isEmpty && statuses.allSatisfy { attempt.statuses.contains($0) },
                            "\(attempt.name): \(statuses)"
                        )
                    }
                }
            }
        }

        private func attempt(_ page: any BrowserPage, base: String, inFrame: Bool) async throws -> JSONValue {
            let attempts = Self.attempts.map { ($0.name, JSONValue.string($0.body)) }
            let arguments: [String: JSONValue] = [
                "base": .string(base), "attempts": .object(Dictionary(uniqueKeysWithValues: attempts)),
            ]
            guard inFrame else {
                return try await page.run(
                    Self.functions + Self.script + "return learned",
                    arguments,
                    within: .seconds(30)
                )
            }
            let source = """
                const source = `${functions}addEventListener('message', async ({ data: { base, attempts } }) => {
                    ${script}
                    parent.postMessage({ learned, origin: self.origin }, '*');
                })`;
                const frame = document.createElement('iframe');
                frame.sandbox = 'allow-scripts allow-forms';
                frame.srcdoc = `<body><script>${source}</scr` + 'ipt>';
                await new Promise(resolve => { frame.onload = resolve; document.body.append(frame) });
                const answer = new Promise(resolve => addEventListener('message', ({ data }) => resolve(data)));
                frame.contentWindow.postMessage({ base, attempts }, '*');
                return await answer
                """
            let more: [String: JSONValue] = ["functions": .string(Self.functions), "script": .string(Self.script)]
            let answer = try await page.run(source, arguments.merging(more) { $1 }, within: .seconds(30))
            #expect(answer["origin"] == "null")
            return answer["learned"]
        }

        @Test(
            "SCOPE-7 A link or a form by GET opens a document in a window of its own, a form by POST opens nothing",
            arguments: BrowserEngine.allCases,
            ["127.0.0.1", "localhost"]
        )
        func windows(engine: BrowserEngine, host: String) async throws {
            try await withServer(handler: ForeignSite()) { port in
                try await withPlugin(Self.files) { plugin in
                    try await engine.withPage { page in
                        for way in ["link", "get", "post"] {
                            try await page.load("http://\(host):\(port)/")
                            try await page.run(
                                Self.navigation,
                                ["way": .string(way), "url": .string("\(plugin.url)secret.html")]
                            )
                            let expression = "location.origin === '\(plugin.origin)' && document.body?.innerText"
                            let text = try await page.wait(for: expression).string
                            #expect(text?.contains("SECRET") == (way != "post"), "\(way): \(text ?? "")")
                        }
                    }
                    let answers = await plugin.answers().filter { $0.target.contains("secret.html") }
                    #expect(answers.map(\.status.code) == [200, 200, 405])
                    #expect(answers.map(\.method) == ["GET", "GET", "POST"])
                }
            }
        }

        /// Leaves the page by a link or a form, after the function has returned.
        private static let navigation = """
            const element = document.createElement(way === 'link' ? 'a' : 'form');
            if (way === 'link') {
                element.href = url;
            } else {
                Object.assign(element, { method: way, action: url });
            }
            document.body.append(element);
            setTimeout(() => way === 'link' ? element.click() : element.submit());
            """

        @Test("SCOPE-7 Whoever opened a page's window can't look into it", arguments: BrowserEngine.allCases)
        func opener(engine: BrowserEngine) async throws {
            try await withServer(handler: ForeignSite()) { port in
                try await withPlugin(Self.files) { plugin in
                    try await engine.withPage { page in
                        try await page.load("http://127.0.0.1:\(port)/")
                        let seen = try await page.run(Self.opening, ["url": .string("\(plugin.url)secret.html")])
                        #expect(seen == "SecurityError")
                    }
                    let answers = await plugin.answers()
                    #expect(answers.contains { $0.target.hasSuffix("secret.html") && $0.status.code == 200 })
                }
            }
        }

        /// Opens a window, and looks into it until it has another origin.
        private static let opening = """
            const other = window.open(url);
            if (!other) return 'no window';
            for (let turn = 0; turn < 1000; turn += 1) {
                try {
                    const text = other.document.documentElement.outerHTML;
                    if (text.includes('SECRET')) return text;
                } catch (error) {
                    other.close();
                    return error.name;
                }
                await new Promise(next => setTimeout(next, 10));
            }
            return 'still readable';
            """
    }
}
