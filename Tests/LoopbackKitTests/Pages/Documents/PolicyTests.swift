import LoopbackKit
import Testing

@Suite("Documents' own policies") struct PolicyTests {
    private func hash(_ text: String, _ algorithm: IntegrityAlgorithm = .sha256) -> String {
        "\(algorithm.rawValue)-\(String(decoding: algorithm.digest(of: Array(text.utf8)), as: UTF8.self))"
    }

    @Test(
        "PAGE-2 The digest of inline code that was rewritten is renewed in the policy",
        arguments: IntegrityAlgorithm.allCases
    )
    func inline(algorithm: IntegrityAlgorithm) throws {
        func page(_ style: String, _ script: String) -> String {
            let hashes = [style, script].map { "'\(hash($0.replacing("\r\n", with: "\n"), algorithm))'" }.joined(
                separator: " "
            )
            return "<meta http-equiv=Content-Security-Policy content=\"script-src \(hashes) 'nonce-a'; x\">"
                + "<style>\(style)</style><script>\(script)</script>"
        }
        let old = page("p{background:url(/img/a.png)}", "\r\nimport('/js/main.js')\r\n")
        let new = page("p{background:url(img/a.png)}", "\r\nimport('./js/main.js')\r\n")
        let result = try RewrittenText(old)
        #expect(result.text == new)
        #expect(result.result.usesHashes)
    }

    @Test("PAGE-2 The digest of code with character references, and of a frame's own document, is of what they mean")
    func escapedCode() throws {
        func page(_ url: String) -> String {
            let hashes = ["import(\"\(url)/js/main.js\")", "import('\(url)/js/lib.js')"].map { "'\(hash($0))'" }
            return
                "<meta http-equiv=Content-Security-Policy content=\"script-src 'unsafe-hashes' \(hashes.joined(separator: " "))\">"
                + "<a onclick=\"import(&quot;\(url)/js/main.js&quot;)\">"
                + "<iframe srcdoc=\"<script>import('\(url)/js/lib.js')</script>\">"
        }
        #expect(try RewrittenText(page("")).text == page("."))
    }

    @Test("PAGE-2 Of equal files that became different ones the policy admits each")
    func equalFiles() throws {
        var hashes = ContentHashes()
        hashes.add("js/main.js", old: Array("old".utf8), new: Array("one".utf8))
        hashes.add("js/lib.js", old: Array("old".utf8), new: Array("two".utf8))
        let policy = try RewrittenText(
            "<meta http-equiv=content-security-policy content=\"script-src '\(hash("old"))'\">",
            hashes: hashes
        )
        for text in ["one", "two"] { #expect(policy.text.contains("'\(hash(text))'")) }
    }

    @Test("PAGE-2 A policy whose digests are of unchanged code stays as it is")
    func unchanged() throws {
        let text =
            "<meta http-equiv=Content-Security-Policy content=\"script-src '\(hash("a()"))'\"><script>a()</script>"
        #expect(try RewrittenText(text).text == text)
    }

    @Test(
        "PAGE-2 A policy that admits a legacy base admits the own origin in its place",
        arguments: [
            ("script-src app:; img-src *", "script-src app: 'self'; img-src *"),
            ("script-src https://cdn.example", "script-src https://cdn.example 'self'"),
            ("style-src cdn.example/css/", "style-src cdn.example/css/ 'self'"),
            ("script-src app: 'self'", "script-src app: 'self'"),
            ("script-src https://cdn.example.org", "script-src https://cdn.example.org"),
            ("script-src 'none'", "script-src 'none'"), ("script-src https:", "script-src https: 'self'"),
            ("script-src *.example", "script-src *.example 'self'"), ("script-src *.org", "script-src *.org"),
        ]
    )
    func legacyBases(policy: String, expected: String) throws {
        let page = try RewrittenText("<meta http-equiv=content-security-policy content=\"\(policy)\">") {
            $0.legacyBases += [LegacyBase("app://plugin/"), LegacyBase("https://cdn.example/p/")]
        }
        #expect(page.text == "<meta http-equiv=content-security-policy content=\"\(expected)\">")
    }

    @Test(
        "PAGE-5 Where the proxy is admitted, connections may go to the own origin, and the page's own list is kept beside",
        arguments: [
            ("connect-src https://api.example", "connect-src https://api.example 'self'", "https://api.example"),
            ("default-src 'none'; img-src *", "default-src 'none'; img-src *; connect-src 'self'", "'none'"),
            (
                "default-src a.example; connect-src 'self' b.example",
                "default-src a.example; connect-src 'self' b.example", "'self' b.example"
            ),
            ("default-src https: ;", "default-src https:; connect-src https: 'self' ;", "https:"),
            ("script-src 'none'", "script-src 'none'", nil),
        ] as [(String, String, String?)]
    )
    func proxy(policy: String, expected: String, kept: String?) throws {
        let page = try RewrittenText("<meta http-equiv=content-security-policy content=\"\(policy)\">") {
            $0.proxiesCalls = true
        }
        let attribute = kept.map { " data-connect-src=\"\($0)\"" } ?? ""
        let policy = "<meta http-equiv=content-security-policy content=\"\(expected)\"\(attribute)>"
        #expect(page.text.hasSuffix("-->\(policy)"))
    }

    @Test("PAGE-2 Integrity of a changed file is renewed; what fits neither content is told and left alone")
    func integrity() throws {
        var hashes = ContentHashes()
        hashes.add("js/main.js", old: Array("old".utf8), new: Array("new".utf8))
        func page(_ url: String, _ integrity: String) -> String {
            "<script src=\(url) integrity=\"\(integrity)\"></script>"
        }
        let both = { (text: String) in "\(self.hash(text, .sha384)) \(self.hash(text, .sha512))?x" }
        let renewed = try RewrittenText(page("/js/main.js", both("old")), hashes: hashes)
        #expect(renewed.text == page("js/main.js", both("new")))
        #expect(renewed.result.usesHashes && renewed.problems.isEmpty)
        let unknown = try RewrittenText(page("js/main.js", hash("other")), hashes: hashes)
        #expect(unknown.text == page("js/main.js", hash("other")))
        #expect(unknown.result.findings.map(\.problem) == [.integrity])
        let untouched = try RewrittenText(page("js/lib.js", hash("other")), hashes: hashes)
        #expect(untouched.text == page("js/lib.js", hash("other")))
    }

    @Test(
        "PAGE-2 A document may name digests when it has their names, in any encoding",
        arguments: [
            ("<p>", false), ("integrity=sha384-x", true), ("SHA256", true), ("sha1 shA512", true),
            ("s\0h\0a\03\0", true), ("sharp", false),
        ]
    )
    func named(text: String, expected: Bool) {
        #expect(ContentHashes.areNamed(in: Array(text.utf8)) == expected)
    }
}
