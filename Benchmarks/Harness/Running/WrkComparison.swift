/// Runs wrk and the own load generator in turns.
struct WrkComparison {
    init(_ options: HarnessOptions) {}
    func run() throws {}
}
