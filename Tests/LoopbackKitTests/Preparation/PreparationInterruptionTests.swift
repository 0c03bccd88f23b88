import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Synchronization
import Testing

/// Stops a preparation before each of its steps, and sees what stands then and what the next one makes of it.
@Suite("Interrupted preparations", .timeLimit(.minutes(2)))
struct PreparationInterruptionTests {
    /// What is prepared, and what was before.
    enum Scene: CaseIterable, CustomTestStringConvertible {
        case first, update, inPlace

        var testDescription: String { "\(self)" }
        var target: String? { self == .inPlace ? nil : "" }

        /// A fixture before the preparation that is interrupted.
        func fixture() async throws -> PreparationFixture {
            let fixture = try PreparationFixture()
            try fixture.write([
                "index.html": "\"/1\"", "a.js": "\"/1\"", "sub/b.css": "\"/1\"", "sub/gone.js": "1", "x": "file",
                "y/f": "in",
                "large.bin": String(repeating: "1", count: 5000),
            ])
            guard self == .update else { return fixture }
            try await fixture.prepare { _, configuration, _ in
                configuration.scripts = [PageScript(name: "host.js", source: "1")]
            }
            for name in ["sub/gone.js", "x", "y"] { try fixture.folders.remove("root/\(name)") }
            try fixture.write([
                "index.html": "\"/2\"", "a.js": "\"/2\"", "new/c.js": "\"/2\"", "x/f": "in", "y": "file",
                "large.bin": String(repeating: "2", count: 5000),
            ])
            return fixture
        }

        func folder(_ fixture: PreparationFixture) -> String { self == .inPlace ? fixture.source : fixture.target }

        func prepare(
            _ fixture: PreparationFixture,
            step: (@Sendable (PreparationStep) throws(SystemError) -> Void)? = nil
        ) async throws {
            try await fixture.prepare(into: target) { tools, configuration, _ in
                configuration.scripts = [PageScript(name: "host.js", source: "2")]
                if let step { tools.step = step }
            }
        }
    }

    /// What was there before, and what is to be there; the number of steps between them.
    private func whole(_ scene: Scene) async throws -> (old: [String: String], new: [String: String], steps: Int) {
        let fixture = try await scene.fixture()
        let old = PreparationFixture.tree(scene.folder(fixture))
        try await scene.prepare(fixture)
        return (old, PreparationFixture.tree(scene.folder(fixture)), fixture.changes.count)
    }

    /// Refuses the changes from one number on, or that one alone.
    private func refusing(
        _ number: Int,
        alone: Bool,
        _ error: SystemError = .failed,
        decided: Flag? = nil
    ) -> @Sendable (PreparationStep) throws(SystemError) -> Void {
        let count = Atomic(0)
        return { step throws(SystemError) in
            guard step.changes else { return }
            let present = count.wrappingAdd(1, ordering: .relaxed).oldValue
            if present == number || !alone && present > number { throw error }
            if step.kind == .commit { decided?.raise() }
        }
    }

    @Test(
        "PAGE-1 Killed at any point, each file is old or new, and the next preparation makes what an undisturbed one does",
        arguments: Scene.allCases
    )
    func killed(scene: Scene) async throws {
        let (old, new, steps) = try await whole(scene)
        #expect(steps > 20)
        for number in 0..<steps {
            let fixture = try await scene.fixture()
            let decided = Flag()
            await #expect(throws: PreparationError.self) {
                try await scene.prepare(fixture, step: refusing(number, alone: false, decided: decided))
            }
            let between = PreparationFixture.tree(scene.folder(fixture))
            for (path, content) in between {
                #expect(content == old[path] || content == new[path], "\(number): \(path)")
            }
            for path in old.keys where new[path] != nil { #expect(between[path] != nil, "\(number): \(path)") }
            if !decided.isRaised { #expect(between == old, "\(number)") }
            try await scene.prepare(fixture)
            #expect(PreparationFixture.tree(scene.folder(fixture)) == new, "\(number)")
            #expect(PreparationFixture.leftovers(scene.folder(fixture)).isEmpty, "\(number)")
            try await scene.prepare(fixture)
            #expect(fixture.reads == [] && fixture.changes == [], "\(number)")
        }
    }

    @Test(
        "PAGE-1 A step that fails before the change is decided leaves everything as it was, and nothing behind",
        arguments: Scene.allCases
    )
    func failed(scene: Scene) async throws {
        let (old, new, steps) = try await whole(scene)
        var undone = 0
        for number in 0..<steps {
            let fixture = try await scene.fixture()
            let decided = Flag()
            do {
                try await scene.prepare(fixture, step: refusing(number, alone: true, .full, decided: decided))
                // What can't be linked or cloned is copied.
                #expect(PreparationFixture.tree(scene.folder(fixture)) == new, "\(number)")
            } catch let error as PreparationError {
                #expect(error.code == .full && error.errno == SystemError.full.number, "\(number)")
                guard !decided.isRaised else { continue }
                undone += 1
                #expect(PreparationFixture.tree(scene.folder(fixture)) == old, "\(number)")
                #expect(PreparationFixture.leftovers(scene.folder(fixture)).isEmpty, "\(number)")
            }
        }
        #expect(undone > 10)
    }

    @Test("PAGE-1 A cancelled preparation says so, and leaves everything as it was")
    func cancelled() async throws {
        let fixture = try await Scene.update.fixture()
        let before = fixture.prepared
        let task = Mutex<Task<Void, any Error>?>(nil)
        let started = Latch()
        let work = Task {
            await started.wait()
            try await Scene.update.prepare(fixture) { step throws(SystemError) in
                if step.kind == .read, step.path == "index.html" { task.withLock { $0?.cancel() } }
            }
        }
        task.withLock { $0 = work }
        started.open()
        let error = await #expect(throws: PreparationError.self) { try await work.value }
        #expect(error?.code == .cancelled)
        #expect(fixture.prepared == before && PreparationFixture.leftovers(fixture.target).isEmpty)
    }

    @Test("PAGE-1 A reader never meets half a file while preparations follow each other")
    func readers() async throws {
        let fixture = try PreparationFixture()
        let contents = ["1", "2"].map { String(repeating: $0, count: 300_000) }
        let texts = Set(contents.map { "\"REL:\($0)" } + contents)
        try fixture.write(["a.js": "\"/" + contents[0], "b.js": contents[0]])
        try await fixture.prepare()
        let ended = Flag()
        async let reads = onThread {
            var reads = 0
            while !ended.isRaised || reads == 0 {
                for name in ["a.js", "b.js"] {
                    let data = try Data(contentsOf: URL(filePath: "\(fixture.target)/\(name)"))
                    #expect(texts.contains(String(decoding: data, as: UTF8.self)))
                    reads += 1
                }
            }
            return reads
        }
        // Asked all the time, for a moment without the file would be short.
        async let gaps = onThread {
            var gaps = 0
            while !ended.isRaised {
                for name in ["a.js", "b.js"] where PreparationFixture.status("\(fixture.target)/\(name)").st_size == 0 {
                    gaps += 1
                }
            }
            return gaps
        }
        for number in 1...20 {
            try fixture.write(["a.js": "\"/" + contents[number % 2], "b.js": contents[number % 2]])
            try await fixture.prepare()
        }
        ended.raise()
        #expect(try await reads > 0)
        #expect(try await gaps == 0)
    }
}
