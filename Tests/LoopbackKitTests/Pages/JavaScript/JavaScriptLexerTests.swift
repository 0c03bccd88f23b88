import LoopbackKit
import Testing

@Suite("JavaScriptLexer")
struct JavaScriptLexerTests {
    private func tokens(_ script: String) -> [String] {
        let bytes = Array(script.utf8)
        var lexer = JavaScriptLexer(bytes)
        var tokens: [String] = []
        while let token = lexer.next() {
            guard token.kind != .whitespace else { continue }
            let end = token.isTerminated ? "" : "!"
            tokens.append("\(token.kind)\(end) \(String(decoding: bytes[token.range], as: UTF8.self))")
        }
        return tokens
    }

    private func texts(_ script: String) -> [String] {
        tokens(script).map { String($0.drop { $0 != " " }.dropFirst()) }
    }

    @Test("PAGE-2 Templates are cut at their substitutions, however deep")
    func templates() {
        #expect(tokens("`a`") == ["template `a`"])
        #expect(
            tokens("`a${b}c${`d${e}`}f`") == [
                "templateHead `a${", "identifier b", "templateMiddle }c${", "templateHead `d${", "identifier e",
                "templateTail }`", "templateTail }f`",
            ]
        )
        #expect(tokens("`\\`\\${$ {$`") == ["template `\\`\\${$ {$`"])
        #expect(
            tokens("`${{a}}`") == [
                "templateHead `${", "punctuator {", "identifier a", "punctuator }", "templateTail }`",
            ]
        )
    }

    @Test(
        "PAGE-2 Numbers are whole tokens",
        arguments: [
            "0", "1_000n", "0x1Fn", "0b1_0", "0O17", ".5", "1.", "1.5e-3", "1E+9", "08.5", "017", ".5e3", "1.e3",
        ]
    )
    func numbers(_ number: String) {
        #expect(tokens(number) == ["number \(number)"])
        #expect(tokens("-\(number)-1") == ["punctuator -", "number \(number)", "punctuator -", "number 1"])
    }

    @Test("PAGE-2 A dot behind a number that has one is a punctuator")
    func dots() {
        #expect(texts("1..a") == ["1.", ".", "a"])
        #expect(texts("1n.a") == ["1n", ".", "a"])
        #expect(texts("0x1.a") == ["0x1", ".", "a"])
        #expect(texts("1.5.a") == ["1.5", ".", "a"])
        #expect(texts("1e3.a") == ["1e3", ".", "a"])
        #expect(texts("[...a]") == ["[", "...", "a", "]"])
        #expect(texts("a?.5:b") == ["a", "?", ".5", ":", "b"])
    }

    @Test("PAGE-2 Punctuators are the longest there are")
    func punctuators() {
        let all = [
            "{", "(", ")", "[", "]", ".", "...", ";", ",", "<", ">", "<=", ">=", "==", "!=", "===", "!==", "+", "-",
            "*",
            "%", "**", "++", "--", "<<", ">>", ">>>", "&", "|", "^", "!", "~", "&&", "||", "??", "?", "?.", ":", "=",
            "+=",
            "-=", "*=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "&&=", "||=", "??=", "=>", "/", "/=", "}",
            "@",
        ]
        for punctuator in all { #expect(texts("a \(punctuator) b") == ["a", punctuator, "b"]) }
        #expect(texts("a+++b") == ["a", "++", "+", "b"])
    }

    @Test("PAGE-2 An arrow of hyphens is a comment at a line's start alone")
    func arrows() {
        #expect(texts("a --> b") == ["a", "--", ">", "b"])
        #expect(texts("a\n /**/ --> b") == ["a", "/**/", "--> b"])
    }

    @Test("PAGE-2 Names may hold any letter and escapes, and be private")
    func names() {
        #expect(
            tokens("$_a1 é𝒳 \\u0061\\u{62}c #d a\\u{2028") == [
                "identifier $_a1", "identifier é𝒳", "identifier \\u0061\\u{62}c", "privateName #d",
                "identifier a\\u{2028",
            ]
        )
        #expect(tokens("a # \\ b") == ["identifier a", "unknown #", "unknown \\", "identifier b"])
    }

    @Test("PAGE-2 What has no end goes to the line's end, or the input's, and the rest is read")
    func unterminated() {
        #expect(tokens("'a\nb") == ["string! 'a", "identifier b"])
        #expect(tokens("'a\\") == ["string! 'a\\"])
        #expect(tokens("`a${b") == ["templateHead `a${", "identifier b"])
        #expect(tokens("`a\nb") == ["template! `a\nb"])
        #expect(tokens("/*a\nb*") == ["comment! /*a\nb*"])
        #expect(tokens("=/a\nb") == ["punctuator =", "punctuator /", "identifier a", "identifier b"])
        #expect(tokens("=/[=/[\nb").suffix(2) == ["regularExpression! /[", "identifier b"])
        #expect(texts("=/a\\\n/b/") == ["=", "/", "a", "\\", "/", "b", "/"])
    }

    @Test("PAGE-2 A bracket that closes nothing is noted, and the rest is read")
    func unmatched() {
        var lexer = JavaScriptLexer(Array(")]}(]{".utf8))
        while lexer.next() != nil {}
        #expect(lexer.unmatchedBrackets == 4)
        #expect(lexer.openBrackets == 2)
    }

    @Test("PAGE-2 The value of a string is what an engine makes of it")
    func values() throws {
        let rows: [(String, String?)] = [
            ("'a\\n\\t\\r\\b\\v\\f\\0b'", "a\n\t\r\u{8}\u{B}\u{C}\0b"),
            ("'\\x41\\u0042\\u{43}\\u{10FFFF}'", "ABC\u{10FFFF}"),
            ("'\\uD83D\\uDE00'", "😀"), ("'\\uD83Da\\uDE00'", "\u{FFFD}a\u{FFFD}"), ("'\\uD83D\\u0041'", "\u{FFFD}A"),
            ("'\\101\\7\\477\\08\\8'", "A\u{7}'7\08" + "8"), ("'a\\\nb\\\r\nc\\\u{2028}d'", "abcd"),
            ("'\\a\\'\\\"\\\\\\é'", "a'\"\\é"),
            ("'\u{2028}'", "\u{2028}"), ("`a\r\nb\rc`", "a\nb\nc"), ("`\\\r\na`", "a"), ("`\\0`", "\0"),
            ("`\\`\\$`", "`$"),
            ("`\\1`", nil), ("`\\01`", nil), ("'\\x4'", nil), ("'\\xg0'", nil), ("'\\u004'", nil), ("'\\u{}'", nil),
            ("'\\u{110000}'", nil), ("'\\u{41'", nil), ("'a", nil), ("`a", nil), ("/a/", nil),
        ]
        for (script, value) in rows {
            let bytes = Array(script.utf8)
            var lexer = JavaScriptLexer(bytes)
            let first = lexer.next()
            let text = JavaScriptString.decode(bytes, try #require(first))
            #expect(text.map { String(decoding: $0.bytes, as: UTF8.self) } == value, "\(script.debugDescription)")
        }
    }
}
