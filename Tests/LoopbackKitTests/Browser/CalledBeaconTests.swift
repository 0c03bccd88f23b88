import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// navigator.sendBeacon to other sites by their own addresses, in a page with the call script.
    @Suite("Called by beacon", .timeLimit(.minutes(2)))
    struct CalledBeaconTests {
        @Test("PROXY-1 A beacon of every kind of body arrives with its type", arguments: BrowserEngine.allCases)
        func bodies(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on("/beacon", .answer(.noContent))
                let seen = try await site.run(
                    """
                    const form = new FormData();
                    form.append('name', 'value');
                    const bodies = [
                        'text é', new Blob(['blob'], { type: 'text/x-own' }), new Blob(['{}'], { type: 'application/json' }),
                        new URLSearchParams('a=b c'), form, Uint8Array.of(104, 105), null,
                    ];
                    const sent = bodies.map((body, index) => navigator.sendBeacon(`${upstream}/beacon?${index}#part`, body));
                    const { sendBeacon } = navigator;
                    return [...sent, sendBeacon.name, sendBeacon.length, String(sendBeacon).includes('[native code]')]
                    """
                )
                #expect(seen.array == Array(repeating: true, count: 7) + ["sendBeacon", 1, true])
                try await site.upstream.wait { $0.requests.count { $0.isBodyComplete } == 7 }
                let requests = site.upstream.requests.sorted { $0.target < $1.target }
                #expect(requests.map(\.target) == (0..<7).map { "/beacon?\($0)" })
                #expect(requests.allSatisfy { $0.method == "POST" })
                let types = requests.map { $0["Content-Type"]?.split(separator: ";").first.map(String.init) }
                let expected = [
                    "text/plain", "text/x-own", "application/json", "application/x-www-form-urlencoded",
                    "multipart/form-data", nil, nil,
                ]
                #expect(types == expected)
                var bodies = requests.map(\.bodyText)
                try #require(bodies.count == 7)
                #expect(bodies.remove(at: 4).contains("name=\"name\"\r\n\r\nvalue\r\n"))
                #expect(bodies == ["text é", "blob", "{}", "a=b+c", "hi", ""])
                let entries = "performance.getEntriesByType('resource').filter(one => one.name.includes('/beacon?'))"
                try await site.page.wait(for: "\(entries).length === 7")
                let answers = await site.plugin.answers()
                #expect(answers.count { $0.target.contains("/~proxy/include.keepalive/http/") } == 7)
            }
        }

        @Test(
            "PROXY-8 Beacons of a page that is being left arrive, though their answers come when it is gone",
            arguments: BrowserEngine.allCases
        )
        func leaving(engine: BrowserEngine) async throws {
            let files = ["next.html": "<!doctype html><title>next</title>"]
            try await ProxiedPage.with(engine, files: files, loadsCallScript: true) { site in
                let gate = Gate()
                site.upstream.on("/hidden", .wait(gate), .answer(.noContent))
                site.upstream.on("/left", .wait(gate), .answer(.noContent))
                try await site.run(
                    """
                    document.addEventListener('visibilitychange', () => {
                        if (document.visibilityState === 'hidden') navigator.sendBeacon(upstream + '/hidden', 'hidden');
                    });
                    addEventListener('pagehide', () => navigator.sendBeacon(upstream + '/left', 'left'));
                    """
                )
                try await site.page.load("\(site.plugin.url)next.html")
                try await site.page.wait(for: "document.title === 'next'")
                try await site.upstream.wait { $0.requests.count { $0.isBodyComplete } == 2 }
                #expect(Set(site.upstream.requests.map(\.bodyText)) == ["hidden", "left"])
                gate.open()
                try await gate.reached(times: 2)
            }
        }

        @Test(
            "PROXY-1 A beacon to the own origin stays there, and what is no address is the engine's error",
            arguments: BrowserEngine.allCases
        )
        func own(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                let seen = try await site.run(
                    """
                    const outcomes = [navigator.sendBeacon('own', 'a')];
                    for (const args of [[], ['http://['], ['ftp://upstream.test/']]) {
                        try { outcomes.push(navigator.sendBeacon(...args)); } catch (error) { outcomes.push(error.name); }
                    }
                    return outcomes
                    """
                )
                #expect(seen == [true, "TypeError", "TypeError", "TypeError"])
                let entries = "performance.getEntriesByType('resource')"
                try await site.page.wait(for: "\(entries).some(entry => entry.name.endsWith('/own'))")
                let answers = await site.plugin.answers()
                #expect(answers.contains { $0.target.hasSuffix("/own") })
                #expect(site.upstream.requests.isEmpty)
            }
        }
    }
}
