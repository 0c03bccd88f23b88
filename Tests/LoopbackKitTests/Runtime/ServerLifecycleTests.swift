import LoopbackKit
import Testing

@Suite("ServerLifecycle") struct ServerLifecycleTests {
    private static let error = ServerError(.cannotListen, port: 1, errno: 98)
    private static let opening = ServerOpening(cause: .registration, port: 50000, originChanged: false)
    private static let events: [ServerLifecycle.Event] = [
        .start(.registration), .opened(opening), .lost(error), .failed(error), .stop(.requested),
    ]

    /// The table as the documentation has it: for each state the state after start, opened, lost, failed and stop.
    private static let table: [ServerState.Phase: [ServerState.Phase?]] = [
        .stopped: [.starting, nil, nil, nil, nil],
        .starting: [nil, .ready, nil, .failed, .stopped],
        .ready: [nil, nil, .waiting, nil, .stopped],
        .waiting: [.starting, nil, nil, .failed, .stopped],
        .failed: [.starting, nil, nil, nil, .stopped],
    ]

    /// The events that lead from the beginning to a state.
    private static let ways: [ServerState.Phase: [ServerLifecycle.Event]] = [
        .stopped: [],
        .starting: [.start(.requested)],
        .ready: [.start(.requested), .opened(opening)],
        .waiting: [.start(.requested), .opened(opening), .lost(error)],
        .failed: [.start(.requested), .failed(error)],
    ]

    @Test("LIFE-1 Every pair of state and event does what the table says", arguments: ServerState.Phase.allCases)
    func everyPair(phase: ServerState.Phase) throws {
        for (event, target) in zip(Self.events, try #require(Self.table[phase])) {
            var lifecycle = ServerLifecycle()
            for step in try #require(Self.ways[phase]) { #expect(lifecycle.apply(step) != nil) }
            #expect(lifecycle.state.phase == phase)
            let before = lifecycle
            let action = lifecycle.apply(event)
            #expect((action != nil) == (target != nil))
            #expect(lifecycle.state.phase == target ?? phase)
            if target == nil { #expect(lifecycle.state == before.state) }
            #expect(
                lifecycle.generation == before.generation
                    + (lifecycle.state.phase == .starting && target != nil ? 1 : 0)
            )
        }
    }

    @Test("LIFE-1 The written table names each way once, and agrees with what applying does")
    func writtenTable() {
        let expected = Self.table.flatMap { phase, targets in
            zip(Self.events, targets).compactMap { event, target in target.map { "\(phase) \(event.kind) \($0)" } }
        }
        let written = ServerLifecycle.transitions.map { "\($0.from) \($0.event) \($0.to)" }
        #expect(written.sorted() == expected.sorted())
    }

    @Test("LIFE-1 Each state says what caused it")
    func causes() {
        var lifecycle = ServerLifecycle()
        #expect(lifecycle.state == .stopped(.notStarted))
        _ = lifecycle.apply(.start(.registration))
        #expect(lifecycle.state == .starting(.registration))
        _ = lifecycle.apply(.opened(Self.opening))
        #expect(lifecycle.state == .ready(Self.opening))
        _ = lifecycle.apply(.lost(Self.error))
        #expect(lifecycle.state == .waiting(Self.error))
        _ = lifecycle.apply(.failed(Self.error))
        #expect(lifecycle.state == .failed(Self.error))
        _ = lifecycle.apply(.stop(.requested))
        #expect(lifecycle.state == .stopped(.requested))
    }

    @Test("LIFE-1 Pauses after losses grow to a bound, and end")
    func pauses() {
        let policy = RestartPolicy()
        let pauses = (0...7).map { policy.pause(afterLoss: $0) }
        let expected: [Duration?] = [
            nil, .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(5), nil,
        ]
        #expect(pauses == expected)
    }
}
