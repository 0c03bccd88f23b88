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
    }
}
