import Foundation
import LoopbackKit
import Testing

extension BrowserTests {
    /// Built front ends of others, without their servers.
    @Suite("Taken front ends", .timeLimit(.minutes(10)))
    struct TakenFrontEndTests {
        /// What went wrong in the page's own code.
        private static let watch = """
            window.uncaught = [];
            addEventListener("error", event => { if (event.message) uncaught.push(event.message) });
            """

        @Test(
            "PAGE-1 Prepared, a front end that others built shows, and asks for nothing outside of its scope",
            .enabled(if: TakenFrontEnd.isWanted, "Tests/FrontEnds/take lays them there, from PyPI and Debian"),
            arguments: BrowserEngine.allCases,
            TakenFrontEnd.all
        )
        func prepared(engine: BrowserEngine, frontEnd: TakenFrontEnd) async throws {
            try engine.require()
            guard frontEnd.isThere else {
                // A package that its registry no longer has says nothing of what is tested here.
                Issue.record("\(frontEnd.name) is not there: run Tests/FrontEnds/take", severity: .warning)
                return
            }
            let (folder, report) = try await frontEnd.prepared()
            let visit = FrontEndVisit(
                frontEnd: frontEnd.name,
                engine: engine,
                start: frontEnd.start,
                scripts: [Self.watch],
                ready: try ready(frontEnd),
                limit: .seconds(20)
            )
            let outcome = try await visit.look(at: folder)
            try visit.keep(report, outcome)
            let uncaught = Set(outcome.value["uncaught"].array.compactMap(\.string))
            #expect(uncaught.subtracting(frontEnd.throwsOnly ?? []) == [])
            #expect(outcome.requests.complaints(backEnd: frontEnd.backEnd) == [])
            let foreign = outcome.foreign.filter { address in
                !frontEnd.backEnd.contains { RequestLog.matches(address.withoutOrigin, $0) }
            }
            #expect(foreign == [])
        }

        @Test(
            "PAGE-1 Five front ends at least are there to be shown",
            .enabled(if: TakenFrontEnd.isWanted, "Tests/FrontEnds/take lays them there, from PyPI and Debian")
        )
        func enough() { #expect(TakenFrontEnd.all.filter(\.isThere).count >= 5) }

        /// True when the page's code has made something, its words are there, and its requests have ended.
        private func ready(_ frontEnd: TakenFrontEnd) throws -> String {
            let worker = frontEnd.serviceWorker == true ? "&& navigator.serviceWorker.controller" : ""
            return """
                (async () => {
                    const route = \(try JSONValue(frontEnd.route).text);
                    if (!(\(frontEnd.shown)) \(worker)) return false;
                    if (route && location.pathname !== route) {
                        history.pushState(null, "", route);
                        dispatchEvent(new PopStateEvent("popstate", { state: null }));
                    }
                    const words = document.body.innerText;
                    if (!words.includes(\(try JSONValue.string(frontEnd.words).text))) return false;
                    const count = performance.getEntriesByType("resource").length;
                    await new Promise(resolve => setTimeout(resolve, 400));
                    return count === performance.getEntriesByType("resource").length
                        && { uncaught, words: words.slice(0, 200), elements: document.querySelectorAll("*").length };
                })()
                """
        }
    }
}

extension JSONValue {
    /// A string, or `null`.
    fileprivate init(_ string: String?) { self = string.map { .string($0) } ?? .null }
}

extension String {
    /// An address without its origin and the slash behind it.
    fileprivate var withoutOrigin: String {
        split(separator: "/", maxSplits: 2).dropFirst(2).first.map(String.init) ?? ""
    }
}
