/// Something that is measured.
package enum Scenario: Hashable, Sendable {
    /// How much a server answers in a time.
    case load(LoadScenario)
    /// The memory of idle connections.
    case idle
    /// The time from the start of a process to its first answer.
    case coldStart
    /// The parser of request heads alone.
    case parser
    /// The preparation of pages.
    case preparation
    /// The memory of a proxy whose readers are slow.
    case relayMemory

    package var name: String {
        switch self {
        case .load(let scenario): scenario.name
        case .idle: "idle-10k"
        case .coldStart: "cold-start"
        case .parser: "parse-head"
        case .preparation: "prepare"
        case .relayMemory: "proxy-memory"
        }
    }

    package var summary: String {
        switch self {
        case .load(let scenario): scenario.summary
        case .idle: "memory of 10,000 idle connections"
        case .coldStart: "from the start of the process to its first answer"
        case .parser: "the parser alone on heads of browsers, whole and cut in two at every place"
        case .preparation: "the rewriting of texts of 1, 10 and 50 MB, and of a folder of a thousand files"
        case .relayMemory: "memory of a proxy while 64 readers take 1 MB/s each of a body of 200 MB"
        }
    }

    /// All of them, in the order in which they are run.
    package static let all: [Scenario] =
        LoadScenario.all.map(Scenario.load) + [.relayMemory, .idle, .coldStart, .parser, .preparation]
}
