/// What is asked for while something is counted: each on a connection of its own, one request after the other.
package struct CountedScenario: Hashable, Sendable {
    /// How it is called in the results.
    package let name: String
    /// What is asked for.
    let route: Route
    /// A field that the request has beside Host.
    var field: String?

    /// All of them.
    package static let all = [
        CountedScenario(name: "small", route: .hello),
        CountedScenario(name: "async", route: .helloAsync),
        CountedScenario(name: "file-1k", route: .page(.small)),
        CountedScenario(name: "file-100k", route: .page(.middle)),
        CountedScenario(name: "proxy", route: .upstream(.tiny, .http)),
        CountedScenario(name: "range-2b", route: .range(.small), field: "Range: bytes=500-501"),
    ]
}
