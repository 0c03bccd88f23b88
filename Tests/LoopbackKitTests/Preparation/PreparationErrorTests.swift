import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Synchronization
import Testing

@Suite("Preparation errors", .timeLimit(.minutes(5)))
struct PreparationErrorTests {
    private func fixture() throws -> PreparationFixture {
        let fixture = try PreparationFixture()
        try fixture.write(["a.js": "\"/1\"", "sub/b.css": "2"])
        return fixture
    }

    @Test(
        "PAGE-1 A target that is the source, lies in it or around it is refused, however it is written",
        arguments: [
            "", "/", "/.", "/sub/..", "/sub", "/sub/new/er", "/new", "/.hidden", "/..", "/../../base-link/root/x",
        ]
    )
    func overlap(suffix: String) async throws {
        let fixture = try fixture()
        let target =
            suffix.hasPrefix("/../../base-link")
            ? "\(fixture.folders.base)/link/x" : fixture.source + suffix
        try fixture.folders.link("link", to: fixture.source, in: fixture.folders.base)
        let error = await #expect(throws: PreparationError.self) { try await fixture.prepare(into: target) }
        #expect(error?.code == .overlap && error?.path == target)
        #expect(fixture.changes == [])
    }

    @Test("PAGE-1 Missing folders of a target are made; a target with a name like the source's is another one")
    func missingFolders() async throws {
        let fixture = try fixture()
        for target in ["\(fixture.folders.base)/x/y/z", "\(fixture.source)2", "\(fixture.folders.base)/./q/"] {
            try await fixture.prepare(into: target)
            #expect(PreparationFixture.tree(target) == ["a.js": "\"REL:1\"", "sub/b.css": "2"])
        }
    }

    @Test("PAGE-1 A target that holds other files is refused, and one that was prepared in place too")
    func occupied() async throws {
        let fixture = try fixture()
        try fixture.write("mine/a.js", Array("mine".utf8), in: fixture.folders.base)
        let other = "\(fixture.folders.base)/mine"
        let error = await #expect(throws: PreparationError.self) { try await fixture.prepare(into: other) }
        #expect(error?.code == .occupied && error?.path == other)
        try await PagePreparation(tools: fixture.tools).prepare(other)
        let second = await #expect(throws: PreparationError.self) { try await fixture.prepare(into: other) }
        #expect(second?.code == .occupied)
        #expect(PreparationFixture.tree(other) == ["a.js": "mine"])
    }

    @Test("PAGE-1 Other files of the target that stand in a new file's way are an error that names them, and stay")
    func inTheWay() async throws {
        let fixture = try fixture()
        try await fixture.prepare()
        try fixture.write("new/mine.txt", Array("mine".utf8), in: fixture.target)
        try fixture.folders.write("flat", "mine", in: fixture.target)
        for (path, place) in [("new", "new/mine.txt"), ("flat/x.js", "flat")] {
            try fixture.write([path: "x"])
            let before = fixture.prepared
            let error = await #expect(throws: PreparationError.self) { try await fixture.prepare() }
            #expect(error?.code == .occupied && error?.path == place)
            #expect(fixture.prepared == before && PreparationFixture.leftovers(fixture.target).isEmpty)
            try fixture.folders.remove("root/\(path.split(separator: "/")[0])")
        }
    }

    @Test("PAGE-1 Nothing is written through a link that stands in the target or in the place of the library's folder")
    func targetLinks() async throws {
        let fixture = try fixture()
        try fixture.folders.folder("outside", in: fixture.folders.base)
        try await fixture.prepare()
        try fixture.folders.remove("target/sub")
        try fixture.folders.link("sub", to: "../outside", in: fixture.target)
        let error = await #expect(throws: PreparationError.self) { try await fixture.prepare() }
        #expect(error?.code == .occupied && error?.path == "sub")
        try fixture.folders.link(".loopbackkit", to: "../outside")
        await #expect(throws: PreparationError.self) { try await fixture.prepare(into: nil) }
        #expect(PreparationFixture.tree("\(fixture.folders.base)/outside").isEmpty)
    }

    @Test("PAGE-1 While a target is locked another preparation of it is told so at once, and one of another target not")
    func busy() async throws {
        let fixture = try fixture()
        try await fixture.prepare()
        let library = try WritableFolder(path: Array("\(fixture.target)/.loopbackkit\0".utf8))
        var lock: OpenFile? = try library.file(Array("lock\0".utf8))
        try lock?.lock()
        try fixture.write(["a.js": "\"/2\""])
        let error = await #expect(throws: PreparationError.self) { try await fixture.prepare() }
        #expect(error?.code == .busy && error?.path == fixture.target)
        #expect(fixture.prepared["a.js"] == "\"REL:1\"")
        try await fixture.prepare(into: "\(fixture.folders.base)/other")
        // The lock goes with the one who has it.
        lock = nil
        try await fixture.prepare()
        #expect(fixture.prepared["a.js"] == "\"REL:2\"")
    }

    @Test(
        "PAGE-1 Of preparations that begin together some are told that another one is under way, and all else is well"
    )
    func together() async throws {
        let fixture = try fixture()
        let codes = try await withThrowingTaskGroup(of: PreparationError.Code?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    do throws(PreparationError) {
                        try await PagePreparation(tools: fixture.tools).prepare(fixture.source, into: fixture.target)
                        return nil
                    } catch {
                        return error.code
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.contains(nil) && codes.allSatisfy { $0 == nil || $0 == .busy })
        #expect(fixture.prepared == ["a.js": "\"REL:1\"", "sub/b.css": "2"])
    }

    @Test("PAGE-1 What the system says when a file can't be written is told with the file's name")
    func writing() async throws {
        for (error, code) in [
            (SystemError.full, PreparationError.Code.full), (.readOnly, .readOnly), (.failed, .system),
        ] {
            let fixture = try fixture()
            let thrown = await #expect(throws: PreparationError.self) {
                try await fixture.prepare { tools, _, _ in
                    tools.step = { step throws(SystemError) in
                        if step.kind == .write, step.path == "sub/b.css" { throw error }
                    }
                }
            }
            #expect(thrown?.code == code && thrown?.path == "sub/b.css" && thrown?.errno == error.number)
            #expect(thrown.map { "\($0)" } == "sub/b.css: \(code) (errno \(error.number))")
            #expect(fixture.prepared == [:] && PreparationFixture.leftovers(fixture.target).isEmpty)
        }
    }

    @Test(
        "PAGE-1 An unreadable target is an error, and so is one that can't be written",
        .enabled(if: geteuid() != 0, "the superuser can write everything")
    )
    func unreadableTarget() async throws {
        let fixture = try fixture()
        try await fixture.prepare()
        try fixture.write(["a.js": "\"/2\""])
        for mode in [0o500, 0] as [mode_t] {
            try fixture.folders.allow(mode, "../target/.loopbackkit/staged")
            defer { try? fixture.folders.allow(0o700, "../target/.loopbackkit/staged") }
            let error = await #expect(throws: PreparationError.self) { try await fixture.prepare() }
            #expect(error?.code == .readOnly)
        }
    }
}

/// On a disk of 64 KiB.
@Suite("Abuse: preparing onto a full disk", .timeLimit(.minutes(5)))
struct FullDiskTests {
    /// `Tests/Abuse/small-disk` makes it.
    private static let smallFolder = ProcessInfo.processInfo.environment["LOOPBACKKIT_SMALL_FOLDER"]

    @Test(
        "PAGE-1 A full disk is told with the file's name, and what was prepared before stands and can be prepared again",
        .enabled(if: smallFolder != nil, "LOOPBACKKIT_SMALL_FOLDER is not set: see Tests/Abuse/small-disk")
    )
    func full() async throws {
        let target = "\(try #require(Self.smallFolder))/prepared"
        defer { try? FileManager.default.removeItem(atPath: target) }
        let fixture = try PreparationFixture()
        try fixture.write(["a.js": "\"/1\"", "b.css": "2"])
        let preparation = PagePreparation(tools: fixture.tools)
        _ = try await preparation.prepare(fixture.source, into: target)
        try fixture.write(["a.js": "\"/3\"", "c.bin": String(repeating: "x", count: 100_000)])
        let error = await #expect(throws: PreparationError.self) {
            try await preparation.prepare(fixture.source, into: target)
        }
        #expect(error?.code == .full && error?.path == "c.bin")
        #expect(PreparationFixture.tree(target) == ["a.js": "\"REL:1\"", "b.css": "2"])
        #expect(PreparationFixture.leftovers(target).isEmpty)
        try fixture.folders.remove("root/c.bin")
        _ = try await preparation.prepare(fixture.source, into: target)
        #expect(PreparationFixture.tree(target) == ["a.js": "\"REL:3\"", "b.css": "2"])
    }
}
