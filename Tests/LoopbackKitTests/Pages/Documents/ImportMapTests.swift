import LoopbackKit
import Testing

@Suite("Import maps") struct ImportMapTests {
    private func rewrite(
        _ map: String,
        as path: String = "index.html",
        mapsRoot: Bool = true,
        hashes: ContentHashes = ContentHashes()
    ) throws -> String {
        let page = try RewrittenText("<script type=importmap>\(map)</script>", as: path, hashes: hashes) {
            $0.addsImportMap = mapsRoot
        }
        return String(page.text.dropFirst("<script type=importmap>".count).dropLast("</script>".count))
    }

    @Test(
        "PAGE-6 The page's own import map maps / to the scope too",
        arguments: [
            ("{}", #"{"imports":{"/":"./","./":"./"}}"#),
            (#"{ "imports": {} }"#, #"{ "imports": {"/":"./","./":"./"} }"#),
            (#"{"imports":{"a":"./js/lib.js"}}"#, #"{"imports":{"/":"./","./":"./","a":"./js/lib.js"}}"#),
            (#"{"scopes":{}}"#, #"{"imports":{"/":"./","./":"./"},"scopes":{}}"#),
            (#"{"imports":{"/":"/js/"}}"#, #"{"imports":{"/":"./js/"}}"#), ("not json", "not json"), ("[]", "[]"),
            ("{", "{"),
            (#"{"imports":3}"#, #"{"imports":3}"#),
        ]
    )
    func root(map: String, expected: String) throws {
        #expect(try rewrite(map) == expected)
    }

    @Test("PAGE-2 Addresses, prefixes and scopes of an import map lead to files by relative URLs")
    func addresses() throws {
        let map =
            #"{"imports":{"lib":"/js/lib.js","pre/":"/js/","/js/":"/js/","x":"https://a.example/x.js","n":null,"bare":"lib"},"scopes":{"/sub/":{"lib":"\/js\/main.js"}}}"#
        let expected =
            #"{"imports":{"lib":"../js/lib.js","pre/":"../js/","../js/":"../js/","x":"https://a.example/x.js","n":null,"bare":"lib"},"scopes":{"./":{"lib":"../js/main.js"}}}"#
        #expect(try rewrite(map, as: "sub/page.html", mapsRoot: false) == expected)
    }

    @Test("PAGE-2 Integrity in an import map is renewed with the file that it is of")
    func integrity() throws {
        var hashes = ContentHashes()
        hashes.add("js/lib.js", old: Array("old".utf8), new: Array("new".utf8))
        func metadata(_ text: String) -> String {
            "sha256-" + String(decoding: IntegrityAlgorithm.sha256.digest(of: Array(text.utf8)), as: UTF8.self)
        }
        let map = try rewrite(#"{"integrity":{"/js/lib.js":"\#(metadata("old"))"}}"#, mapsRoot: false, hashes: hashes)
        #expect(map == #"{"integrity":{"./js/lib.js":"\#(metadata("new"))"}}"#)
    }

    @Test("PAGE-6 With a base the map is relative to it, without a map of its own the document gets one")
    func places() throws {
        let based = try RewrittenText("<base href=/><script type=importmap>{}</script>", as: "sub/page.html") {
            $0.addsImportMap = true
        }
        #expect(based.text == #"<base href=../><script type=importmap>{"imports":{"/":"./","./":"./"}}</script>"#)
        let bare = try RewrittenText("<p>") { $0.addsImportMap = true }
        #expect(
            bare.text
                == #"<!--loopbackkit--><script type="importmap">{"imports":{"/":"./","./":"./"}}</script><!--/loopbackkit--><p>"#
        )
    }
}
