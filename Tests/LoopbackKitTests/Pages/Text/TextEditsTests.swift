import LoopbackKit
import Testing

@Suite("TextEdits") struct TextEditsTests {
    private let text = Array("0123456789".utf8)

    private func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("PAGE-2 Changes are made in the order of the text, and everything else stays")
    func order() {
        var edits = TextEdits()
        #expect(edits.isEmpty)
        edits.replace(7..<8, by: Array("seven".utf8))
        edits.replace(0..<0, by: Array("<".utf8))
        edits.replace(2..<4, by: [])
        edits.replace(10..<10, by: Array(">".utf8))
        #expect(string(edits.apply(to: text)) == "<01456seven89>")
    }

    @Test("PAGE-2 Of two changes of the same bytes the first one stands")
    func overlap() {
        var edits = TextEdits()
        edits.replace(2..<5, by: Array("a".utf8))
        edits.replace(4..<6, by: Array("b".utf8))
        #expect(string(edits.apply(to: text)) == "01a56789")
    }

    @Test("PAGE-2 A part has the changes that lie within it")
    func part() {
        var edits = TextEdits()
        edits.replace(1..<2, by: Array("a".utf8))
        edits.replace(5..<6, by: Array("b".utf8))
        #expect(string(edits.sorted.apply(to: text, part: 4..<7)) == "4b6")
    }
}
