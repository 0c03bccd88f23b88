import LoopbackKit
import Testing

@Suite("FieldRule") struct FieldRuleTests {
    private func check<Action>(_ rules: FieldRules<Action>) {
        var seen: Set<String> = []
        for row in rules.rows {
            #expect(!row.names.isEmpty)
            #expect(row.reason.hasSuffix("."))
            for name in row.names {
                #expect(seen.insert(name).inserted, "\(name) stands in two rows")
                #expect(name == name.lowercased())
                let example = name.replacing("*", with: "x")
                #expect(rules.action(for: Array(example.utf8)) == row.action, "\(example)")
            }
        }
    }

    @Test("PROXY-5 Each name stands in one row, is found by it, and has its reason")
    func rows() {
        check(FieldPolicy.upstreamRules)
        check(FieldPolicy.pageRules)
    }

    @Test("PROXY-5 A name that stands for itself goes before its family")
    func order() {
        #expect(FieldPolicy.pageRules.action(for: Array("integrity-policy".utf8)) == .hidden)
        #expect(FieldPolicy.pageRules.action(for: Array("x-new-policy".utf8)) == .hidden)
        #expect(FieldPolicy.pageRules.action(for: Array("policy".utf8)) == nil)
        #expect(FieldPolicy.pageRules.action(for: []) == nil)
    }
}
