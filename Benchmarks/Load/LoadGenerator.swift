/// Generates a load on threads of its own.
package struct LoadGenerator: Sendable {
    private let plan: LoadPlan
    private let window: LoadWindow

    package init(_ plan: LoadPlan, window: LoadWindow) {
        self.plan = plan
        self.window = window
    }

    /// Generates the load, and calls the closure at the window's begin and end.
    ///
    /// - Parameter mark: called on the calling thread with `false` at the begin and `true` at the end, to read what the
    ///   server has used.
    /// - Returns: what all threads saw.
    /// - Throws: `LoadError` when there is no plan, or no thread.
    package func run(mark: (Bool) -> Void = { _ in }) throws(LoadError) -> LoadReport {
        guard !plan.requests.isEmpty, plan.connections > 0, plan.depth > 0, plan.threads > 0 else {
            throw LoadError(.invalidPlan)
        }
        let count = min(plan.threads, plan.connections)
        var threads: [LoadThread<Result<LoadReport, LoadError>>] = []
        for index in 0..<count { threads.append(try start(index, of: count)) }
        LoadClock.sleep(until: window.start)
        mark(false)
        var report = LoadReport()
        if plan.requestLimit == nil {
            LoadClock.sleep(until: window.end)
            mark(true)
        }
        for thread in threads { report.add(try (thread.join() ?? .failure(LoadError(.outOfResources))).get()) }
        if plan.requestLimit != nil { mark(true) }
        return report
    }

    private func start(_ index: Int, of count: Int) throws(LoadError) -> LoadThread<Result<LoadReport, LoadError>> {
        let (plan, window) = (plan, window)
        let connections = share(plan.connections, index, count)
        let allowance = plan.requestLimit.map { share($0, index, count) } ?? .max
        let rate = plan.pace.requestsPerSecond / Double(count)
        return try LoadThread {
            do throws(LoadError) {
                var worker = try LoadWorker(
                    plan,
                    connections: connections,
                    rate: rate,
                    allowance: allowance,
                    window: window
                )
                return .success(worker.run())
            } catch {
                return .failure(error)
            }
        }
    }

    /// One thread's part of a number, so that the parts add up to it.
    private func share(_ number: Int, _ index: Int, _ count: Int) -> Int {
        number * (index + 1) / count - number * index / count
    }
}
