/// What the command line asks for.
package struct HarnessOptions: Hashable, Sendable {
    /// The scenarios to run, in the order of the list; empty for all.
    package var scenarios: Set<String> = []
    /// How often each server is measured.
    package var rounds = 5
    /// How long a round measures, in seconds.
    package var seconds = 3.0
    /// Whether everything is to be done in less than a minute.
    package var isQuick = false
    /// Our event loops, and the workers of nginx.
    package var loops = 1
    /// Where results and plot are written.
    package var json: String?
    package var svg: String?
    /// A document whose tables of results and counts are replaced.
    package var document: String?
    /// Whether the table is printed as Markdown.
    package var markdown = false
    /// Whether what noise can't move is counted, too.
    package var includesCounts = false
    /// The results to compare with.
    package var baseline: String?
    /// How much a ratio may fall behind the baseline's; `nil` for the default.
    package var tolerance: Double?
    /// Another build of this program to be measured in place of this one.
    package var subject: String?
    /// A build of this program with the standard library in it, whose start is measured too.
    package var staticSubject: String?
    /// The program to compare with; `nil` for the one that is installed.
    package var nginx: String?

    package init() {}
}

/// A command line that makes no sense, said in a sentence.
package struct UsageError: Error, Hashable, Sendable {
    /// What is wrong with it.
    package let message: String

    package init(_ message: String) { self.message = message }
}

/// What the program is asked to do.
package enum HarnessCommand: Hashable, Sendable {
    /// Print the help text.
    case help
    /// Print the scenarios.
    case list
    /// Run wrk and the own load generator against the same servers.
    case againstWrk(HarnessOptions)
    /// Measure.
    case run(HarnessOptions)

    /// Reads a command line.
    ///
    /// A value follows its option as the next argument or after `=`.
    ///
    /// - Parameter arguments: the arguments without the program's name.
    /// - Throws: `UsageError`.
    package init(arguments: [String]) throws(UsageError) {
        var options = HarnessOptions()
        var isAgainstWrk = false
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let inline = parts.count == 2 ? parts[1] : nil
            switch parts.first {
            case "--help" where inline == nil, "-h" where inline == nil:
                self = .help
                return
            case "--list" where inline == nil:
                self = .list
                return
            case "--against-wrk" where inline == nil: isAgainstWrk = true
            case "--counts" where inline == nil: options.includesCounts = true
            case "--quick" where inline == nil: options.isQuick = true
            case "--markdown" where inline == nil: options.markdown = true
            case let name? where !name.isEmpty:
                guard HarnessOptions.names.contains(name) else { throw UsageError("There is no option \(argument).") }
                guard let value = inline ?? rest.popFirst(), !value.isEmpty else {
                    throw UsageError("\(name) needs a value.")
                }
                try options.take(name, value)
            default: throw UsageError("An argument is empty.")
            }
        }
        self = isAgainstWrk ? .againstWrk(options) : .run(options)
    }
}

extension HarnessOptions {
    /// The options with a value.
    fileprivate static let names: Set<String> = [
        "--scenario", "--rounds", "--seconds", "--loops", "--json", "--svg", "--check", "--tolerance", "--subject",
        "--static-subject", "--nginx", "--document",
    ]

    fileprivate mutating func take(_ name: String, _ value: String) throws(UsageError) {
        switch name {
        case "--scenario": try takeScenarios(value)
        case "--rounds": rounds = try Self.number(name, value, 1...1000)
        case "--loops": loops = try Self.number(name, value, 1...255)
        case "--seconds": seconds = try Self.fraction(name, value, 0.05...3600)
        case "--tolerance": tolerance = try Self.fraction(name, value, 0...1)
        case "--json": json = value
        case "--svg": svg = value
        case "--document": document = value
        case "--check": baseline = value
        case "--subject": subject = value
        case "--nginx": nginx = value
        default: staticSubject = value
        }
    }

    private mutating func takeScenarios(_ value: String) throws(UsageError) {
        for part in value.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part)
            guard Scenario.all.contains(where: { $0.name == name }) else {
                throw UsageError("There is no scenario \(name); --list names them.")
            }
            scenarios.insert(name)
        }
    }

    private static func number(_ name: String, _ value: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int {
        let isNumber = value.utf8.allSatisfy { (48...57).contains($0) }
        guard isNumber, let number = Int(value), range.contains(number) else {
            throw UsageError("\(name) needs a number from \(range.lowerBound) to \(range.upperBound), not \(value).")
        }
        return number
    }

    private static func fraction(
        _ name: String,
        _ value: String,
        _ range: ClosedRange<Double>
    ) throws(UsageError) -> Double {
        let isNumber = value.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
        guard isNumber, let number = Double(value), range.contains(number) else {
            throw UsageError("\(name) needs a number from \(range.lowerBound) to \(range.upperBound), not \(value).")
        }
        return number
    }
}
