/// Places in the order in which they became free.
struct SlotQueue {
    private var slots: [Int] = []
    private var first = 0

    var isEmpty: Bool { first == slots.count }

    mutating func append(_ slot: Int) { slots.append(slot) }

    mutating func popFirst() -> Int? {
        guard !isEmpty else { return nil }
        defer {
            first += 1
            // Moves what is left rarely, so that each place is moved about once.
            if first > 1024, first * 2 > slots.count {
                slots.removeFirst(first)
                first = 0
            }
        }
        return slots[first]
    }
}
