import LoopbackKitHTTP
import Testing

@Suite("The scripted resolver", .timeLimit(.minutes(5)))
struct ScriptedResolverTests {
    @Test("Names have other addresses at each look-up, and look-ups are recorded")
    func inTurn() async throws {
        let resolver = ScriptedResolver()
        resolver.answer("rebind.test", inTurn: [["93.184.216.34"], ["127.0.0.1", "::1"]])
        resolver.answer("*", .sockets([.loopback(port: 7)]))
        let first = try await resolver.addresses(of: "rebind.test", port: 80)
        #expect(first == [.ipv4(0x5DB8_D822, port: 80)])
        for _ in 0..<2 {
            let later = try await resolver.addresses(of: "rebind.test", port: 80)
            #expect(later == [.loopback(port: 80), .ipv6(0, 1, port: 80, zone: 0)])
        }
        #expect(try await resolver.addresses(of: "other.test", port: 443) == [.loopback(port: 7)])
        #expect(resolver.lookups.map(\.name) == ["rebind.test", "rebind.test", "rebind.test", "other.test"])
        #expect(resolver.lookups.last?.port == 443)
    }

    @Test("An unknown name is not found; a failure is thrown as it was given")
    func failures() async throws {
        let resolver = ScriptedResolver()
        resolver.answer("down.test", .failure(HTTPResolverError(.unavailable, name: "down.test")))
        for (name, code) in [("down.test", HTTPResolverError.Code.unavailable), ("other.test", .notFound)] {
            await #expect(throws: HTTPResolverError(code, name: name)) {
                try await resolver.addresses(of: name, port: 80)
            }
        }
    }

    @Test("A look-up waits at a gate, and ends with its task")
    func waits() async throws {
        let (resolver, gate) = (ScriptedResolver(), Gate())
        resolver.answer("slow.test", .waits(gate, .addresses(["127.0.0.1"])))
        let cancelled = Task { try await resolver.addresses(of: "slow.test", port: 80) }
        try await resolver.asked()
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        async let addresses = resolver.addresses(of: "slow.test", port: 80)
        try await resolver.asked(times: 2)
        gate.open()
        #expect(try await addresses == [.loopback(port: 80)])
    }
}
