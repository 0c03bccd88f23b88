import Foundation

/// The differences that are known, `Tests/Fidelity/differences.json`: each with its reason.
struct KnownDifferences: Decodable, Sendable {
    /// Why cases differ.
    struct Reason: Decodable, Sendable {
        let reason: String
        let cases: [Row]
    }

    /// A case that differs.
    struct Row: Decodable, Sendable {
        /// Its group and name: `Fetch: methods: HEAD`.
        let name: String
        let engines: [String]
        /// Where its outcomes differ, and what stands below that; all other places have to be equal.
        let at: [String]

        func covers(_ difference: JSONDifference) -> Bool {
            at.contains { difference.path == $0 || difference.path.hasPrefix("\($0).") }
        }
    }

    let reasons: [Reason]

    init() throws {
        let data = try Data(contentsOf: FidelityRun.folder.appendingPathComponent("differences.json"))
        reasons = try JSONDecoder().decode([Reason].self, from: data)
    }

    /// The rows for a case in an engine, with the numbers of their reasons, from 1.
    func rows(_ name: String, _ engine: BrowserEngine) -> [(number: Int, row: Row)] {
        reasons.enumerated().flatMap { index, reason in
            reason.cases.filter { $0.name == name && $0.engines.contains(engine.rawValue) }.map { (index + 1, $0) }
        }
    }

    /// What is wrong with a case: a difference that is not listed, or a listed one that is none.
    func complaints(_ one: FidelityRun.Case, _ engine: BrowserEngine) -> [String] {
        let found = one.differences
        let rows = rows(one.title, engine).map(\.row)
        let unlisted = found.filter { difference in !rows.contains { $0.covers(difference) } }.map(\.description)
        let vain = rows.flatMap { row in
            row.at.filter { place in !found.contains { $0.path == place || $0.path.hasPrefix("\(place).") } }
        }
        return unlisted + vain.map { "\($0): is listed, and does not differ" }
    }
}
