import LoopbackKitHTTP
import Testing

@Suite("LoopClock")
struct LoopClockTests {
    @Test("HTTP-6 A loop's time goes with the system's while it waits and works as it should")
    func runs() {
        var clock = LoopClock(at: 1000)
        clock.waited(from: 1000, to: 1500, limit: 400)
        #expect(clock.now == 1500)
        let isHeld = clock.worked(for: LoopClock.heldLimit - 1)
        #expect(!isHeld)
        clock.waited(from: 1549, to: 9000, limit: -1)
        #expect(clock.now == 9000)
        #expect(clock.wait(for: 9100, from: 9040) == 60)
        #expect(clock.wait(for: 9000, from: 9040) == 0)
    }

    @Test("HTTP-6 A deadline that ran out while the process was stopped is armed once more, whole")
    func stopped() {
        var clock = LoopClock(at: 0)
        // A deadline at 10 s; the process is stopped in the first second of the wait for it, and goes on at 30 s.
        clock.waited(from: 1000, to: 30_000, limit: 9000)
        #expect(clock.now == 1000)
        #expect(clock.wait(for: 10_000, from: 30_000) == 9000)
        clock.waited(from: 30_000, to: 39_000, limit: 9000)
        #expect(clock.now == 10_000)
    }

    @Test("HTTP-6 Time in which a responder held the loop doesn't count")
    func held() {
        var clock = LoopClock(at: 0)
        clock.waited(from: 0, to: 10, limit: -1)
        let isHeld = clock.worked(for: 3000)
        #expect(isHeld)
        clock.waited(from: 3010, to: 3020, limit: 100)
        #expect(clock.now == 20)
    }
}
