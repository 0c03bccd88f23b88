import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// What a page sees of other sites' answers to its XMLHttpRequests.
    @Suite("Called by XMLHttpRequest", .timeLimit(.minutes(2)))
    struct CalledXHRTests {
        @Test(
            "PROXY-1 An XMLHttpRequest has its method, address, body and fields upstream, and the upstream's answer in the page",
            arguments: BrowserEngine.allCases
        )
        func whole(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on(
                    "/a%2Fb",
                    .answer(.created, "answered", ["Content-Type": "text/x-own", "Server": "own"])
                )
                let seen = try await site.runRecorded(
                    """
                    const { request } = await send(upstream + '/a%2Fb?q=%20+%C3%A9#part', {
                        method: 'put', body: 'body é', opened: request => {
                            request.setRequestHeader('X-Own', 1);
                            request.setRequestHeader('x-own', '2');
                            request.setRequestHeader('Content-Type', 'text/x-sent');
                        },
                    });
                    return [request.responseURL.replace(upstream, ''), request.status, request.statusText, request.responseText,
                        request.getResponseHeader('Content-TYPE'), request.getResponseHeader('server'),
                        request instanceof XMLHttpRequest, Object.keys(request)]
                    """
                )
                #expect(
                    seen == [
                        "/a%2Fb?q=%20+%C3%A9", 201, "Created", "answered", "text/x-own", "own", true, .array([]),
                    ]
                )
                let sent = try #require(site.upstream.requests.first)
                #expect(sent.method == "PUT" && sent.target == "/a%2Fb?q=%20+%C3%A9" && sent.bodyText == "body é")
                #expect(sent["X-Own"] == "1, 2")
                #expect(sent["Content-Type"]?.hasPrefix("text/x-sent") == true)
            }
        }

        @Test(
            "PROXY-1 An answer's fields are the upstream's, those that act on browsers too, combined and in the standard's order",
            arguments: BrowserEngine.allCases
        )
        func fields(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                let fields: KeyValuePairs = [
                    "X-Two": "a", "ab": "1", "a_b": "2", "Link": "</a>; rel=preload", "Empty": "", "x-two": "b, c",
                    "Date": "Mon, 30 Nov 2026 10:00:00 GMT", "Set-Cookie": "a=b", "X-Content-Type-Options": "own",
                ]
                site.upstream.on("/", .answer(.ok, "", fields))
                let seen = try await site.runRecorded(
                    """
                    const { request } = await send(upstream);
                    const names = ['x-TWO', 'link', 'date', 'empty', 'set-cookie', 'loopback-upstream-url',
                        'content-security-policy', 'x-content-type-options', 'a b', '', 'none'];
                    return [request.getAllResponseHeaders(), names.map(name => request.getResponseHeader(name))]
                    """
                )
                let lines = [
                    "ab: 1", "a_b: 2", "content-length: 0", "date: Mon, 30 Nov 2026 10:00:00 GMT", "empty: ",
                    "link: </a>; rel=preload", "x-content-type-options: own", "x-two: a, b, c",
                ]
                #expect(seen[0].string == lines.map { "\($0)\r\n" }.joined())
                #expect(
                    seen[1] == [
                        "a, b, c", "</a>; rel=preload", "Mon, 30 Nov 2026 10:00:00 GMT", "", .null, .null, .null, "own",
                        .null, .null, .null,
                    ]
                )
            }
        }

        @Test(
            "PROXY-1 A request that has no answer yet, or no more, tells of none, and never the proxy's address",
            arguments: BrowserEngine.allCases
        )
        func withoutAnswer(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on("/", .answer(.ok, "text", ["X-Own": "1"]))
                let seen = try await site.runRecorded(
                    """
                    const tell = request => [request.status, request.statusText, request.getResponseHeader('x-own'),
                        request.getAllResponseHeaders(), request.responseURL.includes('~proxy')];
                    const states = [];
                    const { request } = await send(upstream, {
                        opened: request => states.push(tell(request)), sent: request => states.push(tell(request)),
                    });
                    request.abort();
                    states.push(tell(request));
                    return states
                    """
                )
                let nothing: JSONValue = [0, "", .null, "", false]
                #expect(seen == [nothing, nothing, nothing])
            }
        }

        @Test(
            "PROXY-1 Statuses without a body and those that engines act on are the upstream's",
            arguments: BrowserEngine.allCases
        )
        func statuses(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                let heads = [
                    "204 No Content", "304 Not Modified", "401 Unauthorized", "404 Not here", "407 Own words",
                    "408 Request Timeout", "421 Misdirected Request", "299 Own",
                ]
                for head in heads {
                    let length = head.hasPrefix("204") || head.hasPrefix("304") ? "" : "Content-Length: 0\r\n"
                    site.upstream.on("/\(head.prefix(3))", .bytes("HTTP/1.1 \(head)\r\n\(length)\r\n"))
                }
                let seen = try await site.runRecorded(
                    """
                    const seen = [];
                    for (const path of paths) {
                        const opened = request => request.setRequestHeader('If-None-Match', '"x"');
                        const { request, events } = await send(upstream + path, { opened });
                        seen.push(`${request.status} ${request.statusText} ${events.at(-2).split(' ')[0]}`);
                    }
                    return seen
                    """,
                    ["paths": .array(heads.map { .string("/\($0.prefix(3))") })]
                )
                #expect(seen == .array(heads.map { .string("\($0) load") }))
            }
        }

        @Test(
            "PROXY-7 A followed redirect shows the address that answered, without its fragment",
            arguments: BrowserEngine.allCases
        )
        func redirects(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on("/from", .redirect(to: "/to?a#part", .seeOther))
                site.upstream.on("/to", .answer(.ok, "end"))
                let seen = try await site.runRecorded(
                    """
                    const { request, events } = await send(upstream + '/from#own', { method: 'POST', body: 'sent' });
                    return [request.responseURL.replace(upstream, ''), request.responseText, events]
                    """
                )
                let events: JSONValue = [
                    "1", "loadstart 0/-", "2", "3", "progress 3/3", "4", "load 3/3", "loadend 3/3",
                ]
                #expect(seen == ["/to?a", "end", events])
                #expect(site.upstream.requests.map(\.method) == ["POST", "GET"])
            }
        }

        @Test("PROXY-1 Every response type, and a type that overrides the answer's", arguments: BrowserEngine.allCases)
        func types(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on("/json", .answer(.ok, #"{"a":[1]}"#, ["Content-Type": "application/json"]))
                site.upstream.on("/xml", .answer(.ok, "<a b='c'/>", ["Content-Type": "text/xml"]))
                site.upstream.on("/latin", .head(.ok, ["Content-Length": "1"]), .bytes([0xE9]))
                let seen = try await site.runRecorded(
                    """
                    const get = async (path, type, change) => {
                        const opened = request => { request.responseType = type; if (change) change(request); };
                        return (await send(upstream + path, { opened })).request;
                    };
                    const override = request => request.overrideMimeType('text/plain;charset=iso-8859-5');
                    const json = await get('/json', 'json'), text = await get('/json', 'text');
                    const buffer = await get('/latin', 'arraybuffer'), blob = await get('/json', 'blob');
                    const xml = await get('/xml', 'document'), plain = await get('/xml', '');
                    return [json.response.a[0], text.response, new Uint8Array(buffer.response)[0], blob.response.size,
                        blob.response.type, xml.response.documentElement.getAttribute('b'),
                        plain.responseXML.documentElement.nodeName, (await get('/latin', '', override)).responseText]
                    """
                )
                #expect(seen == [1, #"{"a":[1]}"#, 233, 9, "application/json", "c", "a", "щ"])
            }
        }

        @Test(
            "PROXY-1 What engines keep of an answer is used for the next call, as for a call of their own",
            arguments: BrowserEngine.allCases
        )
        func cached(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on("/", .answer(.ok, "text", ["Cache-Control": "max-age=600"]))
                let seen = try await site.runRecorded(
                    """
                    const texts = [];
                    for (let count = 0; count < 2; count += 1) texts.push((await send(upstream)).request.responseText);
                    return texts
                    """
                )
                #expect(seen == ["text", "text"])
                #expect(site.upstream.requests.count == 1)
            }
        }
    }
}
