import LoopbackKit
import Testing

@Suite("Properties of rewriting") struct RewritingPropertiesTests {
    private static let files = RewrittenText.files + ["caf\u{E9}.png"]
    private static let kinds: [(kind: PageFileKind, path: String)] = [
        (.html, "index.html"), (.html, "sub/page.html"), (.style, "css/main.css"), (.script, "js/main.js"),
        (.svg, "icons.svg"),
        (.xhtml, "sub/page.xhtml"),
    ]

    private func rewriter(_ configuration: PageConfiguration) -> PageRewriter {
        var configuration = configuration
        configuration.legacyBases += [LegacyBase("app://plugin/"), LegacyBase("file:///www/")]
        return PageRewriter(files: FolderIndex(Self.files), configuration: configuration)
    }

    private func text(_ kind: PageFileKind, _ generator: inout TextGenerator) -> [UInt8] {
        switch kind {
        case .html, .xhtml, .svg: Array(generator.html().utf8)
        case .style: Array(generator.style().utf8)
        case .script: Array(generator.script().utf8)
        }
    }

    @Test("PAGE-1 PAGE-2 Rewriting twice equals once, for generated texts and for broken ones", arguments: 0..<6)
    func twice(index: Int) {
        let whole = PageConfiguration()
        let (kind, path) = Self.kinds[index]
        let rewriters = [rewriter(.plain), rewriter(whole)]
        var changed = 0
        for seed in 0..<300 {
            var generator = TextGenerator(seed: UInt64(seed * 6 + index))
            var bytes = text(kind, &generator)
            if seed % 3 == 0 { bytes = bytes.mutated(&generator.generator) }
            for rewriter in rewriters {
                guard let once = rewriter.rewrite(bytes, path: path, kind: kind, hashes: ContentHashes()).bytes else {
                    continue
                }
                changed += 1
                let again = rewriter.rewrite(once, path: path, kind: kind, hashes: ContentHashes())
                #expect(again.bytes == nil, "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(changed > 100)
    }

    @Test("PAGE-2 A text without local references is unchanged byte for byte", arguments: 0..<6)
    func unchanged(index: Int) {
        let (kind, path) = Self.kinds[index]
        let rewriter = rewriter(.plain)
        for seed in 0..<300 {
            var generator = TextGenerator(seed: UInt64(seed * 6 + index), hasReferences: false)
            var bytes = text(kind, &generator)
            if seed % 3 == 0 { bytes.append(contentsOf: [0xFF, 0x00, 0xE9]) }
            #expect(rewriter.rewrite(bytes, path: path, kind: kind, hashes: ContentHashes()).bytes == nil)
        }
    }

    @Test("PAGE-2 Data in JavaScript strings never changes")
    func strings() {
        let rewriter = rewriter(.plain)
        for seed in 0..<800 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let urls = ["/img/a.png", "app://plugin/page.html", "/js/lib.js", "file:///www/css/main.css"]
            let frames = [
                "x = %;", "f(%, 1)", "const a = [%, %];", "({ from: %, import: % })", "a ? % : %", "obj.import(%)",
                "x.from(%)",
                "new Url(%)", "new URL(%)", "new URL(%, location)", "`${%}`", "a = b\n/ %.length / c", "require(%)",
                "import(% + x)",
                "fetch(%)", "case %: default:", "class A { import() { return % } }", "/[%]/.test(y)", "return %",
                "label: %",
                "foo.importScripts2(%)", "new Worker2(%)", "export default %", "y = x / 2 + %", "if (a) % ; else %",
                "tag`%`",
            ]
            var code = ""
            for _ in 0..<Int.random(in: 1...5, using: &generator) {
                let frame = generator.pick(frames)
                for (index, part) in frame.split(separator: "%", omittingEmptySubsequences: false).enumerated() {
                    if index > 0 {
                        code += frame.contains("`%`") || frame.contains("[%]/") ? "img" : "\"\(generator.pick(urls))\""
                    }
                    code += part
                }
                code += ";\n"
            }
            let bytes = Array(code.utf8)
            let result = rewriter.rewrite(bytes, path: "js/main.js", kind: .script, hashes: ContentHashes())
            #expect(result.bytes == nil, "\(code)")
        }
    }
}
