import Foundation
import Synchronization
import Testing
import plugin_host

@Suite("plugin-host's watch", .timeLimit(.minutes(5)))
struct FolderWatchTests {
    private final class Count: Sendable {
        let value = Atomic(0)
    }

    @Test("PAGE-1 A change is dealt with once it has come to rest, and each change once")
    func rest() async throws {
        let clock = ManualClock()
        let fixture = try FolderFixture()
        let known = FolderSnapshot(of: fixture.root)
        let changes = Count()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let watch = FolderWatch(clock: clock) { FolderSnapshot(of: fixture.root) }
                await watch.run(from: known) { changes.value.wrappingAdd(1, ordering: .relaxed) }
            }
            var sleeps = 0
            func look() async {
                sleeps += 1
                await clock.waitForSleep(sleeps)
                clock.advance(by: .milliseconds(500))
                await clock.waitForSleep(sleeps + 1)
            }
            await look()
            try fixture.write("a.js", "1")
            await look()
            try fixture.write("b.js", "1")
            await look()
            #expect(changes.value.load(ordering: .relaxed) == 0)
            await look()
            #expect(changes.value.load(ordering: .relaxed) == 1)
            await look()
            #expect(changes.value.load(ordering: .relaxed) == 1)
            try fixture.remove("root/a.js")
            await look()
            await look()
            #expect(changes.value.load(ordering: .relaxed) == 2)
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    @Test("PAGE-1 A folder that takes long to look at is looked at less often")
    func pauses() async throws {
        let clock = ManualClock()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let watch = FolderWatch(clock: clock) {
                    clock.advance(by: .milliseconds(1500))
                    return FolderSnapshot(of: "/nonexistent")
                }
                await watch.run(from: FolderSnapshot(of: "/nonexistent")) {}
            }
            await clock.waitForSleep(1)
            clock.advance(by: .milliseconds(500))
            // The look ends two seconds after the start, and took a second and a half.
            try await clock.advance(to: 17, whenSleepingUntil: 17)
            await clock.waitForSleep(3)
            group.cancelAll()
        }
    }

    @Test("PAGE-1 A snapshot tells of names, sizes, times and other files, and not of what begins with a dot")
    func snapshot() throws {
        let fixture = try FolderFixture()
        try fixture.folder("sub")
        try fixture.write("sub/a.js", "1")
        var seen = [FolderSnapshot(of: fixture.root)]
        func look() -> Bool {
            let snapshot = FolderSnapshot(of: fixture.root)
            defer { seen.append(snapshot) }
            return snapshot != seen.last
        }
        try fixture.write(".hidden", "1")
        try fixture.folder(".git")
        try fixture.write(".git/x", "1")
        #expect(!look())
        try fixture.write("sub/a.js", "22")
        #expect(look())
        try fixture.move("root/sub/a.js", to: "root/sub/b.js")
        #expect(look())
        try fixture.link("l", to: "sub")
        #expect(look())
        try fixture.write("new", "22", in: fixture.base)
        for path in ["\(fixture.root)/sub/b.js", "\(fixture.base)/new"] {
            let date = Date(timeIntervalSince1970: 1_000_000)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        #expect(look())
        try fixture.move("new", to: "root/sub/b.js")
        #expect(look())
        #expect(!look())
    }
}
