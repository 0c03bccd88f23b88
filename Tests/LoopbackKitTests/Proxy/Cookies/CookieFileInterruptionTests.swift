import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Synchronization
import Testing

/// Stops the writing of a cookie file before each of its steps, and looks at what stands there then.
@Suite("Interrupted writing of cookie files", .timeLimit(.minutes(5)))
struct CookieFileInterruptionTests {
    /// What is done to a file that holds the cookie `old`: the cookies `b` and `c` come, each with a flush of its own.
    private func change(_ store: FileCookieStore) async throws {
        store.set("b=2")
        try await store.flush()
        store.set("c=3")
        try await store.flush()
    }

    /// A fixture whose file holds a cookie, and damage if wanted.
    private func fixture(isDamaged: Bool) async throws -> CookieFileFixture {
        let fixture = try CookieFileFixture()
        let store = try fixture.open()
        store.set("old=1")
        store.set("lost=1", from: "https://z.org/")
        try await store.close()
        if isDamaged, var bytes = fixture.bytes() {
            bytes[bytes.count - 3] ^= 1
            try fixture.write(bytes)
        }
        fixture.steps.withLock { $0 = [] }
        return fixture
    }

    /// The steps of the change, without interruption.
    private func steps(isDamaged: Bool) async throws -> [CookieFileTools.Step] {
        let fixture = try await fixture(isDamaged: isDamaged)
        try await change(try fixture.open(synchronizes: true))
        return fixture.steps.withLock { $0 }
    }

    /// Refuses the steps from one number on, or that one alone.
    private func refusing(
        _ number: Int,
        alone: Bool,
        _ error: SystemError
    ) -> @Sendable (CookieFileTools.Step) -> SystemError? {
        let counter = StepCounter()
        return { _ in
            let step = counter.next()
            return step == number || step > number && !alone ? error : nil
        }
    }

    @Test("PROXY-6 A new file is written beside the old one, goes to the disk and takes its place in one step")
    func order() async throws {
        let replace: [CookieFileTools.Step] = [.makeFile, .write, .synchronizeNew, .move, .synchronizeFolder]
        #expect(try await steps(isDamaged: false) == replace + [.append, .synchronize])
        #expect(try await steps(isDamaged: true) == [.keepDamaged] + replace + replace + [.append, .synchronize])
    }

    @Test("PROXY-6 A crash at any step loses at most the last change", arguments: [false, true])
    func crash(isDamaged: Bool) async throws {
        for number in try await steps(isDamaged: isDamaged).indices {
            let fixture = try await fixture(isDamaged: isDamaged)
            do {
                let store = try fixture.open(synchronizes: true, refusing: refusing(number, alone: false, .failed))
                await #expect(throws: CookieStoreError.self) { try await change(store) }
                // The store goes without another word, as in a crash.
            }
            let written = fixture.steps.withLock { $0 }
            let again = try fixture.open()
            let field = again.field()
            let isReplaced = written.contains(.synchronizeFolder) && (!isDamaged || written.count { $0 == .move } == 2)
            let possible = isReplaced ? ["old=1; b=2", "old=1; b=2; c=3"] : ["old=1", "old=1; b=2"]
            #expect(possible.contains(field ?? ""), "before step \(number): \(field ?? "-")")
            // What is found can be used: leftovers are in nobody's way.
            again.set("d=4")
            try await again.close()
            #expect(try fixture.content() == "\(field ?? ""); d=4")
            #expect(!fixture.names.contains("cookies.new"))
        }
    }

    @Test(
        "PROXY-6 A full disk at any step is told, and nothing is lost when it has room again",
        arguments: [false, true]
    )
    func fullDisk(isDamaged: Bool) async throws {
        for number in try await steps(isDamaged: isDamaged).indices {
            let fixture = try await fixture(isDamaged: isDamaged)
            let store = try fixture.open(synchronizes: true, refusing: refusing(number, alone: true, .full))
            await #expect { try await change(store) } throws: { error in
                guard let error = error as? CookieStoreError else { return false }
                return error.code == .full && error.errno == SystemError.full.number && error.path == fixture.path
            }
            #expect(store.field() == (number < 5 + (isDamaged ? 6 : 0) ? "old=1; b=2" : "old=1; b=2; c=3"))
            store.set("c=3")
            try await store.close()
            #expect(try fixture.content() == "old=1; b=2; c=3")
        }
    }

    @Test("PROXY-6 A line that was written in part is not followed by another")
    func partOfALine() async throws {
        let fixture = try await fixture(isDamaged: false)
        let path = fixture.path
        let isFull = StepCounter()
        let store = try fixture.open { step in
            guard step == .append, isFull.next() == 0 else { return nil }
            // The disk takes a part of the line before it is full.
            guard let file = FileHandle(forWritingAtPath: path) else { return .failed }
            file.seekToEndOfFile()
            file.write(Data("set\t~main\ta.o".utf8))
            return .full
        }
        store.set("b=2")
        try await store.flush()
        store.set("c=3")
        await #expect(throws: CookieStoreError.self) { try await store.flush() }
        let torn = try #require(fixture.bytes())
        try await store.close()
        #expect(try fixture.content() == "old=1; b=2; c=3")
        // A crash instead of the second attempt.
        try fixture.write(torn)
        let again = try fixture.open()
        #expect(again.field() == "old=1; b=2")
        #expect(again.damage == nil)
        again.set("d=4")
        try await again.close()
        #expect(try fixture.content() == "old=1; b=2; d=4")
    }
}

/// Counts from 0 on.
private final class StepCounter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}
