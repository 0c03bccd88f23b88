/// Something that is measured.
package enum Scenario: Hashable, Sendable {
    /// How much a server answers in a time.
    case load(LoadScenario)

    package var name: String {
        switch self {
        case .load(let scenario): scenario.name
        }
    }

    package var summary: String {
        switch self {
        case .load(let scenario): scenario.summary
        }
    }

    /// All of them, in the order in which they are run.
    package static let all: [Scenario] = LoadScenario.all.map(Scenario.load)
}
