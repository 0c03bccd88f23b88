import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// What engines make of other sites' answers, and what other sites get to know.
    @Suite("Proxied answers", .timeLimit(.minutes(2)))
    struct ProxyAnswerTests {
        @Test(
            "PROXY-5 A status for whoever holds the connection settles a call once, asks nobody and is not sent twice",
            arguments: BrowserEngine.allCases
        )
        func statuses(engine: BrowserEngine) async throws {
            let codes: [HTTPStatus] = [.unauthorized, HTTPStatus(code: 407), .requestTimeout, .misdirectedRequest]
            try await ProxiedPage.with(engine) { site in
                site.upstream.on("/ok", .answer(.ok, "ok"))
                for status in codes {
                    let challenge: KeyValuePairs = [
                        "WWW-Authenticate": "Basic realm=\"a\"", "Proxy-Authenticate": "Basic realm=\"b\"",
                    ]
                    site.upstream.on("/\(status.code)", .answer(status, "body of \(status.code)", challenge))
                }
                let answers = try await site.run(
                    """
                    const answers = [];
                    for (const code of [401, 407, 408, 421]) for (const method of ['GET', 'POST']) {
                        // The status comes on a connection that was used before, where engines ask again.
                        await (await fetch(proxy('/ok'))).text();
                        const answer = await fetch(proxy(`/${code}?${method}`), { method });
                        const fields = ['loopback-upstream-status', 'www-authenticate'].map(n => answer.headers.get(n));
                        answers.push([answer.status, ...fields, await answer.text()]);
                    }
                    return answers
                    """
                )
                let expected: [JSONValue] = codes.flatMap { status -> [JSONValue] in
                    let code = "\(status.code)"
                    let passes = status == .unauthorized
                    let answer: JSONValue = [
                        passes ? 401 : 502, passes ? nil : .string(code), nil, .string("body of \(code)"),
                    ]
                    return [answer, answer]
                }
                #expect(answers.array == expected)
                for status in codes {
                    let methods = site.upstream.record.requests(to: "/\(status.code)").map(\.method)
                    #expect(methods == ["GET", "POST"], "\(status.code)")
                }
            }
        }

        @Test(
            "PROXY-5 A challenge asks nobody for a password, whatever in the page made the call",
            arguments: BrowserEngine.allCases
        )
        func challenges(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                site.upstream.on("*", .answer(.unauthorized, "no", ["WWW-Authenticate": "Basic realm=\"a\""]))
                let seen = try await site.run(
                    """
                    const request = (isAsync, path) => new Promise(resolve => {
                        const request = new XMLHttpRequest();
                        request.open('GET', proxy(path), isAsync);
                        request.onloadend = () => resolve(request.status);
                        request.send();
                    });
                    const element = (name, path) => new Promise(resolve => {
                        const element = document.createElement(name);
                        element.onload = element.onloadeddata = () => resolve('loaded');
                        element.onerror = () => resolve('failed');
                        element.src = proxy(path);
                        document.body.append(element);
                    });
                    const events = new Promise(resolve => {
                        const events = new EventSource(proxy('/events'));
                        events.onerror = () => resolve(events.readyState);
                    });
                    return [
                        await request(true, '/async'), await request(false, '/sync'), await element('img', '/image'),
                        await element('video', '/video'), await events,
                    ]
                    """
                )
                #expect(seen == [401, 401, "failed", "failed", 2])
                let paths = Set(site.upstream.requests.map(\.path))
                #expect(paths == ["/async", "/sync", "/image", "/video", "/events"])
            }
        }

        @Test(
            "PROXY-5 An upstream's fields set no cookie, delete nothing, navigate nowhere and load nothing",
            arguments: BrowserEngine.allCases
        )
        func actingFields(engine: BrowserEngine) async throws {
            let other = ForeignSite()
            try await withServer(handler: other) { port in
                try await ProxiedPage.with(engine) { site in
                    let foreign = "http://127.0.0.1:\(port)"
                    let fields: KeyValuePairs = [
                        "Set-Cookie": "stolen=1; Path=/", "set-cookie": "hidden=1; Path=/; HttpOnly",
                        "Clear-Site-Data": "\"*\"", "Refresh": "0; url=\(foreign)/refresh",
                        "Link": "<\(foreign)/preload>; rel=preload; as=image", "Service-Worker-Allowed": "/",
                        "Content-Type": "image/svg+xml",
                    ]
                    let image = "<svg xmlns='http://www.w3.org/2000/svg' width='7' height='7'/>"
                    site.upstream.on("/", .answer(.ok, image, fields))
                    let seen = try await site.run(
                        """
                        document.cookie = 'mine=1; path=/';
                        localStorage.setItem('mine', '1');
                        window.mine = 1;
                        for (const mode of ['omit', 'include']) {
                            await (await fetch(proxy('/', mode))).text();
                            await (await fetch(proxy('/', mode), { method: 'POST' })).text();
                        }
                        const image = new Image();
                        const loaded = new Promise((resolve, reject) => { image.onload = resolve; image.onerror = reject });
                        image.src = proxy('/');
                        document.body.append(image);
                        await loaded;
                        await fetch(foreign + '/cookies', { credentials: 'include', mode: 'no-cors' });
                        return [document.cookie, localStorage.getItem('mine'), window.mine, image.width]
                        """,
                        ["foreign": .string(foreign)]
                    )
                    #expect(seen == ["mine=1", "1", 1, 7])
                    #expect(site.upstream.requests.count == 5)
                    // Cookies are shared by all ports, and this one is told of those that no script sees.
                    #expect(other.visits.map(\.target) == ["/cookies"])
                    #expect(other.visits.map { $0.fields[.cookie] } == ["mine=1"])
                }
            }
        }

        @Test(
            "PROXY-6 An upstream's cookie comes back with the next call that includes it, and no script ever sees it",
            arguments: BrowserEngine.allCases
        )
        func cookies(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                site.upstream.on("/set", .setCookies(["session=1; HttpOnly", "open=2; Path=/"], "set"))
                site.upstream.on("/get", .answer(.ok, "got"))
                let seen = try await site.run(
                    """
                    document.cookie = 'local=3; path=/';
                    const seen = [];
                    for (const mode of ['omit', 'same-origin', 'include']) {
                        const answer = await fetch(proxy('/set?' + mode, mode));
                        seen.push(answer.headers.get('set-cookie'), document.cookie);
                        for (const later of ['omit', 'same-origin', 'include']) {
                            await fetch(proxy(`/get?${mode},${later}`, later));
                            seen.push(document.cookie);
                        }
                    }
                    return [...new Set(seen)]
                    """
                )
                #expect(seen == [nil, "local=3"])
                let calls = site.upstream.record.requests(to: "/get")
                #expect(calls.count == 9)
                for call in calls {
                    let cookie = call.target.hasSuffix("?include,include") ? "session=1; open=2" : nil
                    #expect(call["Cookie"] == cookie, "\(call.target)")
                }
            }
        }

        @Test(
            "PROXY-5 Whatever a page sends, neither its port, its secret nor its host comes to another site",
            arguments: BrowserEngine.allCases
        )
        func traces(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                site.upstream.on("*", .answer(.ok, "a"))
                site.upstream.on("/socket", .webSocketEcho())
                try await site.run(Self.callsOfEveryKind, within: .seconds(30))
                try await site.upstream.wait { !$0.requests(to: "/beacon").isEmpty }
                let paths = Set(site.upstream.requests.map(\.path))
                let kinds = [
                    "fetch", "post", "xhr", "sync", "image", "video", "audio", "font", "events", "socket", "beacon",
                ]
                for kind in kinds { #expect(paths.contains("/\(kind)"), "\(kind)") }
                let port = try #require(site.plugin.origin.split(separator: ":").last)
                for request in site.upstream.requests {
                    let head = request.headText.lowercased()
                    for trace in [String(port), site.token.lowercased(), "127.0.0.1", "localhost"] {
                        #expect(!head.contains(trace), "\(trace) in \(head)")
                    }
                    for name in ["Origin", "Referer", "Cookie", "Sec-Fetch-Site", "X-Address", "X-Escaped"] {
                        #expect(request.values(name) == [], "\(name) of \(request.path)")
                    }
                    #expect(request["Host"] == site.authority)
                }
                // What does not tell of this server passes.
                for path in ["/fetch", "/post", "/xhr", "/sync"] {
                    let call = try #require(site.upstream.record.requests(to: path).first)
                    #expect(call["X-Own"] == "fine")
                }
            }
        }

        /// Calls in all ways that a page has, with its address in every field that it may set.
        private static let callsOfEveryKind = """
            document.cookie = 'local=3; path=/';
            const headers = {
                'X-Address': location.href, 'X-Escaped': encodeURIComponent(location.href), 'X-Port': 'a:' + location.port,
                'X-Secret': location.pathname.split('/')[1], 'X-Name': 'LOCALHOST', 'X-Own': 'fine',
                'X-Forwarded-For': '127.0.0.1', 'Content-Language': location.origin, [`X-${location.port}`]: location.host,
            };
            const settles = promise => promise.then(() => 0, () => 0);
            const element = (name, path) => new Promise(resolve => {
                const element = document.createElement(name);
                element.onload = element.onerror = element.onloadeddata = resolve;
                element.src = proxy(path);
                document.body.append(element);
            });
            const request = (path, isAsync) => new Promise(resolve => {
                const request = new XMLHttpRequest();
                request.open('POST', proxy(path), isAsync);
                for (const name in headers) request.setRequestHeader(name, headers[name]);
                request.onloadend = resolve;
                request.send('a');
                if (!isAsync) resolve();
            });
            await fetch(proxy('/fetch', 'include'), { headers, referrer: './other?' + location.href, credentials: 'include' });
            await fetch(proxy('/post'), { method: 'POST', body: 'a', headers });
            await request('/xhr', true);
            await request('/sync', false);
            await element('img', '/image');
            await element('video', '/video');
            await element('audio', '/audio');
            await settles(new FontFace('own', `url(${proxy('/font')})`).load());
            await new Promise(resolve => {
                const events = new EventSource(proxy('/events'));
                events.onerror = () => { events.close(); resolve() };
            });
            await new Promise(resolve => {
                const socket = new WebSocket(new URL(proxy('/socket'), location.href.replace('http', 'ws')));
                socket.onopen = () => socket.close();
                socket.onclose = resolve;
            });
            navigator.sendBeacon(proxy('/beacon'), 'a');
            """
    }
}
