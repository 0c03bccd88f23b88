import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("The walk of a folder to prepare", .timeLimit(.minutes(5)))
struct SourceWalkTests {
    private func error(
        _ fixture: PreparationFixture,
        into target: String? = "",
        _ limit: (inout PreparationLimits) -> Void = { _ in }
    ) async -> PreparationError? {
        await #expect(throws: PreparationError.self) { try await fixture.prepare(into: target) { limit(&$2) } }
    }

    @Test("PAGE-1 A link to a file inside is a file of its own in the target, one to a folder a relative link")
    func links() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["lib/v2/a.js": "\"/1\"", "lib/v2/b.png": "b", "i.html": "NAMES"])
        try fixture.folders.link("lib/now", to: "v2")
        try fixture.folders.link("here.js", to: "lib/now/a.js")
        try fixture.folders.link("lib/v2/up", to: "\(fixture.source)/lib")
        try fixture.folders.link("self", to: ".")
        let report = try await fixture.prepare()
        let prepared = fixture.prepared
        #expect(prepared["here.js"] == "\"REL:1\"" && prepared["lib/now"] == "-> ../lib/v2")
        #expect(prepared["lib/v2/up"] == "-> ../../lib" && prepared["self"] == "-> .")
        #expect(report.linked == 3 && report.scripts == 2)
        #expect(FileManager.default.contents(atPath: "\(fixture.target)/lib/now/b.png") == Data("b".utf8))
        let names = try #require(prepared["i.html"])
        for name in ["lib/now/a.js", "lib/v2/up/v2/b.png", "self/i.html"] { #expect(names.contains(name), "\(name)") }
        try await fixture.prepare()
        #expect(fixture.reads == [] && fixture.changes == [])
    }

    @Test("PAGE-1 In place a link stays as it is")
    func linksInPlace() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["a.js": "\"/1\""])
        try fixture.folders.link("b.js", to: "a.js")
        try await fixture.prepare(into: nil)
        #expect(PreparationFixture.tree(fixture.source) == ["a.js": "\"REL:1\"", "b.js": "-> a.js"])
    }

    @Test(
        "PAGE-1 A link that leaves the folder, is broken or loops is an error that names it, and nothing is written",
        arguments: [
            ("../secret.txt", .outside), ("..", .outside), ("/etc/passwd", .outside), ("/", .outside),
            ("gone", .brokenLink), ("link", .brokenLink), ("a.js/x", .brokenLink),
        ] as [(String, PreparationError.Code)],
        [true, false]
    )
    func badLinks(link: (place: String, code: PreparationError.Code), intoTarget: Bool) async throws {
        let fixture = try PreparationFixture()
        try fixture.folders.write("secret.txt", FolderFixture.canary, in: fixture.folders.base)
        try fixture.write(["a.js": "\"/1\"", "deep/x.css": "\"/2\""])
        try fixture.folders.link("deep/link", to: link.place == "a.js/x" ? "../a.js/x" : link.place)
        if link.place == ".." { try fixture.folders.link("out", to: "..") }
        let place = link.place == ".." ? "out" : "deep/link"
        if link.place == ".." { try fixture.folders.remove("root/deep/link") }
        if link.place.hasPrefix("../s") {
            try fixture.folders.remove("root/deep/link")
            try fixture.folders.link("deep/link", to: "../../secret.txt")
        }
        let before = PreparationFixture.tree(fixture.source)
        let error = await error(fixture, into: intoTarget ? "" : nil)
        #expect(error?.code == link.code && error?.path == place)
        #expect(error.map { "\($0)".hasPrefix("\(place): the link leads ") } == true)
        #expect(fixture.changes == [] && PreparationFixture.tree(fixture.source) == before)
        #expect(!FileManager.default.fileExists(atPath: fixture.target))
    }

    @Test("SCOPE-9 Reserved names are reported and otherwise treated as others")
    func reserved() async throws {
        let fixture = try PreparationFixture()
        try fixture.write([
            "~x": "1", "~bridge/bridge.js": "\"/1\"", "a/~page/p.js": "2", "a/~bridge/b": "3", "a/~page.js": "4",
            "a/~x/y": "5",
        ])
        let report = try await fixture.prepare()
        #expect(report.findings.map(\.file) == ["a/~bridge", "a/~page", "~bridge", "~x"])
        #expect(Set(report.findings.map(\.problem)) == [.reservedName])
        #expect(fixture.prepared.count == 6 && fixture.prepared["~bridge/bridge.js"] == "\"REL:1\"")
    }

    @Test("PAGE-1 Names that no address leads to, FIFOs and sockets are left out and reported, without waiting")
    func unserved() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["a.txt": "a", "b\\c": "1", "ends.": "2", "new\nline": "3", "tab\tx/y": "4"])
        try fixture.folders.fifo("pipe")
        try fixture.folders.link("pipelink", to: "pipe")
        try fixture.folders.link("hidden", to: ".h")
        try fixture.folders.folder(".h")
        #if os(Linux)
        try fixture.folders.write(raw: [0x6C, 0xE9, 0x2E, 0x6A, 0x73], [120])
        #endif
        let report = try await fixture.prepare()
        #expect(fixture.prepared == ["a.txt": "a"])
        let unserved = report.findings.filter { $0.problem == .unservedName }.map(\.file)
        let expected: Set = ["b\\c", "ends.", "new?line", "tab?x", "hidden"]
        #expect(Set(unserved).isSuperset(of: expected))
        #if os(Linux)
        #expect(unserved.contains("l\u{FFFD}.js"))
        #endif
        #expect(report.findings.filter { $0.problem == .unsupportedKind }.map(\.file) == ["pipe", "pipelink"])
    }

    @Test("PAGE-1 Names are bytes: both Unicode forms of one text are two files, and odd characters are kept")
    func oddNames() async throws {
        let fixture = try PreparationFixture()
        let files = ["e\u{301}.js": "\"/1\"", "a b%20+#?&.html": "\"/2\"", "-rf": "3", "🙂/é.css": "\"/4\""]
        try fixture.write(files)
        #if os(Linux)
        try fixture.write(["\u{E9}.js": "\"/5\""])
        #endif
        let report = try await fixture.prepare()
        #if os(Linux)
        #expect(report.scripts == 2 && report.prepared == 4)
        #endif
        try await fixture.prepare()
        #expect(fixture.reads == [] && fixture.changes == [])
        #expect(fixture.prepared["a b%20+#?&.html"] == "\"REL:2\"")
    }

    @Test("PAGE-1 A folder with too many files or folders too deep is an error before anything is written")
    func limits() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["a": "", "b": "", "c/d/e": ""])
        #expect(await error(fixture) { $0.files = 4 }?.code == .tooManyFiles)
        let many = await error(fixture) { $0.files = 1 }
        #expect(many?.code == .tooManyFiles && many?.path == fixture.source)
        let deep = await error(fixture) { $0.depth = 1 }
        #expect(deep?.code == .tooDeep && deep?.path == "c/d")
        #expect(fixture.changes == [])
        try await fixture.prepare {
            $2.files = .max; $2.depth = 2
        }
        #expect(fixture.prepared.count == 3)
    }

    @Test("PAGE-1 A folder that is missing or no folder is an error that names it", arguments: [true, false])
    func missing(intoTarget: Bool) async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["file": ""])
        let preparation = PagePreparation()
        for (path, code) in [("gone", PreparationError.Code.notFound), ("file", .notAFolder)] {
            let folder = "\(fixture.source)/\(path)"
            let error = await #expect(throws: PreparationError.self) {
                try await preparation.prepare(folder, into: intoTarget ? fixture.target : nil)
            }
            #expect(error?.code == code && error?.path == folder)
        }
    }

    @Test(
        "PAGE-1 An unreadable file or folder is an error that names it, and nothing changes",
        .enabled(if: geteuid() != 0, "the superuser can read everything"),
        arguments: ["a.js", "sub", "large.bin"]
    )
    func unreadable(name: String) async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["a.js": "\"/1\"", "sub/b.js": "\"/2\"", "large.bin": String(repeating: "x", count: 5000)])
        try await fixture.prepare()
        let before = fixture.prepared
        // A new file: the old one has a second name in the target.
        try fixture.folders.remove("root/large.bin")
        try fixture.write(["sub/b.js": "\"/3\"", "a.js": "\"/4\"", "large.bin": String(repeating: "y", count: 5000)])
        try fixture.folders.allow(0, name)
        defer { try? fixture.folders.allow(0o755, name) }
        let error = await error(fixture)
        #expect(error?.code == .unreadable && error?.path == name)
        #expect(fixture.prepared == before && PreparationFixture.leftovers(fixture.target).isEmpty)
    }
}
