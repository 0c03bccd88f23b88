import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// How a page opens XMLHttpRequests to other sites, and what else it may have done to them.
    @Suite("Called by XMLHttpRequest: opening", .timeLimit(.minutes(2)))
    struct CalledXHROpeningTests {
        @Test(
            "PROXY-6 Cookies are sent by withCredentials alone, and nothing that a page has set before is lost",
            arguments: BrowserEngine.allCases
        )
        func credentials(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on("/set", .setCookies(["a=b; Path=/"]))
                site.upstream.on("/", .answer(.ok, #"{"a":1}"#))
                let seen = try await site.runRecorded(
                    """
                    const opened = request => request.withCredentials = true;
                    await send(upstream + '/set', { opened });
                    await send(upstream);
                    const { request, events } = await send(upstream, {
                        method: 'POST', body: 'sent', before: request => request.timeout = 9000, opened: request => {
                            request.setRequestHeader('X-Own', '1');
                            request.setRequestHeader('X-Own', '2');
                            request.withCredentials = true;
                            request.responseType = 'json';
                        },
                    });
                    return [request.timeout, request.response.a, events.filter(line => line === '1').length, request.status]
                    """
                )
                #expect(seen == [9000, 1, 1, 200])
                let sent = site.upstream.requests.suffix(2)
                #expect(sent.map { $0["Cookie"] } == [nil, "a=b"])
                #expect(sent.last?["X-Own"] == "1, 2" && sent.last?.bodyText == "sent")
            }
        }

        @Test(
            "PROXY-1 A request that is used again is of the site that it was opened for last",
            arguments: BrowserEngine.allCases
        )
        func again(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, files: ["own.txt": "own"], loadsCallScript: true) { site in
                site.upstream.on("/", .answer(.ok, "other", ["X-Own": "1"]))
                let seen = try await site.run(
                    """
                    const request = new XMLHttpRequest(), seen = [];
                    const use = (...args) => new Promise(done => {
                        request.onloadend = () => done([request.responseText, request.getResponseHeader('x-own')]);
                        request.open('GET', ...args);
                        request.setRequestHeader('X-Sent', args[0]);
                        request.send();
                    });
                    for (const address of [upstream, 'own.txt', upstream + '/?again']) seen.push(await use(address));
                    request.open('GET', upstream);
                    request.abort();
                    seen.push(await use(upstream + '/?aborted', true, 'user', 'secret'));
                    try { request.open('A B', 'own.txt'); } catch (error) { seen.push(error.name, request.responseText); }
                    try { request.open('GET', 'http://['); } catch (error) { seen.push(error.name, request.status); }
                    return seen
                    """
                )
                let other: JSONValue = ["other", "1"]
                #expect(seen == [other, ["own", .null], other, other, "SyntaxError", "other", "SyntaxError", 200])
                #expect(site.upstream.requests.map(\.target) == ["/", "/?again", "/?aborted"])
                #expect(site.upstream.requests.allSatisfy { $0["Authorization"] == nil })
            }
        }

        @Test(
            "PROXY-1 Pages that have put functions of their own around XMLHttpRequest's before or after still call",
            arguments: BrowserEngine.allCases
        )
        func wrapped(engine: BrowserEngine) async throws {
            let wrap = """
                <script>count = 0; wrap = () => {
                    const open = XMLHttpRequest.prototype.open;
                    XMLHttpRequest.prototype.open = function (...args) { count += 1; return open.apply(this, args); };
                };</script>
                """
            let page = "\(wrap)<script>wrap()</script>\(ProxiedPage.callScript)<script>wrap()</script>"
            let files = ["index.html": "<!doctype html><meta charset=utf-8>\(page)<title>page</title>"]
            try await ProxiedPage.with(engine, files: files) { site in
                site.upstream.on("/", .answer(.ok, "other"))
                let seen = try await site.runRecorded(
                    "const { request } = await send(upstream); return [request.responseText, count]"
                )
                #expect(seen == ["other", 2])
            }
        }

        @Test(
            "PROXY-1 A frozen XMLHttpRequest stays the platform's, without an error",
            arguments: BrowserEngine.allCases
        )
        func frozen(engine: BrowserEngine) async throws {
            let freeze =
                "<script>failed = []; onerror = text => failed.push(text); Object.freeze(XMLHttpRequest.prototype);</script>"
            let files = [
                "index.html": "<!doctype html>\(freeze)\(ProxiedPage.callScript)<title>page</title>", "own.txt": "own",
            ]
            try await ProxiedPage.with(engine, files: files) { site in
                let seen = try await site.runRecorded(
                    "const { request } = await send('own.txt'); return [request.responseText, failed]"
                )
                #expect(seen == ["own", .array([])])
            }
        }

        @Test("PROXY-1 XMLHttpRequest looks as the platform has it", arguments: BrowserEngine.allCases)
        func shape(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                let seen = try await site.run(
                    """
                    const { open, send, getResponseHeader } = XMLHttpRequest.prototype;
                    const getter = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'responseURL').get;
                    const errors = [() => open.call({}, 'GET', upstream), () => new XMLHttpRequest().open('GET'),
                        () => getter.call({})].map(run => { try { run(); } catch (error) { return error.name; } });
                    return [[open, send, getResponseHeader, getter].map(own => [own.name, own.length,
                        Function.prototype.toString.call(own).includes('[native code]')]), errors]
                    """
                )
                let functions: JSONValue = [
                    ["open", 2, true], ["send", 0, true], ["getResponseHeader", 1, true], ["get responseURL", 0, true],
                ]
                #expect(seen == [functions, ["TypeError", "TypeError", "TypeError"]])
            }
        }
    }
}
