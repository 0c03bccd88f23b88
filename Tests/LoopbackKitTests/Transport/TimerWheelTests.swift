import LoopbackKitHTTP
import Testing

@Suite("TimerWheel")
struct TimerWheelTests {
    /// The ids that come up when time goes from one wake-up to the next, each with its time.
    private func run(_ wheel: inout TimerWheel, until end: Int64) -> [(id: Int, time: Int64)] {
        var fired: [(Int, Int64)] = []
        while let wake = wheel.nextWake, wake <= end {
            var expired: [Int] = []
            wheel.advance(to: wake, expired: &expired)
            fired += expired.map { ($0, wake) }
        }
        return fired
    }

    @Test("HTTP-6 Deadlines come up in their order, never early and at most a slot late")
    func order() {
        var wheel = TimerWheel(now: 1_000_000)
        let deadlines = [500, 10, 64, 65, 128, 30_000, 65_536, 65_537, 200_000, 10_000_000].map {
            $0 + Int64(1_000_000)
        }
        for (id, deadline) in deadlines.enumerated() { wheel.set(id, deadline: deadline) }
        let fired = run(&wheel, until: .max)
        // Two in one slot come up together, in no order.
        #expect(fired.map { (deadlines[$0.id] + 63) / 64 } == deadlines.map { ($0 + 63) / 64 }.sorted())
        #expect(fired.count == deadlines.count)
        for (id, time) in fired { #expect(time >= deadlines[id] && time < deadlines[id] + 128) }
        #expect(wheel.nextWake == nil)
    }

    @Test("HTTP-6 A deadline that is moved or taken away does not come up at its old time")
    func moving() {
        var wheel = TimerWheel(now: 0)
        for id in 0..<4 { wheel.set(id, deadline: 1000) }
        wheel.set(0, deadline: 5000)
        wheel.set(1, deadline: 200)
        wheel.clear(2)
        wheel.clear(99)
        #expect(run(&wheel, until: 900).map(\.id) == [1])
        #expect(run(&wheel, until: 2000).map(\.id) == [3])
        #expect(run(&wheel, until: 4900).isEmpty)
        #expect(run(&wheel, until: 6000).map(\.id) == [0])
        wheel.set(2, deadline: 7000)
        #expect(run(&wheel, until: 8000).map(\.id) == [2])
        #expect(wheel.nextWake == nil)
    }

    @Test("HTTP-6 Deadlines that passed while nobody looked come up once, all together")
    func lateLook() {
        var wheel = TimerWheel(now: 0)
        for id in 0..<100 { wheel.set(id, deadline: Int64(id) * 700) }
        var expired: [Int] = []
        wheel.advance(to: 1_000_000, expired: &expired)
        // A deadline of 0 is none.
        #expect(expired.sorted() == Array(1..<100))
        expired = []
        wheel.advance(to: 2_000_000, expired: &expired)
        #expect(expired.isEmpty)
    }

    @Test("HTTP-6 Over random moves it tells what a plain list tells", arguments: 1...8 as ClosedRange<UInt64>)
    func model(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var now: Int64 = 5000
        var wheel = TimerWheel(now: now)
        var model: [Int: Int64] = [:]
        for _ in 0..<4000 {
            let id = Int(random.next() % 40)
            switch random.next() % 8 {
            case 0...4:
                let distance = Int64(random.next() % (random.next() % 4 == 0 ? 300_000 : 3000)) + 1
                wheel.set(id, deadline: now + distance)
                model[id] = now + distance
            case 5:
                wheel.clear(id)
                model[id] = nil
            default:
                now += Int64(random.next() % (random.next() % 8 == 0 ? 200_000 : 500))
                var expired: [Int] = []
                wheel.advance(to: now, expired: &expired)
                for id in expired {
                    // A deadline comes up once, and not before its time.
                    #expect(model.removeValue(forKey: id).map { $0 <= now } == true)
                }
                // What is more than two slots late would be lost.
                #expect(model.values.allSatisfy { $0 > now - 128 })
                if let first = model.values.min() { #expect(wheel.nextWake.map { $0 < first + 128 } == true) }
            }
        }
    }
}
