/// Makes texts of the kinds that are rewritten, by seeded choices: well-formed and broken ones.
struct TextGenerator {
    var generator: SeededGenerator
    /// Whether references to files of the folder are among them.
    let hasReferences: Bool

    init(seed: UInt64, hasReferences: Bool = true) {
        generator = SeededGenerator(seed: seed)
        self.hasReferences = hasReferences
    }

    /// What looks like a reference to a file where it is none, unless broken syntax makes it one.
    private var decoy: String { hasReferences ? "/img/a.png" : "https://example.com/a.png" }
    private var decoyScript: String { hasReferences ? "/js/lib.js" : "https://example.com/lib.js" }

    private mutating func pick(_ choices: [String]) -> String { generator.pick(choices) }

    private mutating func times(_ most: Int, _ make: (inout Self) -> String) -> String {
        (0..<Int.random(in: 0...most, using: &generator)).map { _ in make(&self) }.joined()
    }

    mutating func url() -> String {
        let foreign = [
            "https://example.com/img/a.png", "#a", "?x=1", "data:,x", "//example.com/", "mailto:a@example.com", "",
        ]
        guard hasReferences else { return pick(foreign) }
        let local = [
            "/img/a.png", "img/b.png?x=1&y", "../page.html#a", "/no/such.png", "/", "./", "/js/lib.js",
            "app://plugin/page.html",
            "/IMG/A.PNG", "file:///www/css/main.css", "/a b.png", "/caf\u{E9}.png", "/%61%20b.png", "\\img\\a.png",
            "/img/../",
        ]
        return generator.isOne(in: 3) ? pick(foreign) : pick(local)
    }

    mutating func html() -> String {
        let starts = [
            "", "<!doctype html>", "<html><head>", "<!doctype html>\r\n<head><meta charset=utf-8>",
            "<base href=\"\(url())\">",
        ]
        return pick(starts) + times(12) { $0.element() }
    }

    private mutating func element() -> String {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: return "<img src=\(quoted(url()))>"
        case 1: return "<a href=\(quoted(url())) title='a > b'>text</a>"
        case 2: return "<style>\(style())</style>"
        case 3: return "<script\(pick(["", " type=module", " type=text/x"]))>\(script())</script>"
        case 4: return "<p style=\(quoted("background:url(\(url()))"))>"
        case 5: return "<img srcset=\(quoted("\(url()) 1x, \(url()) 2x"))>"
        case 6:
            return pick(["text & more", "\r\n", "<!-- <img src=\(decoy)> -->", "<", "</", "<p", "\u{0}", "&amp;"])
        case 7: return "<svg><use href=\(quoted(url()))/>\(pick(["</svg>", ""]))"
        case 8: return "<script type=importmap>{\"imports\":{\"a\":\"\(url())\"}}</script>"
        case 9: return "<textarea>\(url())</textarea><title><img src=\(url())></title>"
        case 10: return "<meta http-equiv=refresh content=\(quoted("0;url=\(url())"))>"
        default:
            return pick([
                "<script>", "<style>", "<!--", "-->", "</script>", "<math>", "<noscript>", "<template>", "'", "\"",
            ])
        }
    }

    private mutating func quoted(_ value: String) -> String {
        let quote = pick(["\"", "'"])
        return quote + value.replacing(quote, with: "&#39;") + quote
    }

    mutating func style() -> String {
        times(6) { generator in
            generator.pick([
                "@import \"\(generator.url())\";", "p { background: url(\(generator.url())) }",
                "/* url(\(generator.decoy)) */",
                "a::after { content: \"\(generator.decoy)\" }",
                "b { src: url(\"\(generator.url())\") format(\"woff\") }",
                "} {", "\\", "\"",
                "url(", "@media x { i { background: image-set(\"\(generator.url())\" 1x) } }",
                "@namespace \"\(generator.decoy)\";",
            ])
        }
    }

    mutating func script() -> String {
        times(8) { generator in
            generator.pick([
                "import a from \"\(generator.url())\";", "import('\(generator.url())');", "x = \"\(generator.decoy)\";",
                "// import '\(generator.decoyScript)'\n", "/* import('\(generator.decoyScript)') */",
                "y = `\(generator.decoy) ${`${z}`} import('\(generator.decoyScript)')`;",
                "new URL(\"\(generator.url())\", import.meta.url);", "a = b / c; /import('x')/.test(d);",
                "export * from '\(generator.url())';",
                "f(\"\(generator.decoy)\");", "}", "{", "(", "'", "`", "if (a) /re/.exec(b)",
                "import(`\(generator.decoyScript)`)",
                "importScripts('\(generator.url())')",
            ])
        }
    }
}
