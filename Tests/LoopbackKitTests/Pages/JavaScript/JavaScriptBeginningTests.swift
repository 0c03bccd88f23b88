import LoopbackKit
import Testing

@Suite("JavaScriptBeginning")
struct JavaScriptBeginningTests {
    /// Scripts with `¦` where their code begins.
    private static let rows: [String] = [
        "¦a()", "¦;", " \t\n¦a", "// c\n¦a", "/* c\n*/ ¦a // d", "<!-- c\n--> d\n¦a", "\u{FEFF}¦a", "\u{FEFF} /**/¦a",
        "#!/bin/x\n¦a", "\u{FEFF}#!/bin/x\r\n\"use strict\";¦a", "/* c */ 'use strict';¦\na",
        // Directives, with and without semicolons.
        "\"use strict\";¦", "\"use strict\"¦", "\"use strict\"¦\na", "'a'; // c\n'b' /* d */;¦ e", "'a'\n'b'¦\nc",
        "'a'\n'b';¦;c",
        "'use strict'¦\n{}", "'use strict'¦\n!a", "'use strict'¦\n~a", "'use strict'¦\n++a", "'use strict'¦\n--a",
        "'use strict'¦\n1", "'use strict'¦\n.5", "'use strict'¦\n@a class B {}", "'use strict'¦ /*\n*/ a",
        "'a'\u{2028}'b'¦\u{2029}c",
        "'use strict'¦\nfunction f() {}", "'use strict'¦\nimporting", "'use \\\nstrict';¦a", "'it\\'s';¦a",
        // Strings that begin an expression.
        "¦'a' + b", "¦'a'\n+ b", "¦'a'\n- b", "¦'a'\n.length", "¦'a'\n?.length", "¦'a'\n[0]", "¦'a'\n(b)", "¦'a'\n`b`",
        "¦'a'\n`b${c}`",
        "¦'a'\n/b/c", "¦'a'\nin b", "¦'a'\ninstanceof b", "¦'a'\n!= b", "¦'a'\n, b", "¦'a'\n? b : c", "¦'a'\n= b",
        "¦'a'\n+= b",
        "'a';¦'b' + c", "'a'¦\n'b'\n+ c", "'a';¦'b'\n.length; 'c';", "¦'a' b", "¦('a')", "¦`a`; 'b'", "¦'a\nb",
        "'a';¦'b\n'c'",
        "¦'a': b",
    ]

    @Test("PROXY-1 A script's code begins behind mark, hashbang, comments and directives", arguments: rows)
    func places(row: String) throws {
        let parts = Self.parts(row)
        let found = JavaScriptBeginning.find(in: parts.text)
        #expect(found.place == parts.place)
        #expect(!found.isModule)
    }

    @Test(
        "PROXY-1 A script without code has no beginning",
        arguments: ["", " ", "\u{FEFF}", "#!x", "#!x\n", "// a", "/* a", "<!-- a", "\u{FEFF}#!x\n/**/ // a"]
    )
    func empty(text: String) { #expect(JavaScriptBeginning.find(in: Array(text.utf8)).place == nil) }

    @Test(
        "PROXY-1 A module is known by its static syntax, wherever it stands",
        arguments: [
            ("¦import 'a'", true), ("'a';¦import b from 'b'", true), ("// c\n¦a(); export { a }", true),
            ("¦import.meta.url", true),
            ("¦export default 1", true), ("#!x\n¦export * from 'a'", true), ("¦import('a')", false),
            ("¦importScripts('a')", false),
            ("¦a = { import: 1, export: 2 }", false), ("¦a = \"import 'b'\"", false), ("¦/import/.test('a')", false),
            ("// import 'a'\n¦b", false), ("¦await a", false), ("'export {}';¦a", false),
        ]
    )
    func modules(row: String, isModule: Bool) {
        let parts = Self.parts(row)
        let found = JavaScriptBeginning.find(in: parts.text)
        #expect(found.isModule == isModule && found.place == parts.place)
    }

    @Test(
        "PROXY-1 Every beginning of a script has its code outside of all that comes before it",
        arguments: [
            "\u{FEFF}#!/bin/x\n/* c */ // d\n'use strict' /* e\n*/ 'f'\n\"it's\\\n\"; import a, { b as c } from './d.js'; const e = `f${g}`;\n",
            "<!-- a\n--> b\n'use strict'\n.length; /x/g.exec('y'); export default class {}\n",
            "'é\\u{1F388}'\u{2028}'日本'\n++a\n",
        ]
    )
    func truncations(text: String) {
        let bytes = Array(text.utf8)
        for end in 0...bytes.count {
            let part = Array(bytes[..<end])
            guard let place = JavaScriptBeginning.find(in: part).place else { continue }
            var lexer = JavaScriptLexer(part)
            while let token = lexer.next(), token.range.lowerBound < place {
                #expect(token.range.upperBound <= place, "\(end)")
                let isDirective = token.kind == .string || part[token.range].elementsEqual([UInt8(ascii: ";")])
                #expect(token.kind.isIgnored || isDirective, "\(end)")
            }
        }
    }

    @Test("PROXY-1 Bytes that are no UTF-8 are looked through as any others")
    func otherBytes() {
        #expect(JavaScriptBeginning.find(in: Array("'use strict';".utf8) + [0xE9, 0xFF, 0x80]).place == 13)
        #expect(JavaScriptBeginning.find(in: [0xFF, 0xFE, 0x61, 0x00]).place == 0)
        for first in UInt8.min...UInt8.max {
            for second: UInt8 in [0x00, 0x21, 0x27, 0x2A, 0x80, 0xA8, 0xFF] {
                let bytes = [first, second]
                #expect(JavaScriptBeginning.find(in: bytes).place.map { (0...2).contains($0) } ?? true)
            }
        }
    }

    private static func parts(_ row: String) -> (text: [UInt8], place: Int) {
        let halves = row.split(separator: "¦", omittingEmptySubsequences: false).map { Array($0.utf8) }
        return (halves[0] + halves[1], halves[0].count)
    }
}
