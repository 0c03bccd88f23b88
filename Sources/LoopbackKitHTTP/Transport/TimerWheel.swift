/// Deadlines of many descriptors, cheap to move.
///
/// 1,024 slots of 64 ms. A node is one descriptor's; a later deadline is one store, and the node is put into its new
/// slot only when the old one comes up. Nothing ticks: `nextWake` tells when a slot that holds something comes up.
package struct TimerWheel {
    private static let slotCount = 1024
    private static let none: Int32 = -1

    private struct Node {
        /// In milliseconds; 0 for none.
        var deadline: Int64 = 0
        /// The tick at which the node is looked at; -1 when it is in no slot.
        var tick: Int64 = -1
        var next = TimerWheel.none
        var previous = TimerWheel.none
    }

    private var nodes: [Node] = []
    private var heads = [Int32](repeating: none, count: slotCount)
    private var occupied = [UInt64](repeating: 0, count: slotCount / 64)
    private var linkedCount = 0
    /// The earliest tick that a node is linked at, once it was looked for; each turn asks, and links change seldom.
    private var earliest: Int64?
    /// The last tick whose slot was looked at.
    private var current: Int64

    /// Starts at this time in milliseconds.
    package init(now: Int64) { current = now >> 6 }

    /// Sets the deadline of `id`, in milliseconds; replaces an earlier one.
    @inline(__always)
    package mutating func set(_ id: Int, deadline: Int64) {
        if id < nodes.count, nodes[id].tick >= 0, deadline >> 6 >= nodes[id].tick {
            nodes[id].deadline = deadline
        } else {
            insert(id, deadline: deadline)
        }
    }

    /// Forgets the deadline of `id`; its node leaves its slot when that comes up.
    @inline(__always)
    package mutating func clear(_ id: Int) {
        if id < nodes.count { nodes[id].deadline = 0 }
    }

    private mutating func insert(_ id: Int, deadline: Int64) {
        while nodes.count <= id { nodes.append(Node()) }
        unlink(id)
        nodes[id].deadline = deadline
        link(id)
    }

    private mutating func link(_ id: Int) {
        // Rounded up, so that a slot comes up when its deadlines have passed; at most one turn ahead.
        let wanted = (nodes[id].deadline + 63) >> 6
        let tick = Swift.min(Swift.max(wanted, current + 1), current + Int64(Self.slotCount) - 1)
        let slot = Int(tick) & (Self.slotCount - 1)
        let first = heads[slot]
        nodes[id].tick = tick
        nodes[id].next = first
        nodes[id].previous = Self.none
        if first >= 0 { nodes[Int(first)].previous = Int32(id) }
        heads[slot] = Int32(id)
        occupied[slot >> 6] |= 1 << UInt64(slot & 63)
        linkedCount += 1
        if let earliest { self.earliest = Swift.min(earliest, tick) }
    }

    private mutating func unlink(_ id: Int) {
        let node = nodes[id]
        guard node.tick >= 0 else { return }
        let slot = Int(node.tick) & (Self.slotCount - 1)
        if node.next >= 0 { nodes[Int(node.next)].previous = node.previous }
        if node.previous >= 0 { nodes[Int(node.previous)].next = node.next } else { heads[slot] = node.next }
        if heads[slot] < 0 { occupied[slot >> 6] &= ~(1 << UInt64(slot & 63)) }
        if earliest == node.tick { earliest = nil }
        nodes[id].tick = -1
        linkedCount -= 1
    }

    /// When something has to be looked at next, in milliseconds; `nil` when nothing has a deadline.
    package var nextWake: Int64? {
        mutating get {
            if earliest == nil { earliest = findEarliest() }
            return earliest.map { $0 << 6 }
        }
    }

    private func findEarliest() -> Int64? {
        guard linkedCount > 0 else { return nil }
        var tick = current + 1
        let end = current + Int64(Self.slotCount)
        while tick <= end {
            let slot = Int(tick) & (Self.slotCount - 1)
            let word = occupied[slot >> 6] >> UInt64(slot & 63)
            if word != 0 { return tick + Int64(word.trailingZeroBitCount) }
            tick += Int64(64 - slot & 63)
        }
        return nil
    }

    /// Moves on to `now` and gives the ids whose deadline has passed; each is forgotten.
    package mutating func advance(to now: Int64, expired: inout [Int]) {
        let target = now >> 6
        guard target > current else { return }
        guard linkedCount > 0 else {
            current = target
            return
        }
        let first = Swift.max(current + 1, target - Int64(Self.slotCount) + 1)
        current = target
        for tick in first...target {
            let slot = Int(tick) & (Self.slotCount - 1)
            guard occupied[slot >> 6] >> UInt64(slot & 63) & 1 == 1 else { continue }
            sweep(slot, now: now, expired: &expired)
        }
    }

    private mutating func sweep(_ slot: Int, now: Int64, expired: inout [Int]) {
        var id = heads[slot]
        while id >= 0 {
            let next = nodes[Int(id)].next
            let deadline = nodes[Int(id)].deadline
            unlink(Int(id))
            if deadline > now {
                link(Int(id))
            } else if deadline > 0 {
                nodes[Int(id)].deadline = 0
                expired.append(Int(id))
            }
            id = next
        }
    }
}
