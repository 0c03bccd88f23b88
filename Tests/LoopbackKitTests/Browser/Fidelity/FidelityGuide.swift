/// `Docs/Fidelity.md`: the cases, and which of them differ why.
struct FidelityGuide {
    let cases: [FidelityRun.Case]
    let known: KnownDifferences

    /// The document.
    var text: String {
        (introduction + counts + reasons + groups.flatMap(table)).joined(separator: "\n") + "\n"
    }

    private var groups: [String] {
        cases.reduce(into: []) { groups, one in if groups.last != one.group { groups.append(one.group) } }
    }

    private func members(_ group: String) -> [FidelityRun.Case] { cases.filter { $0.group == group } }

    private func same(_ cases: [FidelityRun.Case], _ engine: BrowserEngine) -> Int {
        cases.count { known.rows($0.title, engine).isEmpty }
    }

    private var introduction: [String] {
        [
            "# Fidelity", "",
            "Each case runs twice in the same engine: natively, against a site that allows everything by CORS, and by the call",
            "script and the proxy, against the same site by a name that allows nothing. Compared are values, errors and their",
            "types and words, events in their order, headers, and upstream the method, target, body and fields of each request,",
            "but for those that are the connection's and `Origin`, `Referer` and `Sec-*`, which no site is sent by the proxy.",
            "",
            "The cases are in `Tests/Fidelity`, and `FidelityTests` runs them. It fails for a difference that is not listed here,",
            "and for a listed one that is none any more. With `LOOPBACKKIT_FIDELITY=write` it writes this page.", "",
        ]
    }

    private var counts: [String] {
        let rows = groups.map { group in
            "| \(group) | \(members(group).count) | \(same(members(group), .chromium)) | \(same(members(group), .webKit)) |"
        }
        return ["| group | cases | the same in Chromium | the same in WebKit |", "| --- | --- | --- | --- |"] + rows + [
            "| **all** | **\(cases.count)** | **\(same(cases, .chromium))** | **\(same(cases, .webKit))** |", "",
        ]
    }

    private var reasons: [String] {
        ["## What differs, and why", ""] + known.reasons.enumerated().map { "\($0 + 1). \($1.reason)" } + [""]
    }

    private func table(_ group: String) -> [String] {
        let rows = members(group).map { "| \($0.name) | \(mark($0, .chromium)) | \(mark($0, .webKit)) |" }
        return ["## \(group)", "", "| case | Chromium | WebKit |", "| --- | --- | --- |"] + rows + [""]
    }

    private func mark(_ one: FidelityRun.Case, _ engine: BrowserEngine) -> String {
        let numbers = known.rows(one.title, engine).map { "\($0.number)" }
        return numbers.isEmpty ? "same" : "differs: \(numbers.joined(separator: ", "))"
    }
}
