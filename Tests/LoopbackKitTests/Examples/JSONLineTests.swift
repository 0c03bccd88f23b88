import Foundation
import Testing
import plugin_host

@Suite("plugin-host's JSON lines")
struct JSONLineTests {
    @Test("KIT-1 Members stand in the order they were added, the event first")
    func order() {
        var line = JSONLine(event: "ready")
        line.add("url", "http://127.0.0.1:1/x/")
        line.add("port", UInt16(1))
        line.add("urls", ["a", "b"])
        #expect("\(line)" == #"{"event":"ready","url":"http://127.0.0.1:1/x/","port":1,"urls":["a","b"]}"#)
    }

    @Test(
        "KIT-1 Any text stays one line and is read back by another JSON parser",
        arguments: ["", "\"\\/", "a\r\n\tb\u{0}\u{1F}\u{7F}", "\u{2028}\u{2029}", "é e\u{301} 🙂", "</script>"]
    )
    func anyText(text: String) throws {
        var line = JSONLine(event: text)
        line.add(text, text)
        let data = Data("\(line)".utf8)
        #expect(!data.contains(10) && !data.contains(13))
        let read = try JSONDecoder().decode([String: String].self, from: data)
        #expect(read["event"].map { Array($0.utf8) } == Array(text.utf8))
        #expect(read[text].map { Array($0.utf8) } == Array(text.utf8))
    }
}
