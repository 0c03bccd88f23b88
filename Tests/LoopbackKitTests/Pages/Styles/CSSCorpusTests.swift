import LoopbackKit
import Testing

/// The cases of css-parsing-tests (https://github.com/SimonSapin/css-parsing-tests, CC0), which lie outside of the package.
@Suite(
    "CSS corpus",
    .enabled(if: SharedData.has("corpora/css/component_value_list.json"), "needs shared/corpora/css")
)
struct CSSCorpusTests {
    struct File: Sendable, CustomTestStringConvertible {
        var name: String
        var parse: @Sendable (String) -> JSONValue
        var testDescription: String { name }
    }

    static let files: [File] = [
        File(name: "component_value_list") { .array(CSSComponentValues.parse($0)) },
        File(name: "one_component_value") { input in rules(input) { $0.oneValue() } },
        File(name: "declaration_list") { input in rules(input) { $0.declarations() } },
        File(name: "one_declaration") { input in rules(input) { $0.oneDeclaration() } },
        File(name: "one_rule") { input in rules(input) { $0.oneRule() } },
        File(name: "rule_list") { input in rules(input) { $0.rules(isStyleSheet: false) } },
        File(name: "stylesheet") { input in rules(input) { $0.rules(isStyleSheet: true) } },
    ].filter { SharedData.has("corpora/css/\($0.name).json") }

    private static func rules(_ input: String, _ parse: (inout CSSRules) -> JSONValue) -> JSONValue {
        var rules = CSSRules(input)
        return parse(&rules)
    }

    @Test("PAGE-2 The cases of css-parsing-tests hold, but for those of older drafts", arguments: files)
    func cases(_ file: File) throws {
        let rows = try SharedData.decode("corpora/css/\(file.name).json", as: [JSONValue].self)
        #expect(rows.count > 10 && rows.count % 2 == 0)
        var missed: [String] = []
        var inapplicable: [String] = []
        for index in stride(from: 0, to: rows.count - 1, by: 2) {
            let input = try #require(rows[index].string)
            if Self.olderDrafts.contains(where: { $0.inputs.contains(input) }) { inapplicable.append(input) }
            if file.parse(input) != rows[index + 1] { missed.append(input) }
        }
        #expect(missed == inapplicable)
    }

    /// What does not apply to css-syntax-3 as it stands, and why.
    static let olderDrafts: [(reason: String, inputs: Set<String>)] = [
        (
            reason: "unicode-range is no token any more",
            inputs: [
                "u+1 U+10 U+100 U+1000 U+10000 U+100000 U+1000000",
                "u+? u+1? U+10? U+100? U+1000? U+10000? U+100000?",
                "u+?? U+1?? U+10?? U+100?? U+1000?? U+10000??",
                "u+??? U+1??? U+10??? U+100??? U+1000???",
                "u+???? U+1???? U+10???? U+100????",
                "u+????? U+1????? U+10?????",
                "u+?????? U+1??????",
                "u+1-2 U+100000-2 U+1000000-2 U+10-200000",
                "ù+12 Ü+12 u +12 U+ 12 U+12 - 20 U+1?2 U+1?-50",
            ]
        ),
        (
            reason: "matches such as ~= and || are two delimiters",
            inputs: [
                "~=|=^=$=*=||<!------> |/**/| ~/**/=",
                "a:not([href^=http\\:],  [href ^=\t'https\\:'\n]) { color: rgba(0%, 100%, 50%); }",
            ]
        ),
    ]
}
