import Foundation
import Testing

extension BrowserTests {
    /// Calls by the call script against the same calls without it, in the same engine.
    @Suite("Fidelity", .timeLimit(.minutes(5)))
    struct FidelityTests {
        private let known: KnownDifferences

        init() throws { known = try KnownDifferences() }

        @Test(
            "PROXY-1 Each case comes to the same natively and by the call script, but for those on the list",
            arguments: BrowserEngine.allCases
        )
        func differences(engine: BrowserEngine) async throws {
            let run = try await FidelityRuns.shared.run(engine)
            for one in run.cases {
                let complaints = known.complaints(one, engine).joined(separator: "\n")
                #expect(complaints.isEmpty, "\(one.title)\n\(complaints)")
                #expect(one.hasEnded, "\(one.title) has no end")
            }
            #expect(Set(run.cases.map(\.title)).count == run.cases.count && run.cases.count >= 150)
        }

        @Test("PROXY-1 Docs/Fidelity.md tells of every case, and each row of the list is a case's")
        func guide() async throws {
            let cases = try await FidelityRuns.shared.run(.chromium).cases
            #expect(try await FidelityRuns.shared.run(.webKit).cases.map(\.title) == cases.map(\.title))
            let titles = Set(cases.map(\.title)), listed = known.reasons.flatMap(\.cases).map(\.name)
            #expect(listed.filter { !titles.contains($0) } == [])
            let text = FidelityGuide(cases: cases, known: known).text
            let file = FidelityRun.folder.appendingPathComponent("../../Docs/Fidelity.md")
            if ProcessInfo.processInfo.environment["LOOPBACKKIT_FIDELITY"] == "write" {
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
            #expect(try String(contentsOf: file, encoding: .utf8) == text)
        }
    }
}

/// The runs of this process: each engine's cases run once.
private actor FidelityRuns {
    static let shared = FidelityRuns()

    private var runs: [BrowserEngine: FidelityRun] = [:]

    func run(_ engine: BrowserEngine) async throws -> FidelityRun {
        if let run = runs[engine] { return run }
        try engine.require()
        let run = try await FidelityRun(engine)
        runs[engine] = run
        return run
    }
}
