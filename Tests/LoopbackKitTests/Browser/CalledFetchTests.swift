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
                let fields: KeyValuePairs = ["Content-Type": "text/x-own", "Link": "</a>; rel=preload", "Server": "own"]
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
            "PROXY-1 A call that fails is rejected as the engine rejects it, with a cause that tells stage and reason",
            arguments: BrowserEngine.allCases
        )
        func failing(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                let seen = try await site.run(
                    """
                    const lines = [];
                    console.warn = line => lines.push(line);
                    const error = await fetch('http://10.0.0.1/a').catch(error => error);
                    const { stage, reason, url, name } = error.cause;
                    return [error instanceof TypeError, error.name, stage, reason, url, name, lines.length]
                    """
                )
                let expected: JSONValue = [
                    true, "TypeError", "refused", "privateAddress", "http://10.0.0.1/a", "LoopbackProxyError", 0,
                ]
                #expect(seen == expected)
            }
        }
    }
}
