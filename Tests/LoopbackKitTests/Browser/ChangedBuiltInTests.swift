import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// Pages that freeze or replace what the platform gives them; in a frame, whose built-ins are its own.
    @Suite("Calls among changed built-ins", .timeLimit(.minutes(2)))
    struct ChangedBuiltInTests {
        /// Runs before the call script.
        private static let freezing = """
            for (const name of Object.getOwnPropertyNames(globalThis)) {
                const value = /^[A-Z]/.test(name) ? globalThis[name] : undefined;
                if (typeof value !== 'function' || !value.prototype || name === 'Window') continue;
                Object.freeze(value.prototype);
                Object.freeze(value);
            }
            for (const value of [JSON, Reflect, Math, console]) Object.freeze(value);
            """

        /// Runs behind the call script: what it leaves throws whatever is asked of it.
        private static let breaking = """
            {
                const { Error } = globalThis, broken = function () { throw new Error('a built-in that the page has broken'); };
                const { defineProperty, ownKeys, getOwnPropertyDescriptor } = Reflect;
                const spoil = (owner, except) => {
                    const keys = ownKeys(owner);
                    for (let index = 0; index < keys.length; index += 1) {
                        const found = getOwnPropertyDescriptor(owner, keys[index]);
                        if (keys[index] === 'constructor' || !found.configurable || keys[index] === except) continue;
                        if (typeof found.value === 'function') defineProperty(owner, keys[index], { value: broken });
                    }
                };
                const { prototype: list } = Array, { prototype: text } = String, { prototype: promise } = Promise;
                const owners = [RegExp.prototype, Map.prototype, WeakMap.prototype, Set.prototype, Function.prototype,
                    Headers.prototype, JSON, console, Reflect, Object, Math, text, promise, list];
                for (let index = 0; index < owners.length; index += 1) spoil(owners[index]);
                const names = ['URL', 'Headers', 'Request', 'Response', 'Map', 'WeakMap', 'Set', 'Promise', 'Proxy', 'TypeError',
                    'Error', 'String', 'RegExp', 'Symbol', 'FormData', 'ReadableStream', 'Blob', 'decodeURIComponent'];
                for (let index = 0; index < names.length; index += 1) globalThis[names[index]] = broken;
            }
            """

        /// Calls the upstream, and leaves what it sees in `seen` of the page around the frame.
        private static let calling = """
            (async () => { try {
                const upstream = parent.upstream;
                const answer = await fetch(upstream + '/a', { method: 'POST', headers: { 'X-Own': '1' }, body: 'sent' });
                const first = answer.status + ' ' + await answer.text();
                const request = parent.makeRequest(globalThis, upstream + '/b');
                const second = await (await fetch(request)).text();
                let third = 'no error';
                try { await fetch(upstream + '/gone'); } catch (error) { third = error.name + ' ' + error.cause.stage; }
                const call = new XMLHttpRequest(), ends = () => {
                    const own = call.responseURL === upstream + '/c' && call.getAllResponseHeaders();
                    parent.seen = [first, second, third, call.status + ' ' + call.responseText + ' ' + own];
                };
                call.onload = call.onerror = ends;
                call.open('PUT', upstream + '/c');
                call.setRequestHeader('X-Own', '3');
                call.send('sent');
            } catch (error) { parent.seen = ['failed: ' + error.message + ' ' + error.stack]; } })();
            """

        // A frozen prototype of XMLHttpRequest is left as it is.
        @Test(
            "PROXY-1 Pages that freeze built-ins before the call script still call by fetch",
            arguments: BrowserEngine.allCases
        )
        func frozen(engine: BrowserEngine) async throws {
            try await check(engine, before: Self.freezing, behind: "", called: "0  false")
        }

        @Test("PROXY-1 Pages that break built-ins behind the call script still call", arguments: BrowserEngine.allCases)
        func broken(engine: BrowserEngine) async throws {
            let called = "202 third content-length: 5\r\nx-own: 3\r\n"
            try await check(engine, before: "", behind: Self.breaking, called: called)
        }

        private func check(_ engine: BrowserEngine, before: String, behind: String, called: String) async throws {
            let frame = """
                <!doctype html><meta charset=utf-8><script>\(before)</script>
                <script>parent.keep(globalThis)</script>\(ProxiedPage.callScript)
                <script>\(behind)</script><script>\(Self.calling)</script>
                """
            try await ProxiedPage.with(engine, files: ["frame.html": frame]) { site in
                site.upstream.on("/a", .answer(.created, "first"))
                site.upstream.on("/b", .answer(.ok, "second"))
                site.upstream.on("/c", .answer(.accepted, "third", ["X-Own": "3"]))
                site.upstream.on("/gone", .close)
                try await site.run(
                    """
                    Object.assign(window, { upstream, seen: undefined });
                    window.keep = view => {
                        const Request = view.Request;
                        window.makeRequest = (_, url) => new Request(url, { headers: { 'X-Own': '2' } });
                    };
                    document.body.append(Object.assign(document.createElement('iframe'), { src: 'frame.html' }));
                    """
                )
                let seen = try await site.page.wait(for: "window.seen")
                #expect(seen == ["201 first", "second", "TypeError connect", .string(called)])
                let request = try #require(site.upstream.requests.first)
                #expect(request.method == "POST" && request["X-Own"] == "1" && request.bodyText == "sent")
                #expect(site.upstream.requests.dropFirst().first?["X-Own"] == "2")
            }
        }
    }
}
