import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// What an EventSource of another site makes of a stream's bytes, and what is left of the engine's connections.
    @Suite("Called event streams", .timeLimit(.minutes(2)))
    struct CalledEventStreamTests {
        private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

        /// A stream, and the events that it is: name, data and identifier (HTML standard, section 9.2.6).
        struct Stream: Sendable {
            let text: String
            let events: [String]
        }

        private static let streams: [Stream] = [
            Stream(
                text: "data: é€😀\r\n\r\ndata: b\r\rdata: c\n\n",
                events: ["message|é€😀|", "message|b|", "message|c|"]
            ),
            Stream(text: "data: a\r\ndata: b\rdata: c\ndata: d\r\n\r\n", events: ["message|a\nb\nc\nd|"]),
            Stream(text: "\u{FEFF}data: a\n\n", events: ["message|a|"]),
            Stream(text: "\u{FEFF}\u{FEFF}data: a\n\ndata: b\n\n", events: ["message|b|"]),
            Stream(text: ": comment\ndata: a\n:data: b\n\n:\n\n", events: ["message|a|"]),
            Stream(text: "data\n\ndata:\ndata\n\n", events: ["message||", "message|\n|"]),
            Stream(text: "event: x\n\nid: 5\n\ndata: a\n\n", events: ["message|a|5"]),
            Stream(
                text: "id: 1\ndata: a\n\nid: 2\u{0}\ndata: b\n\nid\ndata: c\n\n",
                events: ["message|a|1", "message|b|1", "message|c|"]
            ),
            Stream(
                text: "event: x\ndata:a\n\ndata:  b\n\nevent:\ndata:\tc\n\n",
                events: ["x|a|", "message| b|", "message|\tc|"]
            ),
            Stream(text: "DATA: a\n data: b\ndata : c\nother: d\n\ndata: e:f\n\n", events: ["message|e:f|"]),
            Stream(text: "retry: 1a\nretry: -1\ndata: a\n\ndata: b\nid: 3\n", events: ["message|a|"]),
        ]

        @Test(
            "PROXY-1 A stream is read by the standard's rules, whole and byte by byte",
            arguments: BrowserEngine.allCases
        )
        func parsing(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                for (index, stream) in Self.streams.enumerated() {
                    site.upstream.on("/whole/\(index)", .bytes(Self.head + stream.text), .close)
                    site.upstream.on("/bytes/\(index)", .bytes(Self.head), .drip(stream.text), .close)
                }
                let seen = try await site.run(
                    """
                    const read = path => new Promise(resolve => {
                        const events = new EventSource(upstream + path), seen = [];
                        const keeps = event => seen.push(`${event.type}|${event.data}|${event.lastEventId}`);
                        events.onmessage = keeps;
                        events.addEventListener('x', keeps);
                        events.onerror = () => { events.close(); resolve(seen); };
                    });
                    const seen = [];
                    for (let index = 0; index < count; index += 1)
                        seen.push([await read(`/whole/${index}`), await read(`/bytes/${index}`)]);
                    return seen
                    """,
                    ["count": .number(Double(Self.streams.count))]
                )
                for (outcome, stream) in zip(seen.array, Self.streams) {
                    let events = JSONValue.array(stream.events.map { .string($0) })
                    #expect(outcome == [events, events], "\(stream.text.debugDescription)")
                }
                #expect(seen.array.count == Self.streams.count)
            }
        }

        @Test(
            "PROXY-1 Handlers and listeners are called in their order, and microtasks run between two events of one piece",
            arguments: BrowserEngine.allCases
        )
        func order(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                let (first, second) = (Gate(), Gate())
                site.upstream.on(
                    "/events",
                    .bytes(Self.head + "data: 1\n\nevent: one\ndata\n\nevent: late\ndata\n\n"),
                    .wait(first),
                    .bytes("data: 2\n\n"),
                    .wait(second)
                )
                try await site.run(
                    """
                    window.seen = [];
                    const events = window.events = new EventSource(upstream + '/events');
                    const happens = name => new Promise(resolve => events.addEventListener(name, resolve, { once: true }));
                    events.addEventListener('message', () => seen.push('a'));
                    events.onmessage = () => seen.push('replaced');
                    events.addEventListener('message', () => seen.push('b'));
                    events.onmessage = () => seen.push('handler');
                    await happens('one');
                    // Whoever waits for one event is in time for the next.
                    await happens('late');
                    events.onmessage = null;
                    events.onmessage = function ({ currentTarget }) { seen.push(this === events && currentTarget === events); };
                    """
                )
                first.open()
                let seen = try await site.page.wait(for: "seen.length === 6 && seen")
                #expect(seen == ["a", "handler", "b", "a", "b", true])
                try await site.run("events.close()")
                second.open()
            }
        }

        @Test(
            "PROXY-1 EventSource is the platform's to those who look: classes of a page's own, constants, errors",
            arguments: BrowserEngine.allCases
        )
        func identity(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                let seen = try await site.run(
                    """
                    class Own extends EventSource { get own() { return this.url === upstream + '/'; } }
                    const events = new Own(upstream), own = new EventSource('own');
                    const handlers = ['text', {}, null, () => {}].map(value => {
                        events.onopen = value;
                        return events.onopen === value || events.onopen;
                    });
                    const errors = [
                        () => new EventSource(), () => new EventSource('http://['), () => new EventSource(upstream, 5),
                        () => new EventSource(upstream, { get withCredentials() { throw new RangeError(); } }),
                        () => EventSource(upstream), () => EventSource.prototype.url, () => EventSource.prototype.close.call({}),
                    ].map(call => { try { call(); return 'none'; } catch (error) { return error.name; } });
                    const seen = [events instanceof Own, events instanceof EventSource, events instanceof EventTarget,
                        events.constructor === Own, events.own, Object.keys(events).length, String(events),
                        own.url === new URL('own', location).href, own.constructor === EventSource,
                        EventSource.OPEN, events.CLOSED, EventSource.name, EventSource.length,
                        String(EventSource).includes('[native code]'), events.close.name,
                        EventSource.prototype.constructor === EventSource, ...handlers, ...errors];
                    events.close();
                    own.close();
                    return seen
                    """
                )
                let object: [JSONValue] = [true, true, true, true, true, 0, "[object EventSource]", true, true]
                let shape: [JSONValue] = [1, 2, "EventSource", 1, true, "close", true]
                let handlers: [JSONValue] = [.null, true, true, true]
                let errors: [JSONValue] = [
                    "TypeError", "SyntaxError", "TypeError", "RangeError", "TypeError", "TypeError", "TypeError",
                ]
                #expect(seen.array == object + shape + handlers + errors)
            }
        }

        @Test(
            "PROXY-1 With six open event streams of another site and a film that plays a fetch still answers",
            arguments: BrowserEngine.allCases
        )
        func connections(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                let can = try await site.run(
                    "return document.createElement('video').canPlayType('video/mp4; codecs=\"avc1.4d4015\"')"
                )
                try engine.require(can != "", "plays no H.264: WebKit needs gstreamer1.0-libav")
                try LongClip.write(to: "\(site.plugin.folder.root)/clip.mp4")
                let end = Gate()
                site.upstream.on("/events", .bytes(Self.head + "data: a\n\n"), .wait(end))
                site.upstream.on("/a", .answer(.ok, "answered"))
                let seen = try await site.run(
                    """
                    const happens = (object, name) => new Promise((resolve, reject) => {
                        object.addEventListener(name, resolve, { once: true });
                        object.addEventListener('error', () => reject(new Error(`no ${name}`)), { once: true });
                    });
                    const film = Object.assign(document.createElement('video'), { muted: true, loop: true, src: 'clip.mp4' });
                    document.body.append(film);
                    await film.play();
                    const streams = Array.from({ length: 6 }, () => new EventSource(upstream + '/events'));
                    await Promise.all(streams.map(stream => happens(stream, 'message')));
                    const place = film.currentTime;
                    await happens(film, 'timeupdate');
                    const answers = [];
                    for (const url of [upstream + '/a', 'index.html']) {
                        const answer = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(5000) });
                        answers.push((await answer.text()).length);
                    }
                    await happens(film, 'timeupdate');
                    const states = streams.map(stream => stream.readyState);
                    for (const stream of streams) stream.close();
                    return [answers[0], answers[1] > 0, ...states, film.paused, film.currentTime !== place]
                    """
                )
                end.open()
                #expect(seen == [8, true, 1, 1, 1, 1, 1, 1, false, true])
                #expect(site.upstream.record.requests(to: "/events").count == 6)
            }
        }
    }
}
