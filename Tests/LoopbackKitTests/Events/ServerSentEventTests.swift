import LoopbackKitHTTP
import Testing

@Suite("ServerSentEvent")
struct ServerSentEventTests {
    @Test(
        "HTTP-9 An event is written as the HTML standard reads it",
        arguments: [
            (ServerSentEvent(data: "x"), "data: x\n\n"), (ServerSentEvent(data: ""), "data: \n\n"),
            (ServerSentEvent(data: "a\nb\r\nc\rd"), "data: a\ndata: b\ndata: c\ndata: d\n\n"),
            (ServerSentEvent(data: "\r\n\n"), "data: \ndata: \ndata: \n\n"),
            (ServerSentEvent(data: " x:"), "data:  x:\n\n"),
            (
                ServerSentEvent(data: "x", event: "tick", id: "1", retry: .seconds(2)),
                "event: tick\nid: 1\nretry: 2000\ndata: x\n\n"
            ),
            (ServerSentEvent(id: ""), "id: \n\n"), (ServerSentEvent(retry: .milliseconds(1)), "retry: 1\n\n"),
        ]
    )
    func written(event: ServerSentEvent, text: String) throws {
        try #expect(String(decoding: event.encoded(), as: UTF8.self) == text)
    }

    @Test(
        "HTTP-9 A reader gets the data that was sent, whatever stands in it",
        arguments: [
            "", "x", " x", "  ", "a\nb", "\n", "a\n\nb\n", "data: x", ": x", "\nid: 5\n\ndata: y", "é\u{2028}\u{85}",
            "\0",
            "event: a", "retry: 1",
        ]
    )
    func roundTrip(data: String) throws {
        let event = ServerSentEvent(data: data, event: "a: b", id: " 7")
        let reader = try EventStreamReader(event.encoded() + ServerSentEvent(data: "next").encoded())
        #expect(
            reader.events == [
                .init(type: "a: b", data: data, lastID: " 7"), .init(type: "", data: "next", lastID: " 7"),
            ]
        )
    }

    @Test("HTTP-9 An event without data calls no listener, but its id and time count")
    func withoutData() throws {
        let reader = EventStreamReader(try ServerSentEvent(id: "5", retry: .milliseconds(1500)).encoded())
        #expect(reader.events.isEmpty && reader.lastID == "5" && reader.retry == 1500)
    }

    @Test("HTTP-9 A line end or NUL in a type or id is refused", arguments: ["a\nb", "a\rb", "\r\n", "a\0", "\n"])
    func injection(text: String) {
        #expect(throws: ServerSentEventError(.malformedType)) { try ServerSentEvent(data: "", event: text).encoded() }
        #expect(throws: ServerSentEventError(.malformedID)) { try ServerSentEvent(data: "", id: text).encoded() }
    }

    @Test(
        "HTTP-9 A time that is no number of milliseconds is refused",
        arguments: [.seconds(-1), .milliseconds(-1), Duration(secondsComponent: .max, attosecondsComponent: 0)]
    )
    func retry(duration: Duration) {
        #expect(throws: ServerSentEventError(.malformedRetry)) { try ServerSentEvent(retry: duration).encoded() }
    }

    @Test(
        "HTTP-9 A comment is skipped by readers, and nothing in it is an event",
        arguments: ["", "x", "a\ndata: b\n\nc"]
    )
    func comment(text: String) throws {
        let reader = EventStreamReader(ServerSentEvent.comment(text))
        #expect(reader.events.isEmpty && reader.commentCount > 0)
        // It ends like an event, so that the next one begins a line.
        #expect(
            try EventStreamReader(ServerSentEvent.comment(text) + ServerSentEvent(data: "y").encoded()).events.count
                == 1
        )
    }
}
