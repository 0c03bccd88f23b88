import LoopbackKit
import Testing

@Suite("ScopeID") struct ScopeIDTests {
    private func readID(_ segment: [UInt8]) -> ScopeID? { ScopeID(segment: segment.span) }

    @Test(
        "SCOPE-2 Any text but . and .. comes back from one segment",
        arguments: [
            "demo", "a/b", "é", "e\u{301}", "~x", "~health", "%2F", "%", "...", ".x", " ", "a b", "?", "#", "\\", "\0",
            "\r\n", "+", "日本", "👩‍👩‍👧", "%2e%2e", "..%2f", ";=,&:@", "\u{FEFF}", "\u{202E}x",
        ]
    )
    func roundTrip(text: String) throws {
        let id = try #require(ScopeID(text))
        #expect(id.encoded.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#~\\".utf8.contains($0) })
        let read = try #require(readID(id.encoded))
        #expect(Array(read.rawValue.utf8) == Array(text.utf8))
        #expect(read == id)
    }

    @Test("SCOPE-2 Random texts come back from one segment")
    func randomRoundTrip() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let scalars = (0..<Int.random(in: 1...12, using: &generator)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x3FF, using: &generator))
            }
            let text = String(String.UnicodeScalarView(scalars))
            guard let id = ScopeID(text) else {
                #expect(["", ".", ".."].contains(text))
                continue
            }
            let read = try #require(readID(id.encoded))
            #expect(Array(read.rawValue.utf8) == Array(text.utf8))
        }
    }

    @Test("SCOPE-2 The empty text, . and .. are no ids", arguments: ["", ".", ".."])
    func refused(text: String) {
        #expect(ScopeID(text) == nil)
    }

    @Test(
        "SCOPE-2 A segment that decodes to no id is none",
        arguments: ["", ".", "..", "%2e", "%2E%2e", "%", "%4", "%zz", "%ff", "%C3"]
    )
    func refused(segment: String) {
        #expect(readID(Array(segment.utf8)) == nil)
    }

    @Test("SCOPE-2 The two Unicode forms of a letter are two ids")
    func normalForms() {
        let composed: ScopeID = "\u{E9}"
        #expect(composed != "e\u{301}")
    }

    @Test("SCOPE-9 An id never looks like a reserved marker")
    func marker() {
        #expect(text(("~health" as ScopeID).encoded) == "%7Ehealth")
    }

    @Test("SCOPE-2 A kind is one plain word", arguments: ["", "a/b", "~x", ".", "é", "a b", "%41"])
    func kinds(name: String) {
        #expect(ScopeKind(name) == nil)
        #expect(ScopeKind("my-kind_2")?.rawValue == "my-kind_2")
    }
}
