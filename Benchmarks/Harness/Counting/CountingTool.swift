/// A program that runs another one and counts what it does.
package enum CountingTool: CaseIterable, Sendable {
    /// User instructions of all threads.
    case instructions
    /// Blocks and bytes that are allocated.
    case allocations
    /// Bytes that are copied by memcpy and its kin; copies that the compiler wrote out as moves are not seen.
    case copies
    /// Calls of the system.
    case systemCalls

    /// The program's name.
    var program: String { self == .systemCalls ? "strace" : "valgrind" }

    /// How many requests are counted: enough for what happens by the way, such as a timer, to vanish in the mean.
    var requests: Int { self == .instructions ? 1000 : 400 }

    /// The program's arguments, before those of what it runs; it writes what it counted to the file.
    func arguments(writingTo file: String) -> [String] {
        switch self {
        case .instructions: ["--tool=callgrind", "--callgrind-out-file=\(file)", "--log-file=/dev/null"]
        case .allocations: ["--tool=dhat", "--dhat-out-file=/dev/null", "--log-file=\(file)"]
        case .copies: ["--tool=dhat", "--mode=copy", "--dhat-out-file=/dev/null", "--log-file=\(file)"]
        case .systemCalls: ["-f", "-c", "-o", file]
        }
    }

    /// Reads what the program wrote: each metric's total.
    package func totals(in text: String) -> [(metric: String, total: Double)]? {
        switch self {
        case .instructions: Self.numbers(of: "summary:", in: text).map { [("instructions", $0[0])] }
        case .allocations:
            Self.numbers(of: "Total:", in: text).flatMap { numbers in
                numbers.count > 1 ? [("allocations", numbers[1]), ("allocated_bytes", numbers[0])] : nil
            }
        case .copies: Self.numbers(of: "Total:", in: text).map { [("copied_bytes", $0[0])] }
        case .systemCalls: Self.calls(in: text).map { [("system_calls", $0)] }
        }
    }

    /// The numbers, which may have commas, in the line that begins with a word, after valgrind's `==12345==` if need be.
    private static func numbers(of word: String, in text: String) -> [Double]? {
        for line in text.split(separator: "\n") {
            var words = line.split(separator: " ")[...]
            if words.first?.hasPrefix("==") == true { words = words.dropFirst() }
            guard words.first == word[...] else { continue }
            let numbers = words.compactMap { Double($0.filter { $0 != "," }) }
            return numbers.isEmpty ? nil : numbers
        }
        return nil
    }

    /// The sum of the column `calls` in strace's table: time, seconds, microseconds, calls, errors if any, name.
    private static func calls(in text: String) -> Double? {
        var sum: Double?
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 5, words.last != "total", let calls = Double(words[3]) else { continue }
            sum = (sum ?? 0) + calls
        }
        return sum
    }
}
