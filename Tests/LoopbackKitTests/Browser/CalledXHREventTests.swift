import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// The events of a page's XMLHttpRequests to other sites, and its synchronous ones.
    @Suite("Called by XMLHttpRequest: events", .timeLimit(.minutes(2)))
    struct CalledXHREventTests {
        @Test(
            "PROXY-1 A call to another site has the events of one to the own origin, in its order and with its values",
            arguments: BrowserEngine.allCases
        )
        func same(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, files: ["file.txt": "text"], loadsCallScript: true) { site in
                let fields: KeyValuePairs = ["Content-Type": "text/plain"]
                site.upstream.on("/file.txt", .answer(.ok, "text", fields))
                site.upstream.on("/stall", .stall)
                let seen = try await site.runRecorded(
                    """
                    const abortAt = name => request => request.addEventListener(name, () => request.abort());
                    const options = [
                        {}, { method: 'HEAD' }, { withUpload: true }, { sent: request => request.abort() },
                        { before: abortAt('progress') }, { before: abortAt('load') },
                        { before: request => request.timeout = 10000 }, { opened: request => request.abort() },
                    ];
                    const seen = [];
                    for (const option of options) {
                        const own = await send('file.txt', option), other = await send(upstream + '/file.txt', option);
                        seen.push([own.events, other.events, own.request.readyState, other.request.readyState]);
                    }
                    return seen
                    """
                )
                #expect(seen.array.count == 8)
                for pair in seen.array { #expect(pair[0] == pair[1] && pair[2] == pair[3]) }
                let whole: JSONValue = ["1", "loadstart 0/-", "2", "3", "progress 4/4", "4", "load 4/4", "loadend 4/4"]
                #expect(seen[0][1] == whole)
            }
        }

        @Test("PROXY-1 A timeout and an abort end a call that waits", arguments: BrowserEngine.allCases)
        func waiting(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                let typed: KeyValuePairs = ["Content-Length": "9", "Content-Type": "text/plain"]
                site.upstream.on("/head", .stall)
                site.upstream.on("/body", .head(.ok, typed), .bytes("text"), .stall)
                let seen = try await site.runRecorded(
                    """
                    const events = [];
                    const limit = request => request.timeout = 300;
                    for (const path of ['/head', '/body'])
                        events.push((await send(upstream + path, { opened: limit })).events);
                    const before = request => request.addEventListener('progress', () => request.abort());
                    events.push((await send(upstream + '/body', { before })).events);
                    return events
                    """
                )
                let start: [JSONValue] = ["1", "loadstart 0/-"], middle: [JSONValue] = ["2", "3", "progress 4/9"]
                #expect(
                    seen == [
                        .array(start + ["4", "timeout 0/-", "loadend 0/-"]),
                        .array(start + middle + ["4", "timeout 0/-", "loadend 0/-"]),
                        .array(start + middle + ["4", "abort 0/-", "loadend 0/-"]),
                    ]
                )
            }
        }

        @Test(
            "PROXY-9 A call that fails before its answer is an error of the network to the page, and one that is cut is one then",
            arguments: BrowserEngine.allCases
        )
        func failing(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on("/close", .close)
                let typed: KeyValuePairs = ["Content-Length": "9", "Content-Type": "text/plain"]
                site.upstream.on("/cut", .head(.ok, typed), .bytes("text"), .close)
                let seen = try await site.runRecorded(
                    """
                    const seen = [];
                    for (const address of [upstream + '/close', 'http://10.0.0.1/', upstream + '/cut']) {
                        const { request, events } = await send(address, { method: 'POST' });
                        seen.push([events.filter(line => !/^(2|3|progress)/.test(line)), request.status, request.responseText,
                            request.responseURL, request.getAllResponseHeaders()]);
                    }
                    return seen
                    """
                )
                let error: JSONValue = [["1", "loadstart 0/-", "4", "error 0/-", "loadend 0/-"], 0, "", "", ""]
                #expect(seen == [error, error, error])
            }
        }

        @Test(
            "PROXY-9 The console has one line for a call that fails, with stage and reason, also for a synchronous one",
            arguments: BrowserEngine.allCases
        )
        func loud(engine: BrowserEngine) async throws {
            // What the server answers who asks for a failure is shown elsewhere; a page's later fetch is never asked.
            let hook = """
                <script>
                lines = []; console.warn = line => lines.push(line);
                const error = { stage: 'refused', reason: 'privateAddress', message: 'No.', url: 'http://10.0.0.1/a' };
                fetch = async address => new Response(JSON.stringify({ error }),
                    { status: /~proxy\\/failures\\/x[0-9]+$/.test(address) ? 200 : 404 });
                </script>
                """
            let page = "<!doctype html><meta charset=utf-8>\(hook)\(ProxiedPage.callScript)<title>page</title>"
            try await ProxiedPage.with(engine, files: ["index.html": page]) { site in
                try await site.runRecorded(
                    """
                    globalThis.fetch = () => Promise.reject();
                    await send('http://10.0.0.1/a');
                    const again = new XMLHttpRequest();
                    again.open('POST', 'http://10.0.0.1/b', false);
                    try { again.send(); } catch { }
                    """
                )
                try await site.page.wait(for: "lines.length >= 2")
                let seen = try await site.run("return lines.sort()")
                let line = " http://10.0.0.1/a failed: refused, privateAddress: No."
                #expect(seen == ["LoopbackKit: GET\(line)", "LoopbackKit: POST\(line)"])
            }
        }

        @Test("PROXY-1 Synchronous calls answer, and throw where they fail", arguments: BrowserEngine.allCases)
        func synchronous(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on("/echo", .echo)
                site.upstream.on("/close", .close)
                let seen = try await site.run(
                    """
                    const call = (method, path, body, ...rest) => {
                        const request = new XMLHttpRequest();
                        request.open(method, upstream + path, ...rest);
                        if (body) request.withCredentials = true;
                        request.setRequestHeader('X-Own', 'own');
                        try { request.send(body); } catch (error) {
                            return [error.name, error instanceof DOMException, request.readyState, request.status];
                        }
                        const lines = request.responseText.toLowerCase().split('\\r\\n');
                        return [request.status, request.responseURL.replace(upstream, ''), lines[0],
                            lines.includes('x-own: own')];
                    };
                    return [call('GET', '/echo', null, false), call('POST', '/echo', 'sent', undefined),
                        call('GET', '/close', null, false), call('POST', '/close', 'sent', 0)]
                    """
                )
                let error: JSONValue = ["NetworkError", true, 4, 0]
                #expect(
                    seen == [
                        [200, "/echo", "get /echo http/1.1", true], [200, "/echo", "post /echo http/1.1", true], error,
                        error,
                    ]
                )
                let sent = site.upstream.requests.filter { $0.path == "/echo" }
                #expect(sent.map(\.bodyText) == ["", "sent"])
            }
        }

        @Test(
            "PROXY-8 An upload of 10 MB has progress events, and arrives whole",
            arguments: BrowserEngine.allCases
        )
        func upload(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on("/", .answer(.ok, "done"))
                let seen = try await site.runRecorded(
                    """
                    const body = new Uint8Array(10000000).fill(97), loaded = [];
                    const before = request => request.upload.addEventListener('progress', event => loaded.push(event.loaded));
                    const { events } = await send(upstream, { method: 'POST', body, before, withUpload: true });
                    // How many there are is a matter of time (XHR standard, section 4.6): 50 ms lie between two.
                    return [events.filter(line => line.startsWith('up.')), loaded.length > 0,
                        loaded.every((count, index) => index === 0 || count >= loaded[index - 1])]
                    """
                )
                let total = "10000000/10000000"
                let events: JSONValue = [
                    "up.loadstart 0/10000000", .string("up.progress \(total)"), .string("up.load \(total)"),
                    .string("up.loadend \(total)"),
                ]
                #expect(seen == [events, true, true])
                let request = try #require(site.upstream.requests.first)
                #expect(request.bodyCount == 10_000_000 && request.isBodyComplete)
            }
        }
    }
}
