/// Who used the processors while a server was measured: the rule that tells a server's speed from the client's.
package struct ProcessorShares: Hashable, Sendable {
    /// What the busiest thread of the client used of its time.
    package var busiestClientThread: Double
    /// What all threads of the client used, in processors.
    package var client: Double
    /// What the server used, in processors.
    package var server: Double
    /// The processors that the server can use: its loops or workers.
    package var serverCapacity: Int
    /// The processors of the machine.
    package var processors: Int
    /// What other programs used, in processors, with what a host took away.
    package var others = 0.0

    package init(busiestClientThread: Double, client: Double, server: Double, serverCapacity: Int, processors: Int) {
        self.busiestClientThread = busiestClientThread
        self.client = client
        self.server = server
        self.serverCapacity = serverCapacity
        self.processors = processors
    }

    /// A client's thread that used this much of its time had no more to give.
    package static let busyClient = 0.92
    /// A server that used this much of what it can use was the bottleneck itself.
    package static let busyServer = 0.85
    /// When both together used this much of the machine, they took it from each other.
    package static let busyMachine = 0.95

    /// Why the figures say more of the client than of the server; `nil` when they don't.
    ///
    /// A server that is busy is the bottleneck, however busy the client is. One that is not may still be measured when
    /// the client has time left too: then both wait for each other, as a single connection makes them.
    package var clientBottleneck: String? {
        let share = server / Double(max(1, min(serverCapacity, processors)))
        guard share < Self.busyServer else { return nil }
        if busiestClientThread >= Self.busyClient {
            return "the client's thread was busy for \(percent(busiestClientThread)), the server for \(percent(share))"
        }
        let both = (client + server) / Double(max(1, processors))
        if client > server, both >= Self.busyMachine {
            return
                "client and server used \(percent(both)) of the machine, and the server had \(percent(share)) of its part"
        }
        return nil
    }

    /// What other programs used of the machine, from 0 to 1.
    package var othersShare: Double { max(0, others) / Double(max(1, processors)) }

    private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}

extension ProcessorShares {
    /// The median of each share; `nil` when there are none.
    package init?(medianOf rounds: [ProcessorShares]) {
        guard let first = rounds.first, let busiest = rounds.map(\.busiestClientThread).median,
            let client = rounds.map(\.client).median, let server = rounds.map(\.server).median,
            let others = rounds.map(\.others).median
        else { return nil }
        self = first
        busiestClientThread = busiest
        self.client = client
        self.server = server
        self.others = others
    }
}
