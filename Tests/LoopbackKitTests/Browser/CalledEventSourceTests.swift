import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// EventSource of other sites by their own addresses, in a page with the call script.
    @Suite("Called by EventSource", .timeLimit(.minutes(2)))
    struct CalledEventSourceTests {
        private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

        @Test(
            "PROXY-1 Events have name, data, identifier and origin, each while the upstream waits to send the next",
            arguments: BrowserEngine.allCases
        )
        func events(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                let (gate, end) = (Gate(), Gate())
                site.upstream.on(
                    "/events",
                    .bytes(Self.head + "id: 1\ndata: first\ndata: line\n\n"),
                    .wait(gate),
                    .bytes("event: own é\ndata: next é\n\n"),
                    .wait(end)
                )
                try await site.run(
                    """
                    window.seen = [];
                    const events = window.events = new EventSource(upstream + '/events?a=%20#part');
                    seen.push([events.url === upstream + '/events?a=%20#part', events.readyState, events.withCredentials]);
                    const keeps = ({ type, data, lastEventId, origin, target }) => seen.push([type, data ?? null,
                        lastEventId ?? null, origin === upstream, events.readyState, target === events]);
                    for (const name of ['open', 'message', 'own é', 'error']) events.addEventListener(name, keeps);
                    """
                )
                let beginning: [JSONValue] = [
                    [true, 0, false], ["open", .null, .null, false, 1, true],
                    ["message", "first\nline", "1", true, 1, true],
                ]
                #expect(try await site.page.wait(for: "seen.length === 3 && seen").array == beginning)
                gate.open()
                let seen = try await site.page.wait(for: "seen.length === 4 && seen")
                #expect(seen.array == beginning + [["own é", "next é", "1", true, 1, true]])
                let request = try #require(site.upstream.requests.first)
                #expect(request.target == "/events?a=%20" && request["Accept"] == "text/event-stream")
                #expect(request["Cache-Control"] == "no-cache" && request["Last-Event-ID"] == nil)
                #expect(try await site.run("events.close(); return events.readyState") == 2)
                end.open()
                try await site.upstream.wait { $0.openConnections == 0 }
                #expect(site.upstream.requests.count == 1)
            }
        }

        @Test(
            "PROXY-1 A stream that ends is asked for again in the time it named, behind the last event that was whole",
            arguments: BrowserEngine.allCases
        )
        func reconnecting(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                let end = Gate()
                site.upstream.on(
                    "/events",
                    inTurn: [
                        [.bytes(Self.head + "retry: 50\nid: é1\ndata: a\n\nid: 9\ndata: unfinished"), .close], [.reset],
                        [.bytes(Self.head + "data: b\n\nid: 2\n\n"), .close],
                        [.bytes(Self.head + "id\ndata: c\n\n"), .close],
                        [.bytes(Self.head + "data: d\n\n"), .wait(end)],
                    ]
                )
                try await site.run(
                    """
                    window.seen = [];
                    const events = window.events = new EventSource(upstream + '/events');
                    events.onopen = events.onerror = event => seen.push(event.type + events.readyState);
                    events.onmessage = event => seen.push(`${event.data} ${event.lastEventId}`);
                    """
                )
                let seen = try await site.page.wait(for: "seen.includes('d ') && seen")
                let expected: JSONValue = [
                    "open1", "a é1", "error0", "error0", "open1", "b é1", "error0", "open1", "c ", "error0", "open1",
                    "d ",
                ]
                #expect(seen == expected)
                try await site.run("events.close()")
                end.open()
                #expect(site.upstream.requests.map { $0["Last-Event-ID"] } == [nil, "é1", "é1", "2", nil])
            }
        }

        @Test(
            "PROXY-1 A closed source asks no more, whether it was closed before, in an event, or while it waits",
            arguments: BrowserEngine.allCases
        )
        func closing(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                for path in ["/early", "/inside", "/waiting"] {
                    site.upstream.on(path, .bytes(Self.head + "retry: 1\ndata: 1\n\ndata: 2\n\ndata: 3\n\n"), .close)
                }
                site.upstream.on("/last", .bytes(Self.head + "retry: 1\ndata: 1\n\n"), .close)
                let seen = try await site.run(
                    """
                    const seen = { early: [], inside: [], waiting: [] };
                    const open = name => {
                        const events = new EventSource(`${upstream}/${name}`);
                        for (const type of ['open', 'message', 'error']) events.addEventListener(type, () => seen[name]?.push(type));
                        return events;
                    };
                    const early = open('early'), inside = open('inside'), waiting = open('waiting');
                    early.close();
                    inside.onmessage = event => { if (event.data === '2') inside.close(); };
                    await new Promise(resolve => waiting.onerror = () => { waiting.close(); resolve(); });
                    // Two more rounds of another stream are time enough for whoever would ask again.
                    const last = open('last');
                    let rounds = 0;
                    await new Promise(resolve => last.onerror = () => { rounds += 1; if (rounds === 3) resolve(); });
                    last.close();
                    return [...Object.values(seen), early.readyState, inside.readyState, waiting.readyState]
                    """
                )
                let waiting: JSONValue = ["open", "message", "message", "message", "error"]
                #expect(seen == [[], ["open", "message", "message"], waiting, 2, 2, 2])
                let record = site.upstream.record
                #expect(record.requests(to: "/inside").count == 1 && record.requests(to: "/waiting").count == 1)
            }
        }

        @Test(
            "PROXY-1 An answer of another status or type is the end of its source, and a line in the console tells why",
            arguments: BrowserEngine.allCases
        )
        func refusing(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, files: ["index.html": ProxiedPage.listening]) { site in
                let stream: KeyValuePairs = ["Content-Type": "text/event-stream"]
                site.upstream.on("/missing", .answer(.notFound, "data: a\n\n", stream))
                site.upstream.on("/none", .answer(.noContent, "", stream))
                site.upstream.on("/page", .answer(.ok, "data: a\n\n", ["Content-Type": "text/html"]))
                site.upstream.on("/untyped", .answer(.ok, "data: a\n\n"))
                site.upstream.on(
                    "/typed",
                    .answer(.ok, "data: a\n\n", ["Content-Type": "Text/Event-Stream ; charset=UTF-8"])
                )
                let seen = try await site.run(
                    """
                    const seen = [];
                    const paths = ['/missing', '/none', '/page', '/untyped', '/typed'];
                    for (const url of [...paths.map(path => upstream + path), 'http://10.0.0.1/a']) {
                        const events = new EventSource(url), types = [];
                        for (const type of ['open', 'message']) events.addEventListener(type, () => types.push(type));
                        await new Promise(resolve => events.onerror = resolve);
                        seen.push([types.join(' '), events.readyState]);
                        events.close();
                    }
                    return [seen, lines]
                    """
                )
                let failed: JSONValue = ["", 2]
                #expect(seen[0] == [failed, failed, failed, failed, ["open message", 0], failed])
                let lines = seen[1].array.compactMap(\.string)
                let line = "LoopbackKit: EventSource \(site.origin)"
                try #require(lines.count == 5)
                #expect(lines[0].hasPrefix("\(line)/missing failed: answer, status404: "))
                #expect(lines[1].hasPrefix("\(line)/none failed: answer, status204: "))
                #expect(lines[2].hasPrefix("\(line)/page failed: answer, contentType: "))
                #expect(lines[3].hasPrefix("\(line)/untyped failed: answer, contentType: "))
                #expect(
                    lines[4].hasPrefix("LoopbackKit: EventSource http://10.0.0.1/a failed: refused, privateAddress: ")
                )
            }
        }

        @Test(
            "PROXY-6 Cookies go with a source that has credentials, and with no other",
            arguments: BrowserEngine.allCases
        )
        func credentials(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on("/cookie", .setCookies(["own=1"]))
                site.upstream.on("/events", .bytes(Self.head + "data: a\n\n"), .close)
                let seen = try await site.run(
                    """
                    await fetch(upstream + '/cookie', { credentials: 'include' });
                    const seen = [];
                    for (const init of [undefined, {}, { withCredentials: true }]) {
                        const events = new EventSource(upstream + '/events', init);
                        await new Promise((resolve, reject) => Object.assign(events, { onmessage: resolve, onerror: reject }));
                        events.close();
                        seen.push(events.withCredentials);
                    }
                    return seen
                    """
                )
                #expect(seen == [false, false, true])
                let calls = site.upstream.record.requests(to: "/events")
                #expect(calls.map { $0["Cookie"] } == [nil, nil, "own=1"])
            }
        }

        @Test("PROXY-1 A worker reads another site's events", arguments: BrowserEngine.allCases)
        func worker(engine: BrowserEngine) async throws {
            let script = """
                onmessage = ({ data }) => {
                    const events = new EventSource(data);
                    events.onmessage = event => postMessage([event.data, event.origin, events.url, events.readyState]);
                };
                """
            try await ProxiedPage.with(engine, files: ["worker.js": script], loadsCallScript: true) { site in
                let end = Gate()
                site.upstream.on("/events", .bytes(Self.head + "data: a\n\n"), .wait(end))
                let seen = try await site.run(
                    """
                    const worker = new Worker('worker.js');
                    worker.postMessage(upstream + '/events');
                    return (await new Promise(resolve => worker.onmessage = resolve)).data
                    """
                )
                end.open()
                #expect(seen == ["a", .string(site.origin), .string(site.origin + "/events"), 1])
            }
        }
    }
}
