import LoopbackKitHTTP
import Testing

/// SplitMix64: the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

extension [UInt8] {
    /// A copy with a few bytes changed, added, removed or doubled.
    func mutated(_ generator: inout SeededGenerator) -> [UInt8] {
        let telling: [UInt8] = [
            0, 9, 10, 13, 32, 34, 35, 44, 45, 47, 48, 49, 58, 59, 61, 63, 64, 91, 92, 93, 127, 128, 255,
        ]
        var bytes = self
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            let byte = telling.randomElement(using: &generator) ?? 0
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[place] = byte
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 2: bytes.insert(byte, at: place)
            case 3: bytes.remove(at: place)
            default:
                let end = Swift.min(bytes.count, place + Int.random(in: 1...20, using: &generator))
                bytes.insert(contentsOf: bytes[place..<end], at: place)
            }
        }
        return bytes
    }
}

@Suite("Mutated input")
struct MutatedInputTests {
    #if DEBUG
    private static let rounds = 20_000
    #else
    private static let rounds = 200_000
    #endif

    @Test("HTTP-1 Mutated heads never trap and give one outcome at every split")
    func heads() {
        var generator = SeededGenerator(seed: 1)
        let seeds = HeadVector.all.map(\.bytes)
        for _ in 0..<Self.rounds {
            guard let input = seeds.randomElement(using: &generator)?.mutated(&generator) else { continue }
            let whole = HeadOutcome.whole(input)
            let cuts = [0, 1].map { _ in Int.random(in: 0...input.count, using: &generator) }.sorted()
            if HeadOutcome.of(input, arriving: cuts + [input.count]) != whole || HeadOutcome.byteByByte(input) != whole
            {
                Issue.record("\(whole) whole, but not when cut at \(cuts): \(input)")
            }
        }
    }

    @Test("HTTP-1 Mutated chunks never trap and give one outcome at every split")
    func chunks() {
        var generator = SeededGenerator(seed: 2)
        let seeds = ChunkVector.all.map(\.bytes)
        for _ in 0..<Self.rounds {
            guard let input = seeds.randomElement(using: &generator)?.mutated(&generator) else { continue }
            let whole = ChunkOutcome.of(input, cutAt: [])
            let cuts = [0, 1].map { _ in Int.random(in: 0...input.count, using: &generator) }.sorted()
            if ChunkOutcome.of(input, cutAt: cuts) != whole
                || ChunkOutcome.of(input, cutAt: Array(0..<input.count)) != whole
            {
                Issue.record("\(whole) whole, but not when cut at \(cuts): \(input)")
            }
        }
    }
}
