import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// Calls of pages with a Content Security Policy of their own.
    @Suite("Called under a policy", .timeLimit(.minutes(2)))
    struct CalledPolicyTests {
        @Test(
            "PAGE-5 What a page's policy lets through is called, and the engine itself refuses the rest by its real address",
            arguments: BrowserEngine.allCases
        )
        func refused(engine: BrowserEngine) async throws {
            let policies = ["http://*.test:*/yes/ http://other.test/", "https: http://upstream.test:*/yes/a"]
            let metas = policies.map { "<meta http-equiv=content-security-policy content=\"connect-src \($0)\">" }
            let document = PreparedDocument.make("<!doctype html><meta charset=utf-8>\(metas.joined())<title>a</title>")
            try await ProxiedPage.with(engine, files: ["index.html": document]) { site in
                site.upstream.on("/yes/a", .answer(.ok, "answered"))
                let seen = try await site.run(
                    """
                    const reports = [];
                    const listen = view => view.document.addEventListener('securitypolicyviolation', event => reports.push(
                        `${event.effectiveDirective} ${new URL(event.blockedURI).pathname} ${event.disposition}`));
                    listen(window);
                    const settled = async make => {
                        const found = await make().then(async answer => await answer.text(), () => 'refused');
                        const end = performance.now() + 2000;
                        while (found === 'refused' && reports.length === 0 && performance.now() < end)
                            await new Promise(next => setTimeout(next, 5));
                        return [found, reports.splice(0)[0] ?? null];
                    };
                    const ask = path => new Promise((resolve, reject) => {
                        const call = new XMLHttpRequest();
                        call.onerror = () => reject(new TypeError(`${call.status} ${call.readyState}`));
                        call.onload = () => resolve(new Response(call.responseText));
                        call.open('GET', upstream + path);
                        call.send();
                    });
                    const beacon = path => {
                        navigator.sendBeacon(upstream + path, 'x');
                        return Promise.reject(new TypeError());
                    };
                    // WebKit throws at once.
                    const fails = make => new Promise((resolve, reject) => { make().onerror = reject; });
                    const frame = document.createElement('iframe');
                    frame.srcdoc = '<script src="./~calls/calls.js"></' + 'script>';
                    const loaded = new Promise(next => { frame.onload = next; });
                    document.body.append(frame);
                    await loaded;
                    listen(frame.contentWindow);
                    return [
                        await settled(() => fetch(upstream + '/yes/a?q#part')), await settled(() => fetch(upstream + '/yes/b')),
                        await settled(() => fetch(upstream + '/no')), await settled(() => ask('/no')),
                        await settled(() => beacon('/no')), await settled(() => fails(() => new EventSource(upstream + '/no'))),
                        await settled(() => fails(() => new WebSocket(upstream.replace('http', 'ws') + '/yes/a'))),
                        await settled(() => frame.contentWindow.fetch(upstream + '/yes/a')),
                        await settled(() => frame.contentWindow.fetch(upstream + '/no')),
                    ]
                    """
                )
                #expect(
                    seen == [
                        ["answered", .null], ["refused", "connect-src /yes/b enforce"],
                        ["refused", "connect-src /no enforce"], ["refused", "connect-src /no enforce"],
                        ["refused", "connect-src /no enforce"], ["refused", "connect-src /no enforce"],
                        ["refused", "connect-src /yes/a enforce"], ["answered", .null],
                        ["refused", "connect-src /no enforce"],
                    ]
                )
                #expect(site.upstream.requests.map(\.target) == ["/yes/a?q", "/yes/a"])
            }
        }

        /// Lists of sources, with addresses that each admits, and such that it does not.
        ///
        /// Each row was held against both engines' own verdicts. They differ in three: Chromium does not take `ws:` for
        /// `http:`, nor a port other than 80 for one of `https:`; WebKit does not take `*:8080`.
        private static let lists: KeyValuePairs<String, (admitted: [String], others: [String])> = [
            "*": (["http://a.example/p", "https://a.example:8443/p"], []),
            "'none'": ([], ["http://a.example/p"]),
            "": ([], ["http://a.example/p"]),
            "'none' a.example": (["http://a.example/p"], ["http://b.example/p"]),
            "'self'": ([], ["http://a.example/p", "https://127.0.0.1:1/"]),
            "'unsafe-inline' 'nonce-abc' data:": ([], ["http://a.example/p"]),
            "HTTP:": (["http://a.example/p", "https://a.example/p"], []),
            "https:": (["https://a.example/p"], ["http://a.example/p"]),
            "ws:": (["http://a.example/p", "https://a.example/p"], []),
            "wss:": (["https://a.example/p"], ["http://a.example/p"]),
            "A.Example": (
                ["http://a.example/p", "https://a.example/p", "http://A.EXAMPLE/"],
                ["http://a.example:8080/", "https://a.example:8443/", "http://b.a.example/"]
            ),
            "https://a.example": (["https://a.example/p"], ["http://a.example/p"]),
            "wss://a.example": (["https://a.example/p"], ["http://a.example/p"]),
            "*.a.example": (
                ["http://b.a.example/", "https://c.b.a.example/"], ["http://a.example/", "http://ba.example/"]
            ),
            "*:8080": (["http://a.example:8080/"], ["http://a.example/"]),
            "http://*": (["http://a.example/", "https://a.example/"], ["http://a.example:8080/"]),
            "a.example:*": (["http://a.example/", "https://a.example:8443/"], ["http://b.example/"]),
            "a.example:8080": (["http://a.example:8080/", "https://a.example:8080/"], ["http://a.example/"]),
            "a.example:80": (["http://a.example/", "https://a.example/"], ["http://a.example:8080/"]),
            "a.example:443": (["https://a.example/"], ["http://a.example/"]),
            "a.example/p/": (
                ["http://a.example/p/x.json?q", "http://a.example/p/q/x"],
                ["http://a.example/p", "http://a.example/q/"]
            ),
            "a.example/p": (
                ["http://a.example/p", "http://a.example/p?q"], ["http://a.example/p/", "http://a.example/P"]
            ),
            "a.example/": (["http://a.example/", "http://a.example/p"], []),
            "a.example/p/x?q#part": (["http://a.example/p/x"], ["http://a.example/p/y"]),
            "a.example/%70/a%3Bb": (
                ["http://a.example/p/a;b", "http://a.example/p/a%3bb"], ["http://a.example/q/a;b"]
            ),
            "a.example/%ff": (["http://a.example/%ff"], ["http://a.example/%fe"]),
            "10.0.0.1": (["http://10.0.0.1/"], ["http://10.0.0.2/"]),
            "[::1] http://[::1]": ([], ["http://[::1]/"]),
            "xn--bcher-kva.example": (["http://bücher.example/"], []),
            "a.example: http:// //a.example *a.example a.*": ([], ["http://a.example/"]),
        ]

        @Test(
            "PAGE-5 A list of sources admits what CSP Level 3, section 6.7.2 says, and every list has to",
            arguments: BrowserEngine.allCases
        )
        func lists(engine: BrowserEngine) async throws {
            let head = "<!doctype html><html><head><meta charset=utf-8>\(ProxiedPage.callScript)<title>a</title></head>"
            let files = ["index.html": head + "<body><meta data-connect-src=\"'none'\"></body></html>"]
            try await ProxiedPage.with(engine, files: files) { site in
                // A call that goes through the proxy fails with a cause there: the name is known to nobody.
                let script = """
                    console.warn = () => {};
                    const metas = ['*', '*'].map(list => {
                        const meta = document.createElement('meta');
                        meta.dataset.connectSrc = list;
                        document.head.append(meta);
                        return meta;
                    });
                    const isCalled = async (list, url) => {
                        const meta = metas[Math.floor(Math.random() * 2)];
                        meta.dataset.connectSrc = list;
                        const error = await fetch(url).catch(error => error);
                        meta.dataset.connectSrc = '*';
                        return error.cause !== undefined;
                    };
                    const wrong = [];
                    for (const [list, admitted, others] of rows) {
                        for (const url of admitted) if (!await isCalled(list, url)) wrong.push(`${list} refuses ${url}`);
                        for (const url of others) if (await isCalled(list, url)) wrong.push(`${list} admits ${url}`);
                    }
                    return wrong
                    """
                let rows = Self.lists.map { list, urls -> JSONValue in
                    [.string(list), .array(urls.admitted.map { .string($0) }), .array(urls.others.map { .string($0) })]
                }
                let wrong = try await site.run(script, ["rows": .array(rows)])
                #expect(wrong == [])
            }
        }
    }
}
