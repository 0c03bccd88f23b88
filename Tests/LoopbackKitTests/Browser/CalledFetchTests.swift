import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// fetch of other sites by their own addresses, in a page with the call script.
    @Suite("Called by fetch", .timeLimit(.minutes(2)))
    struct CalledFetchTests {
        @Test(
            "PROXY-1 A fetch has its method, address, body and fields upstream, and the upstream's answer in the page",
            arguments: BrowserEngine.allCases
        )
        func whole(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                let fields: KeyValuePairs = [
                    "Content-Type": "text/x-own", "Link": "</a>; rel=preload", "Server": "own",
                ]
                site.upstream.on("/a%2Fb", .answer(.created, "answered", fields))
                let seen = try await site.run(
                    """
                    const answer = await fetch(upstream + '/a%2Fb?q=%20+%C3%A9#part', {
                        method: 'PUT', body: 'body é', headers: { 'X-Own': '1', 'Content-Type': 'text/x-sent' },
                    });
                    const copy = answer.clone();
                    const names = ['content-type', 'link', 'server', 'loopback-upstream-url', 'content-security-policy'];
                    return [answer.url.replace(upstream, ''), answer.type, answer.redirected, answer.status, answer.statusText,
                        answer.ok, names.map(name => answer.headers.get(name)), await answer.text(), copy.url === answer.url,
                        answer instanceof Response, fetch.name, fetch.length, String(fetch).includes('[native code]')]
                    """
                )
                let names: JSONValue = ["text/x-own", "</a>; rel=preload", "own", .null, .null]
                #expect(
                    seen == [
                        "/a%2Fb?q=%20+%C3%A9", "cors", false, 201, "Created", true, names, "answered", true, true,
                        "fetch", 1,
                        true,
                    ]
                )
                let request = try #require(site.upstream.requests.first)
                #expect(request.method == "PUT" && request.target == "/a%2Fb?q=%20+%C3%A9")
                #expect(request.bodyText == "body é")
                #expect(request["X-Own"] == "1" && request["Content-Type"] == "text/x-sent")
            }
        }

        @Test(
            "PROXY-1 A call that fails is rejected as the engine rejects it, with a cause, and is one line in the console",
            arguments: BrowserEngine.allCases
        )
        func failing(engine: BrowserEngine) async throws {
            let page = """
                <!doctype html><meta charset=utf-8>
                <script>const lines = []; console.warn = (...line) => lines.push(line.join(" "))</script>
                \(ProxiedPage.callScript)<title>page</title><body>
                """
            try await ProxiedPage.with(engine, files: ["index.html": page]) { site in
                let seen = try await site.run(
                    """
                    const native = await fetch('http://[').catch(error => error);
                    const error = await fetch('http://10.0.0.1/a').catch(error => error);
                    const { stage, reason, url, name } = error.cause;
                    return [native.name, error instanceof TypeError, error.name, stage, reason, url, name, lines]
                    """
                )
                let line =
                    "LoopbackKit: GET http://10.0.0.1/a failed: refused, privateAddress: "
                    + "The call is refused: the host is in a private network."
                let expected: JSONValue = [
                    "TypeError", true, "TypeError", "refused", "privateAddress", "http://10.0.0.1/a",
                    "LoopbackProxyError", [.string(line)],
                ]
                #expect(seen == expected)
            }
        }

        @Test("PROXY-1 The script works once, however often it is loaded", arguments: BrowserEngine.allCases)
        func twice(engine: BrowserEngine) async throws {
            let page = """
                <!doctype html><meta charset=utf-8>\(ProxiedPage.callScript)<script>const first = fetch</script>
                \(ProxiedPage.callScript)<title>page</title><body>
                """
            try await ProxiedPage.with(engine, files: ["index.html": page]) { site in
                site.upstream.on("/a", .answer(.ok, "a"))
                let seen = try await site.run("return [fetch === first, await (await fetch(upstream + '/a')).text()]")
                #expect(seen == [true, "a"])
            }
        }

        @Test(
            "PROXY-1 The script does nothing at another origin, nor outside of a scope",
            arguments: BrowserEngine.allCases,
            ["127.0.0.1:PORT/page", "localhost:PORT/0123456789abcdef0123456789abcdef/plugins/demo/"]
        )
        func elsewhere(engine: BrowserEngine, place: String) async throws {
            try await ProxiedPage.with(engine) { site in
                let script = String(decoding: PageScripts.calls, as: UTF8.self)
                let page =
                    "<!doctype html><script>const native = fetch</script><script>\(script)</script><title>other</title>"
                let address = "http://\(place.replacing("PORT", with: "\(site.upstream.port)"))"
                let path = try #require(address.split(separator: "/", maxSplits: 2).last.map { "/\($0)" })
                site.upstream.on(path, .answer(.ok, page, ["Content-Type": "text/html"]))
                try await site.page.load(address)
                try await site.page.wait(for: "document.title === 'other'")
                #expect(try await site.run("return [document.title, fetch === native]") == ["other", true])
            }
        }
    }
}
