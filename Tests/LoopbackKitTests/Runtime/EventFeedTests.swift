import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("EventFeed") struct EventFeedTests {
    private let started = ServerState.starting(.registration)

    @Test("LIFE-1 Every observer gets the present state, then every event in order")
    func observers() async {
        let feed = EventFeed()
        feed.emit(started, generation: 1)
        let observers = (0..<10).map { _ in feed.subscribe(waiting: 8) }
        for _ in 0..<3 { feed.emit(1) { .cookiesCleared } }
        feed.emit(.stopped(.requested), generation: 1)
        for observer in observers {
            var seen: [String] = []
            for await event in observer {
                seen.append("\(event)")
                if seen.count == 5 { break }
            }
            #expect(
                seen == ["server 1: starting (registration)"] + Array(repeating: "cookies cleared", count: 3)
                    + ["server 1: stopped (requested)"]
            )
            #expect(observer.droppedCount == 0)
        }
    }

    @Test("LIFE-1 A slow observer keeps the newest events and counts the lost ones; others lose nothing")
    func drops() async {
        let feed = EventFeed()
        let slow = feed.subscribe(waiting: 4)
        let other = feed.subscribe(waiting: 100)
        for number in 0..<20 { feed.emit(UInt64(number)) { .connectionEvicted } }
        #expect(slow.droppedCount == 17)
        #expect(other.droppedCount == 0)
        var iterator = slow.makeAsyncIterator()
        #expect(await iterator.next()?.generation == 16)
        feed.emit(20) { .connectionEvicted }
        #expect(slow.droppedCount == 17)
    }

    @Test("LIFE-1 An observer that is gone is forgotten, and without one no event is made")
    func forgotten() async {
        let feed = EventFeed()
        do {
            let unused = feed.subscribe(waiting: 4)
            #expect(feed.count == 1)
            withExtendedLifetime(unused) {}
        }
        #expect(feed.count == 0)
        feed.emit(1) {
            Issue.record("made without an observer")
            return nil
        }
    }

    @Test("LIFE-1 An observer may leave out requests that were answered well, and nobody then makes their events")
    func detail() async throws {
        let feed = EventFeed()
        let noteworthy = feed.subscribe(waiting: 8, detail: .noteworthy)
        #expect(!feed.wantsEverything)
        let target = try required(RequestTarget("/"))
        let snapshot = ScopeRegistry(secrets: .perLaunch).snapshot
        func answer(_ status: HTTPStatus) {
            let request = HTTPRequest(method: .get, target: target)
            feed.emit(1) { .answered(AnsweredRequest(request, status: status, snapshot: snapshot)) }
        }
        do {
            let everything = feed.subscribe(waiting: 8)
            #expect(feed.wantsEverything)
            answer(.ok)
            answer(.notFound)
            #expect(await texts(of: everything, count: 3).suffix(2) == ["GET / 200", "GET / 404"])
        }
        #expect(await texts(of: noteworthy, count: 2).last == "GET / 404")
        #expect(!feed.wantsEverything)
    }

    private func texts(of events: LoopbackEvents, count: Int) async -> [String] {
        var texts: [String] = []
        for await event in events {
            texts.append("\(event)")
            if texts.count == count { break }
        }
        return texts
    }

    @Test("LIFE-1 The end of the feed ends its streams")
    func end() async {
        var feed: EventFeed? = EventFeed()
        let events = feed?.subscribe(waiting: 4)
        feed = nil
        var count = 0
        if let events { for await _ in events { count += 1 } }
        #expect(count == 1)
    }
}
