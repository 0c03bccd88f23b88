import LoopbackKitHTTP
import Testing

@Suite("EvictionOrder")
struct EvictionOrderTests {
    private static func places(_ idle: [(since: Int64, isTrusted: Bool)]) -> [EvictionOrder.Place] {
        idle.enumerated().map {
            EvictionOrder.Place(descriptor: $0.offset, since: $0.element.since, isTrusted: $0.element.isTrusted)
        }
    }

    /// The descriptors in the order of their going.
    private static func order(_ idle: [(since: Int64, isTrusted: Bool)]) -> [Int] {
        var order = EvictionOrder()
        order.refill(places(idle))
        return Array(sequence(state: order) { $0.next()?.descriptor })
    }

    @Test("HTTP-6 Who is idle longest goes first, and of the trusted one alone where nobody else is idle")
    func order() {
        #expect(Self.order([]) == [])
        #expect(Self.order([(3, false), (1, false), (2, false)]) == [1, 2, 0])
        #expect(Self.order([(3, false), (1, true), (2, false)]) == [2, 0])
        #expect(Self.order([(3, true), (1, true), (2, true)]) == [1])
    }

    @Test("HTTP-6 One search serves for many evictions, and never keeps more than it needs")
    func bounded() {
        let order = Self.order((0..<1000).map { (Int64(1000 - $0), false) })
        #expect(order == Array((744..<1000).reversed()))
    }
}
