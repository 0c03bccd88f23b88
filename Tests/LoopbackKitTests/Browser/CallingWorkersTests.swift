import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// Workers of a plugin that call another site by its own address.
    @Suite("Calling workers", .timeLimit(.minutes(3)))
    struct CallingWorkersTests {
        /// What a worker does: it calls the addresses that it is sent, and tells what came, or what failed.
        private static let answering = """
            const call = url => fetch(url).then(answer => answer.text(), error => `failed: ${error}`);
            const listen = port => { port.onmessage = async ({ data }) => port.postMessage(await call(data)); };
            if (typeof SharedWorkerGlobalScope === 'function') onconnect = ({ ports }) => listen(ports[0]); else listen(self);

            """

        /// What the page does: `await ask(worker, message)`, and `blobURL(text)`.
        private static let asking = """
            const ask = (worker, message) => new Promise((resolve, reject) => {
                const port = worker.port ?? worker;
                port.onmessage = ({ data }) => resolve(data);
                worker.onerror = event => reject(Error(`${event.message} in line ${event.lineno}`));
                port.postMessage(message);
                setTimeout(reject, 8000, Error('the worker is silent'));
            });
            const blobURL = text => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));

            """

        private static let files = [
            "answering.js": answering,
            "importing.js": """
            import { call } from './saving.js';
            onmessage = async ({ data }) => postMessage(await call(data));
            """,
            "saving.js":
                "const saved = fetch; export const call = url => saved(url).then(answer => answer.text(), String);",
            "nesting.js": """
            onmessage = ({ data: { made, url } }) => {
                const inner = new Worker(made.text ? URL.createObjectURL(new Blob([made.text])) : made.url);
                inner.onmessage = ({ data }) => postMessage(data);
                inner.postMessage(url);
            };
            """,
        ]

        @Test(
            "PROXY-1 Workers call other sites by fetch, whatever kind they are and whatever they are made of",
            arguments: BrowserEngine.allCases
        )
        func kinds(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, files: Self.files, loadsCallScript: true) { site in
                site.upstream.on("/data", .answer(.ok, "answered"))
                let seen = try await site.run(
                    Self.asking + """
                        const module = { type: 'module' }, url = `${upstream}/data`, nested = new Worker('nesting.js');
                        const imports = importing.replace('./', location.href);
                        const seen = [
                            await ask(new Worker('answering.js'), url),
                            await ask(new Worker('answering.js', module), url),
                            await ask(new Worker('importing.js', module), url),
                            await ask(new SharedWorker('answering.js', 'classic'), url),
                            await ask(new SharedWorker('answering.js', { ...module, name: 'module' }), url),
                            await ask(new Worker(blobURL(answering)), url),
                            await ask(new Worker(blobURL(answering), module), url),
                            await ask(new Worker(blobURL(imports), module), url),
                            await ask(new SharedWorker(blobURL(answering)), url),
                            await ask(new SharedWorker(blobURL(answering), module), url),
                            await ask(nested, { made: { url: 'answering.js' }, url }),
                            await ask(nested, { made: { text: answering }, url }),
                            await ask(new Worker(blobURL(nesting)), { made: { text: answering }, url }),
                            await ask(new Worker(blobURL(nesting), module), { made: { text: answering }, url }),
                        ];
                        return seen
                        """,
                    Self.files.reduce(into: [:]) { $0[String($1.key.dropLast(3))] = .string($1.value) },
                    within: .seconds(60)
                )
                #expect(seen.array == Array(repeating: "answered", count: 14))
            }
        }

        @Test(
            "PROXY-1 A worker keeps its address, its mode, the lines of its errors, and what it loads relatively",
            arguments: BrowserEngine.allCases
        )
        func kept(engine: BrowserEngine) async throws {
            let telling = """
                onmessage = async () => postMessage([location.href, (function () { return this === undefined; })(), loaded,
                    await (await fetch('data.txt')).text(), self.calls === undefined]);
                importScripts('loaded.js');
                """
            let failing = "// a comment\n'use strict';\nconst a = 1;\nthrow new Error('own');\n"
            let files = [
                "sub/strict.js": "/* a comment */ 'use strict' // directive\n\(telling)", "sub/sloppy.js": telling,
                "sub/loaded.js": "var loaded = 'loaded'", "sub/data.txt": "data", "sub/failing.js": failing,
                "sub/first.js": "throw new Error('own');",
                "sub/module.js": "import './loaded.js';\nthrow new Error('own')",
            ]
            try await ProxiedPage.with(engine, files: files, loadsCallScript: true) { site in
                let seen = try await site.run(
                    Self.asking + """
                        const failure = worker => ask(worker).catch(error => error.message.replace(/^.*own in/, 'own in'));
                        return [
                            await ask(new Worker('sub/strict.js')), await ask(new Worker('sub/sloppy.js')),
                            await failure(new Worker('sub/failing.js')), await failure(new Worker('sub/first.js')),
                            await failure(new Worker('sub/module.js', { type: 'module' })),
                            await failure(new Worker(blobURL(failing))),
                            await failure(new Worker(blobURL(failing), { type: 'module' })),
                        ]
                        """,
                    ["failing": .string(failing)],
                    within: .seconds(40)
                )
                let address = site.plugin.url + "sub/"
                #expect(seen[0] == [.string(address + "strict.js"), true, "loaded", "data", true])
                #expect(seen[1] == [.string(address + "sloppy.js"), false, "loaded", "data", true])
                let lines = ["own in line 4", "own in line 1", "own in line 2", "own in line 4", "own in line 4"]
                #expect(seen.array.dropFirst(2).map(\.string) == lines)
            }
        }

        @Test(
            "PROXY-1 A Blob's object URL is a worker's as long as the page keeps it, and its text keeps its mode",
            arguments: BrowserEngine.allCases
        )
        func objectURLs(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                let seen = try await site.run(
                    Self.asking + """
                        const mode = 'onmessage = () => postMessage((function () { return this === undefined; })())';
                        const modes = [];
                        for (const text of [`'use strict';${mode}`, `/* a */ // b\\n"use strict"\\n${mode}`, mode, `('use strict');${mode}`])
                            modes.push(await ask(new Worker(blobURL(text))));
                        const counting = 'let n = 0; onconnect = ({ ports: [port] }) => { port.onmessage = () => port.postMessage(n += 1) }';
                        const shared = blobURL(counting), counts = [];
                        for (let index = 0; index < 2; index += 1) counts.push(await ask(new SharedWorker(shared)));
                        const url = blobURL('onmessage = () => postMessage(location.hash + location.protocol)');
                        const early = ask(new Worker(`${url}#part`)), earlyModule = ask(new Worker(new URL(url), { type: 'module' }));
                        URL.revokeObjectURL(url);
                        const content = await (await fetch(shared)).text();
                        const late = await new Promise(resolve => {
                            try { new Worker(url).onerror = () => resolve('error'); } catch (error) { resolve('error'); }
                        });
                        class Own extends Worker { own() { return 'own'; } }
                        const own = new Own(blobURL(mode));
                        const data = await ask(new Worker(`data:text/javascript,${mode}`));
                        return [modes, counts, await early, await earlyModule, late, content === counting, own.own(),
                            own instanceof Worker, Worker.name, Worker.length, `${Worker}`.includes('[native code]'),
                            Worker.prototype.constructor === Worker, new Blob(['a']).constructor === Blob, data]
                        """,
                    within: .seconds(40)
                )
                let modes: JSONValue = [true, true, false, false]
                #expect(
                    seen == [
                        modes, [1, 2], "#partblob:", "blob:", "error", true, "own", true, "Worker", 1, true, true, true,
                        false,
                    ]
                )
            }
        }

        @Test(
            "PROXY-1 A service worker calls other sites, also while it is installed, and its page's calls pass through it",
            arguments: BrowserEngine.allCases
        )
        func serviceWorker(engine: BrowserEngine) async throws {
            let worker = """
                let installed;
                const call = () => fetch(`${location.search.slice(1)}/data`).then(answer => answer.text(), String);
                oninstall = event => event.waitUntil(call().then(text => { installed = text; return skipWaiting(); }));
                onactivate = event => event.waitUntil(clients.claim());
                onfetch = event => { if (event.request.url.includes('~proxy')) event.respondWith(fetch(event.request)); };
                onmessage = async event => event.source.postMessage([installed, await call()]);
                """
            let files = [
                "classic/sw.js": worker, "module/sw.js": "import './dependency.js';\n\(worker)",
                "module/dependency.js": "",
            ]
            try await ProxiedPage.with(engine, files: files, loadsCallScript: true) { site in
                site.upstream.on("/data", .answer(.ok, "answered"))
                for type in ["classic", "module"] {
                    let seen = try await site.run(
                        """
                        const script = `${type}/sw.js?${upstream}`;
                        const registration = await navigator.serviceWorker.register(script, { type });
                        const worker = registration.installing ?? registration.waiting ?? registration.active;
                        while (worker.state !== 'activated') await new Promise(next => worker.onstatechange = next);
                        const answer = new Promise(resolve => navigator.serviceWorker.onmessage = ({ data }) => resolve(data));
                        worker.postMessage('');
                        const seen = [await answer, await (await fetch(`${upstream}/data`)).text()];
                        await registration.unregister();
                        return seen
                        """,
                        ["type": .string(type)]
                    )
                    #expect(seen == [["answered", "answered"], "answered"], "\(type)")
                }
            }
        }
    }
}
