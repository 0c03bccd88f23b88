internal import Synchronization

/// Owns the tasks of one loop's connections.
actor LoopSupervisor {
    nonisolated let context: LoopContext
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe context.loop.asUnownedSerialExecutor() }

    init(context: LoopContext) { self.context = context }

    /// Serves until the loop is drained; when it returns, no task of the loop is left.
    ///
    /// A connection gets a task with its first request that needs one. The group's body runs on the loop, so that a
    /// connection reaches it without crossing threads.
    func serve() async {
        await withDiscardingTaskGroup { group in
            var hasCut = false
            while true {
                while let connection = context.spawnQueue.popLast() { admit(connection, &group) }
                if context.isCut, !hasCut {
                    hasCut = true
                    group.cancelAll()
                }
                if context.isDraining, context.openCount == 0 { break }
                await Waiter.wait { context.setSupervisorWaiter($0) }
            }
        }
    }

    private func admit(_ connection: HTTPConnection, _ group: inout DiscardingTaskGroup) {
        group.addTask(executorPreference: context.loop) { await connection.serveRequests() }
    }
}
