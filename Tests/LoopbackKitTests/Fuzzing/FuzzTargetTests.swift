import LoopbackKitHTTP
import Testing

@Suite("Mutated input")
struct FuzzTargetTests {
    #if DEBUG
    private static let rounds = 300
    #else
    private static let rounds = 3000
    #endif

    @Test("HTTP-1 HTTP-3 Mutated input traps no parser and breaks none of its invariants", arguments: FuzzTarget.all)
    func mutated(_ target: FuzzTarget) throws {
        for seed in target.seeds { try target.check(seed) }
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<Self.rounds {
            let input = generator.pick(target.seeds).mutated(&generator)
            do {
                try target.check(input)
            } catch {
                Issue.record("\(error): \(input) \(String(decoding: input, as: UTF8.self).debugDescription)")
                return
            }
        }
    }
}
