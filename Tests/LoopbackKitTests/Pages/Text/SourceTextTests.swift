import LoopbackKit
import Testing

@Suite("SourceText") struct SourceTextTests {
    private let source = Array("0123456789".utf8)

    @Test("PAGE-2 A text within a text has its places in the outermost one")
    func nesting() {
        let outer = SourceText(bytes: Array("ab".utf8), places: [2, 5, 6])
        #expect(outer.source(of: 0..<1) == 2..<5)
        #expect(outer.source(of: 1..<2) == 5..<6)
        let inner = SourceText(Array("ab".utf8), 1..<2)
        #expect(outer.nesting(inner).source == 5..<6)
        let plain = SourceText(source, 3..<7)
        #expect(plain.nesting(SourceText(Array("3456".utf8), 1..<3)).source == 4..<6)
        #expect(plain.nesting(outer.part(0..<1)).source == 5..<8)
    }

    @Test("PAGE-2 Of bytes that stem from one escape the whole escape is the place")
    func escapes() {
        let text = SourceText(bytes: [0xC3, 0xA9, 0x41], places: [0, 0, 8, 9])
        #expect(text.source(of: 0..<2) == 0..<8)
        #expect(text.source(of: 2..<3) == 8..<9)
        #expect(text.source == 0..<9)
    }

    @Test(
        "PAGE-2 White space around a URL and line breaks within it are no part of it",
        arguments: [("  a.png \n", "a.png", 2..<7), ("a\n.p\tng", "a.png", 0..<7), (" \n", "", 0..<0)]
    )
    func urls(written: String, url: String, place: Range<Int>) {
        let text = SourceText(Array(written.utf8), 0..<written.utf8.count).asURL
        #expect(String(decoding: text.bytes, as: UTF8.self) == url)
        #expect(text.source == place)
    }
}
