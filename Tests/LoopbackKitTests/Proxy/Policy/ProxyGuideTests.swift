import Foundation
import LoopbackKit
import Testing

/// `Docs/Proxy.md` against the tables in the code.
@Suite("The guide to the proxy")
struct ProxyGuideTests {
    private let lines: [String]

    init() throws {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { package.deleteLastPathComponent() }
        let text = try String(contentsOf: package.appendingPathComponent("Docs/Proxy.md"), encoding: .utf8)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The rows of the first table behind a heading.
    private func table(_ heading: String) -> [String] {
        let section = lines.drop { $0 != heading }.dropFirst().prefix { !$0.hasPrefix("#") }
        return section.drop { !$0.hasPrefix("| ---") }.dropFirst().prefix { $0.hasPrefix("|") }.map { $0 }
    }

    private func names<Action>(_ row: FieldRule<Action>) -> String {
        row.names.map { "`\($0)`" }.joined(separator: ", ")
    }

    @Test("PROXY-5 Its table of request fields has the policy's rows")
    func upstreamFields() {
        let rows = FieldPolicy.upstreamRules.rows.map { "| \(names($0)) | \($0.reason) |" }
        #expect(table("### Toward the other site") == rows)
    }

    @Test("PROXY-5 Its table of answer fields has the policy's rows")
    func pageFields() {
        let rows = FieldPolicy.pageRules.rows.map { row in
            let action =
                switch row.action {
                case .sent: "sent"
                case .sentWithoutBody: "sent without a body"
                case .hidden: "hidden"
                case .removed: "removed"
                }
            return "| \(names(row)) | \(action) | \(row.reason) |"
        }
        #expect(table("### Toward the page") == rows)
    }

    @Test("PROXY-3 PROXY-4 Its table of failures has every reason of the guard and of the gate, with its sentence")
    func refusals() {
        let rows = table("## Failures")
        let guarded = GuardRefusal.Reason.all.map { ProxyFailure(GuardRefusal($0)) }
        for failure in guarded + PageRefusal.allCases.map(\.failure) {
            let start = "| refused | `\(failure.reason)` | 403 | \(failure.message) |"
            #expect(rows.contains { $0.hasPrefix(start) }, "\(start)")
        }
    }

    @Test("PROXY-3 Its list of names has every domain that is refused")
    func names() {
        let rows = LocalNames.domains.map { "| `\($0.name)` | \($0.reach) | \($0.source) |" }
        #expect(table("### Names") == rows)
    }
}
