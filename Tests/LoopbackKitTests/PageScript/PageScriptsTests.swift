import LoopbackKit
import Testing

@Suite("PageScripts") struct PageScriptsTests {
    @Test("PAGE-6 The page script holds the folder's names as ASCII literals")
    func names() {
        let names = ["a.js", "b\"\\c.js", "日本/🌍.txt", "caf\u{E9}", "/*names*/", "\u{1}", "/*bases*/"]
        let bases = [PageScripts.Base(prefix: "app://x/", folder: "a%20b/"), PageScripts.Base(prefix: "/", folder: "")]
        let script = PageScripts.page(names: names, indexDocuments: ["index.html", "start.htm"], bases: bases)
        let list =
            #"["a.js","b\"\\c.js","\u65e5\u672c/\ud83c\udf0d.txt","caf\u00e9","/*names*/","\u0001","/*bases*/"]"#
        #expect(
            text(script).hasSuffix(#"(\#(list), ["index.html","start.htm"], [["app://x/","a%20b/"],["/",""]]);"# + "\n")
        )
        #expect(script.allSatisfy { $0 < 0x80 })
    }

    @Test("PAGE-6 The same lists give the same script, with index.html as the index document")
    func defaults() {
        #expect(
            PageScripts.page(names: ["b", "a"]) == PageScripts.page(names: ["b", "a"], indexDocuments: ["index.html"])
        )
        #expect(text(PageScripts.page(names: [])).hasSuffix("([], [\"index.html\"], [[\"/\",\"\"]]);\n"))
    }

    @Test("PAGE-6 The scripts are small and in ASCII")
    func size() {
        #expect(PageScripts.page(names: []).count < 14_000)
        #expect(PageScripts.bridge.count < 4_000)
        #expect(PageScripts.bridge.allSatisfy { $0 < 0x80 })
    }
}
