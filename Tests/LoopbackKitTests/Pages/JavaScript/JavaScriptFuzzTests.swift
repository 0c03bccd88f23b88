import LoopbackKit
import Testing

@Suite("JavaScript by generated input")
struct JavaScriptFuzzTests {
    @Test("PAGE-2 Whatever the input, the tokens of a script tile it")
    func tiled() {
        var generator = SeededGenerator(seed: 3)
        let slashes = JavaScriptSlashTests.braces + JavaScriptSlashTests.others
        let cases = JavaScriptReferencesTests.modules + JavaScriptReferencesTests.calls
        let seeds = (slashes.map(\.script) + cases.map(\.script) + JavaScriptReferencesTests.traps).map {
            Array($0.utf8)
        }
        for round in 0..<3000 {
            var bytes = generator.pick(seeds).mutated(&generator)
            if round % 2 == 0 { bytes += generator.pick(seeds).mutated(&generator) }
            let start = Int.random(in: 0...bytes.count / 4, using: &generator)
            let range = round % 4 == 0 ? start..<bytes.count - start : 0..<bytes.count
            guard tile(bytes, range) else {
                Issue.record("\(String(decoding: bytes, as: UTF8.self).debugDescription)")
                return
            }
            for reference in JavaScriptReferences.find(in: bytes, range: range).references {
                let source = reference.text.source
                #expect(range.lowerBound < source.lowerBound && source.upperBound < range.upperBound)
            }
        }
    }

    private func tile(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        var lexer = JavaScriptLexer(bytes, range: range)
        var end = range.lowerBound
        while let token = lexer.next() {
            guard token.range.lowerBound == end, !token.range.isEmpty else { return false }
            end = token.range.upperBound
        }
        return end == range.upperBound
    }

    @Test("PAGE-2 In generated programs the URLs that are loaded are found, and no other string")
    func generated() {
        for seed in 0..<400 {
            var program = ScriptGenerator(seed: UInt64(seed))
            let script = program.script()
            let bytes = Array(script.utf8)
            let found = JavaScriptReferences.find(in: bytes)
            let texts = found.references.map { String(decoding: $0.text.bytes, as: UTF8.self) }
            #expect(texts == program.loaded, "\(script)")
            var lexer = JavaScriptLexer(bytes)
            while let token = lexer.next() { #expect(token.isTerminated) }
            #expect(lexer.openBrackets == 0 && lexer.unmatchedBrackets == 0, "\(script)")
        }
    }

    static let hostile = [
        "/", "(", "[", "{", "}", ")", "`", "`${", "${", "/*", "\\", "\\u{", "'", "\"\\", "=/[", "=/a", "a?", "a:",
        "<!--", "\n-->",
        "class ", "class{", "function ", "import ", "import a,", "import{a,", "import{import,", "export{", "import(",
        "importScripts(", "importScripts(a,", "new ", "navigator.", "#", "1.", "é", "\u{2028}", "import.meta.", "a=>{",
    ]

    #if DEBUG
    static let hostileSize = 50_000
    #else
    static let hostileSize = 500_000
    #endif

    @Test("PAGE-2 A script of nothing but one construct takes time in proportion to its size", arguments: hostile)
    func linear(_ unit: String) {
        let bytes = [UInt8](String(repeating: unit, count: Self.hostileSize / unit.utf8.count).utf8)
        // Well below a second; with a search to the end for each token it would be minutes.
        #expect(ContinuousClock().measure { _ = JavaScriptReferences.find(in: bytes) } < .seconds(8))
    }
}
