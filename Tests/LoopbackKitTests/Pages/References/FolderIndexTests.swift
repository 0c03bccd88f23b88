import LoopbackKit
import Testing

@Suite("FolderIndex") struct FolderIndexTests {
    private let index = FolderIndex([
        "index.html", "img/A.png", "img/a b.png", "caf\u{E9}.html", "x/One.js", "x/one.js",
    ])

    @Test(
        "PAGE-2 A name is found as it is stored, by another normal form, and by another case where it is the only one",
        arguments: [
            ("index.html", "index.html"), ("img/A.png", "img/A.png"), ("img/a.PNG", "img/A.png"),
            ("IMG/A.png", "img/A.png"),
            ("cafe\u{301}.html", "caf\u{E9}.html"), ("CAFE\u{301}.html", "caf\u{E9}.html"), ("x/One.js", "x/One.js"),
            ("x/one.js", "x/one.js"), ("x/ONE.js", nil), ("img/b.png", nil), ("index.html/", nil),
        ] as [(String, String?)]
    )
    func found(path: String, stored: String?) {
        let expected = stored.map { FolderIndex.Entry.file(Array($0.utf8)) }
        #expect(index.find(Array(path.utf8)) == expected)
    }

    @Test("PAGE-2 A folder is found, also the whole one", arguments: [("", ""), ("img", "img"), ("IMG", "img")])
    func folder(path: String, stored: String) {
        #expect(index.find(Array(path.utf8)) == .folder(Array(stored.utf8)))
    }
}
