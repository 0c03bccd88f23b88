import LoopbackKitHTTP

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

    /// One of the elements, which are not empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }

    /// True once in so many times.
    mutating func isOne(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}

extension [UInt8] {
    /// A copy with a few bytes changed, added, removed or doubled.
    func mutated(_ generator: inout SeededGenerator) -> [UInt8] {
        let telling: [UInt8] = [
            0, 9, 10, 13, 32, 34, 35, 37, 42, 44, 45, 47, 48, 49, 58, 59, 61, 63, 64, 91, 92, 93, 127, 128, 255,
        ]
        var bytes = self
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            let byte = generator.pick(telling)
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

    /// A few places at which these bytes are cut, in order: for the same bytes always the same.
    var cuts: [Int] {
        var generator = SeededGenerator(seed: span.tableHash)
        return randomCuts(Int.random(in: 1...4, using: &generator), &generator)
    }

    /// So many places at which these bytes are cut, in order.
    func randomCuts(_ count: Int, _ generator: inout SeededGenerator) -> [Int] {
        (0..<count).map { _ in Int.random(in: 0...self.count, using: &generator) }.sorted()
    }
}
