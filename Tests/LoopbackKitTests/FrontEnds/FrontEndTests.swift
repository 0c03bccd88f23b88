import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// Pages that were written for other origins, from the loopback origin: each says itself whether it works.
    @Suite("Front ends", .timeLimit(.minutes(5)))
    struct FrontEndTests {
        private static let verdict = "document.documentElement.dataset.result"

        @Test("The folders of front ends are there")
        func folders() { #expect(FrontEnd.all.count >= 14) }

        @Test(
            "PAGE-1 Prepared, a front end works from a scope: every request is answered, and none leaves the scope",
            arguments: BrowserEngine.allCases,
            FrontEnd.all
        )
        func prepared(engine: BrowserEngine, frontEnd: FrontEnd) async throws {
            try engine.require()
            let folder = try FolderFixture()
            try frontEnd.write(to: "\(folder.base)/source")
            let preparation = PagePreparation(configuration: frontEnd.configuration)
            let report = try await preparation.prepare("\(folder.base)/source", into: folder.root)
            #expect(Set(report.findings.compactMap(FrontEnd.Finding.init)) == Set(frontEnd.description.findings ?? []))

            guard let limit = frontEnd.description.limit else {
                return try await check(frontEnd, in: engine, folder, report)
            }
            await withKnownIssue("\(limit)") { try await check(frontEnd, in: engine, folder, report) }
        }

        /// Shows a prepared front end, and compares what the page says and what the server saw.
        private func check(
            _ frontEnd: FrontEnd,
            in engine: BrowserEngine,
            _ folder: FolderFixture,
            _ report: PreparationReport
        ) async throws {
            let visit = visit(frontEnd, in: engine)
            let outcome = try await visit.look(at: folder)
            try visit.keep(report, outcome)
            if outcome.value != "pass" {
                let original = try await original(frontEnd, in: engine)
                Issue.record("\(outcome.value); where its author had it: \(original)")
            }
            #expect(outcome.offline == nil || outcome.offline == "pass")
            #expect(outcome.requests.complaints(missing: frontEnd.description.missing ?? []) == [])
            #expect(outcome.foreign == [])
            let asked = try frontEnd.expectedPaths(in: "\(folder.base)/source")
            #expect(asked.subtracting(outcome.requests.paths).sorted() == [], "files that nothing asked for")
        }

        @Test(
            "PAGE-1 As it is, no front end works from a scope",
            arguments: [BrowserEngine.chromium],
            FrontEnd.all
        )
        func unprepared(engine: BrowserEngine, frontEnd: FrontEnd) async throws {
            try engine.require()
            let folder = try FolderFixture()
            try frontEnd.write(to: folder.root)
            var visit = visit(frontEnd, in: engine)
            visit.scripts = ["window.verdictSeconds = 0.3"]
            visit.returnsOffline = false
            let outcome = try await visit.look(at: folder)
            #expect(outcome.value.string?.hasPrefix("fail: ") == true)
            let asked = try frontEnd.expectedPaths(in: folder.root)
            #expect(!asked.isSubset(of: outcome.requests.paths))
            // Addresses of other schemes reach no server.
            if frontEnd.name != "CordovaApp" { #expect(outcome.requests.refusals.contains(.secret)) }
        }

        private func visit(_ frontEnd: FrontEnd, in engine: BrowserEngine) -> FrontEndVisit {
            FrontEndVisit(
                frontEnd: frontEnd.name,
                engine: engine,
                start: frontEnd.description.start,
                ready: Self.verdict,
                returnsOffline: frontEnd.description.offline == true
            )
        }

        /// What the page says at the root of an origin: whether the page or its preparation is at fault.
        private func original(_ frontEnd: FrontEnd, in engine: BrowserEngine) async throws -> JSONValue {
            let folder = try FolderFixture()
            try frontEnd.write(to: folder.root, fromRoot: true)
            var router = Router()
            try router.serve(FolderResponder(folder: folder.root), at: "/")
            return try await withServer(handler: router) { port in
                try await engine.withPage { page in
                    try await page.load("http://127.0.0.1:\(port)/\(frontEnd.description.start)")
                    return try await page.wait(for: Self.verdict)
                }
            }
        }
    }
}

extension FrontEnd {
    /// How it is prepared.
    var configuration: PageConfiguration {
        var configuration = PageConfiguration()
        if let bases = description.bases { configuration.legacyBases = bases.map { LegacyBase($0) } }
        return configuration
    }
}

extension FrontEnd.Finding {
    /// A finding as a description has it; `nil` for one that says no more than who does the work.
    init?(_ finding: PageFinding) {
        guard finding.problem != .leftToPageScript else { return nil }
        file = finding.file
        line = finding.line
        reference = finding.reference
        problem = finding.problem.description
    }
}
