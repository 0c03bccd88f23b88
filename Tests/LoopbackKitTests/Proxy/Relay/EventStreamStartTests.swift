import LoopbackKit
import Testing

@Suite("EventStreamStart")
struct EventStreamStartTests {
    static let messages = [
        (#"{"lastEventID":""}"#, ""), (#"{"lastEventID": "7"}"#, "7"), (" {\n\"lastEventID\"\t:\r\"a\" } ", "a"),
        (#"{"lastEventID":"a\"b\\c\/\b\f\t\u00e9"}"#, "a\"b\\c/\u{8}\u{C}\t\u{E9}"),
        (#"{"lastEventID":"\ud83d\ude00 é"}"#, "\u{1F600} \u{E9}"), (#"{"lastEventID":"\ud83d"}"#, "\u{FFFD}"),
        (#"{"lastEventID":"\ud83d\u0041\ude00"}"#, "\u{FFFD}A\u{FFFD}"),
        (#"{"lastEventID":"\uDBFF\uDFFF"}"#, "\u{10FFFF}"),
    ]

    @Test("PROXY-1 A message tells the last event's id, and none of its beginnings does", arguments: messages)
    func forms(message: String, id: String) {
        let text = Array(message.utf8)
        #expect(EventStreamStart(text)?.lastEventID == Array(id.utf8))
        let end = text.lastIndex(of: UInt8(ascii: "}")) ?? 0
        for count in 0...end { #expect(EventStreamStart(text.prefix(count)) == nil, "\(count)") }
    }

    @Test(
        "PROXY-1 Everything else is no message",
        arguments: [
            "", "{", "{}", "null", "[]", "7", #""lastEventID""#, #"{"lastEventID":1}"#, #"{"lastEventID":null}"#,
            #"{"lastEventID":["a"]}"#, #"{"lasteventid":""}"#, #"{lastEventID:""}"#, #"{'lastEventID':''}"#,
            #"{"lastEventID":"a",}"#, #"{"lastEventID":"a"}}"#, #"{"lastEventID":"a"}{"#, #"{"lastEventID":"a","b":1}"#,
            #"{"a":"b","lastEventID":"a"}"#, #"{"lastEventID":"\u12"}"#, #"{"lastEventID":"\u12g4"}"#,
            #"{"lastEventID":"\ud83d\u"}"#, #"{"lastEventID":"\x41"}"#, "{\"lastEventID\":\"a\nb\"}",
            "{\"lastEventID\":\"\u{0}\"}",
            "\u{FEFF}{\"lastEventID\":\"\"}",
        ]
    )
    func noMessages(_ message: String) { #expect(EventStreamStart(message.utf8) == nil) }

    @Test("PROXY-1 An id that no event can have is refused", arguments: [#"\n"#, #"\r"#, #"\u0000"#, #"\u000a"#])
    func impossible(_ escape: String) {
        #expect(EventStreamStart("{\"lastEventID\":\"a\(escape)X-Forged: 1\"}".utf8) == nil)
    }
}
