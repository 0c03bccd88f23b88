import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("What a preparation leaves to others") struct PreparationOwnershipTests {
    @Test("PAGE-1 In place what an author saved meanwhile stays, and is prepared the next time")
    func savedMeanwhile() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["a.js": "\"/a.js\"", "b.js": "\"/a.js\""])
        let edited = "\"/b.js\" newer"
        try await fixture.prepare(into: nil) { tools, _, _ in
            let step = tools.step
            tools.step = { [fixture] change throws(SystemError) in
                if change.kind == .commit { try? fixture.write("a.js", Array(edited.utf8), age: 30) }
                try step(change)
            }
        }
        #expect(PreparationFixture.tree(fixture.source) == ["a.js": edited, "b.js": "\"REL:a.js\""])
        #expect(PreparationFixture.leftovers(fixture.source) == [])
        try await fixture.prepare(into: nil)
        #expect(PreparationFixture.tree(fixture.source)["a.js"] == "\"REL:b.js\" newer")
    }

    @Test("PAGE-1 A target is for the readers of its source alone")
    func permissions() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["sub/a.js": "1"])
        try fixture.folders.allow(0o700, ".")
        try await fixture.prepare(into: "\(fixture.folders.base)/deep/target")
        for folder in ["", "/sub", "/.loopbackkit", "/.loopbackkit/staged"] {
            let status = PreparationFixture.status("\(fixture.folders.base)/deep/target\(folder)")
            #expect(status.st_mode & 0o777 == 0o700, "\(folder)")
        }
    }

    @Test("PAGE-1 A plain file of somebody else in the target is an error that names it, and stays")
    func plainFile() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["a.js": "1"])
        try await fixture.prepare()
        try fixture.folders.write("notes.txt", "mine", in: fixture.target)
        try fixture.write(["notes.txt": "theirs"])
        let error = await #expect(throws: PreparationError.self) { try await fixture.prepare() }
        #expect(error?.code == .occupied && error?.path == "notes.txt")
        #expect(fixture.prepared["notes.txt"] == "mine")
    }

    @Test("PAGE-1 A folder in which a preparation only began is no target of others")
    func begun() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["a.js": "theirs"])
        let other = "\(fixture.folders.base)/other"
        try fixture.write("a.js", Array("mine".utf8), in: other)
        for name in [".loopbackkit", ".loopbackkit/staged"] {
            try fixture.folders.folder("other/\(name)", in: fixture.folders.base)
        }
        let error = await #expect(throws: PreparationError.self) { try await fixture.prepare(into: other) }
        #expect(error?.code == .occupied)
        #expect(PreparationFixture.tree(other) == ["a.js": "mine"])
    }

    @Test("PAGE-1 A link to a hidden file is left out, as the file is")
    func hiddenFile() async throws {
        let fixture = try PreparationFixture()
        try fixture.write([".env": "secret", "a.js": "1"])
        try fixture.folders.link("x.txt", to: ".env")
        let report = try await fixture.prepare()
        #expect(fixture.prepared == ["a.js": "1"])
        #expect(report.findings.map(\.problem) == [.unservedName])
    }
}
