import BenchmarkReport
import Testing

@Suite("Benchmarks: whether the client was the bottleneck")
struct ProcessorSharesTests {
    private func shares(busiest: Double, client: Double, server: Double, capacity: Int = 1) -> ProcessorShares {
        ProcessorShares(
            busiestClientThread: busiest,
            client: client,
            server: server,
            serverCapacity: capacity,
            processors: 2
        )
    }

    @Test(
        "KIT-2 A client without time left is the bottleneck, unless the server had none either",
        arguments: [
            (0.99, 0.99, 0.60, 1, true),  // the client is the slower one
            (0.99, 0.99, 0.97, 1, false),  // both are busy: the server's speed is seen
            (0.50, 0.50, 0.99, 1, false),
            (0.45, 0.45, 0.45, 1, false),  // one connection: both wait for each other
            (0.75, 1.40, 0.58, 1, true),  // two threads take the server's processor
            (0.55, 1.05, 0.94, 1, false),
            (0.70, 0.70, 1.25, 2, false),  // two loops and the client share two processors, and the server has more
            (0.97, 0.97, 0.99, 2, true),  // half of what two loops could do
        ]
    )
    func rule(busiest: Double, client: Double, server: Double, capacity: Int, isClientBound: Bool) {
        let shares = shares(busiest: busiest, client: client, server: server, capacity: capacity)
        #expect((shares.clientBottleneck != nil) == isClientBound)
    }

    @Test("KIT-2 The reason names both shares")
    func reason() throws {
        let reason = try #require(shares(busiest: 0.984, client: 0.984, server: 0.6).clientBottleneck)
        #expect(reason.contains("98 %") && reason.contains("60 %"))
    }

    @Test("KIT-2 Rounds are judged by their medians")
    func medians() throws {
        let rounds = [0.2, 0.6, 0.99].map { shares(busiest: $0, client: $0, server: 1 - $0) }
        let median = try #require(ProcessorShares(medianOf: rounds))
        #expect(median.busiestClientThread == 0.6 && median.client == 0.6 && median.server == 0.4)
        #expect(ProcessorShares(medianOf: []) == nil)
    }

    @Test("KIT-2 What others used is a share of the machine, and never negative")
    func others() {
        var shares = shares(busiest: 0, client: 0, server: 0)
        shares.others = 1
        #expect(shares.othersShare == 0.5)
        shares.others = -0.1
        #expect(shares.othersShare == 0)
    }
}
