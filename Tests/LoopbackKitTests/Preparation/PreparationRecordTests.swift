import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Testing

/// The manifest and the journal as files, which anybody may have damaged or made up.
@Suite("Manifest and journal", .timeLimit(.minutes(2)))
struct PreparationRecordTests {
    private func library(_ fixture: PreparationFixture, _ name: String) -> URL {
        URL(filePath: "\(fixture.target)/.loopbackkit/\(name)")
    }

    /// Lines with the checksum that they need to be taken for whole (FNV-1a).
    private func checked(_ lines: [String]) -> Data {
        let body = lines.map { $0 + "\n" }.joined()
        let hash = body.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return Data((body + "end\t\(hash)\n").utf8)
    }

    @Test("PAGE-1 A manifest that was cut or changed anywhere is as none, and what stands there is right in the end")
    func manifest() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["a.js": "\"/1\"\n\"?x\"", "b.txt": "2"])
        try await fixture.prepare()
        let whole = try Data(contentsOf: library(fixture, "manifest"))
        let before = fixture.prepared
        for index in stride(from: 0, to: whole.count, by: 3) {
            var damaged = whole
            damaged[index] ^= 1
            for data in [whole[..<index], damaged] {
                try data.write(to: library(fixture, "manifest"))
                try await fixture.prepare()
                #expect(fixture.reads.count == 2, "\(index)")
            }
        }
        #expect(fixture.prepared == before)
        try await fixture.prepare()
        #expect(fixture.reads == [])
    }

    @Test("PAGE-1 A manifest of a shape that no preparation writes is as none, though its checksum is right")
    func shapes() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["a.js": "\"/1\""])
        try await fixture.prepare()
        let text = try String(contentsOf: library(fixture, "manifest"), encoding: .utf8)
        let lines = text.split(separator: "\n").dropLast().map(String.init)
        #expect(lines.count == 2)
        let file = lines[1]
        let shapes = [
            [], [lines[0]] + [file, file], [lines[0], "finding\t1\tx\ty", file], [lines[0], file, "finding\t+1\tx\ty"],
            [lines[0], file + "\t"], [lines[0], file.replacingOccurrences(of: "rewritten", with: "Rewritten")],
            [lines[0], file.replacingOccurrences(of: "a.js", with: "../a.js")], [file], [lines[0] + "x", file],
            [lines[0], file.replacingOccurrences(of: "a.js", with: "a%2")], [lines[0], ""],
            [lines[0], file.replacingOccurrences(of: "\t0\t", with: "\t99999999999999999999\t")],
        ]
        for (number, shape) in shapes.enumerated() {
            guard shape != lines else { continue }
            try checked(shape).write(to: library(fixture, "manifest"))
            try await fixture.prepare()
            #expect(fixture.reads == ["a.js"], "\(number)")
        }
        try checked(lines).write(to: library(fixture, "manifest"))
        try await fixture.prepare()
        #expect(fixture.reads == [])
    }

    @Test("PAGE-1 A journal that was cut or changed anywhere changes nothing, and a whole one is carried out")
    func journal() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["a.js": "1"])
        try await fixture.prepare()
        let journal = checked(["loopbackkit-journal 1", "place\tb.txt\t0\t-", "remove\ta.js"])
        func recover(_ data: Data) async throws -> [String: String] {
            try fixture.folders.write("0", "staged", in: "\(fixture.target)/.loopbackkit/staged")
            try data.write(to: library(fixture, "journal"))
            // What comes after the recovery fails.
            await #expect(throws: PreparationError.self) {
                try await fixture.prepare { tools, _, _ in
                    tools.pageFiles = { _, _ in [PageFile(name: "x", bytes: [])] }
                    tools.step = { step throws(SystemError) in if step.kind == .makeFile { throw .failed } }
                }
            }
            return fixture.prepared
        }
        for index in 0..<journal.count {
            var damaged = journal
            damaged[index] ^= 1
            for data in [journal[..<index], damaged] {
                #expect(try await recover(data) == ["a.js": "1"], "\(index)")
                #expect(PreparationFixture.leftovers(fixture.target).isEmpty)
            }
        }
        #expect(try await recover(journal) == ["b.txt": "staged"])
    }

    @Test(
        "PAGE-1 A journal that somebody made up reaches nothing outside, nor what begins with a dot",
        arguments: [
            "remove\t../secret", "remove\t/secret", "remove\ta/../../secret", "place\t../new\t0\t-", "remove\t.keep",
            "remove\tsub/.keep", "remove folder\t.loopbackkit/staged", "place\t.loopbackkit/lock\t0\t-",
            "remove\tout/secret",
            "place\tout/new\t0\t-", "make folder\tout/x", "remove\t", "remove\ta//b", "place\tb\t-1\t-",
            "place\tb\t../../../0\t-",
        ]
    )
    func hostile(line: String) async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["a.js": "1"])
        try await fixture.prepare()
        try fixture.folders.write("secret", FolderFixture.canary, in: fixture.folders.base)
        try fixture.folders.write(".keep", "kept", in: fixture.target)
        try fixture.folders.folder("sub", in: fixture.target)
        try fixture.folders.write("sub/.keep", "kept", in: fixture.target)
        try fixture.folders.link("out", to: "..", in: fixture.target)
        try fixture.folders.write("0", "staged", in: "\(fixture.target)/.loopbackkit/staged")
        try checked(["loopbackkit-journal 1", line]).write(to: library(fixture, "journal"))
        let before = try FileManager.default.contentsOfDirectory(atPath: fixture.folders.base).sorted()
        try await fixture.prepare()
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folders.base).sorted() == before)
        #expect(fixture.prepared == ["a.js": "1", ".keep": "kept", "sub/.keep": "kept", "out": "-> .."])
        #expect(
            FileManager.default.contents(atPath: "\(fixture.folders.base)/secret") == Data(FolderFixture.canary.utf8)
        )
        #expect(PreparationFixture.leftovers(fixture.target).isEmpty)
    }

    @Test("PAGE-1 A journal whose places somebody has taken meanwhile does not stop the next preparation")
    func taken() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["a/b.js": "1", "c.js": "2"])
        try await fixture.prepare()
        for number in 0...1 {
            try fixture.folders.write("\(number)", "staged", in: "\(fixture.target)/.loopbackkit/staged")
        }
        try fixture.folders.remove("target/a")
        try fixture.folders.remove("target/c.js")
        try fixture.folders.folder("c.js", in: fixture.target)
        try checked(["loopbackkit-journal 1", "place\ta/b.js\t0\t-", "place\tc.js\t1\t-", "remove folder\tc.js"])
            .write(to: library(fixture, "journal"))
        try await fixture.prepare()
        #expect(fixture.prepared == ["a/b.js": "1", "c.js": "2"])
    }
}
