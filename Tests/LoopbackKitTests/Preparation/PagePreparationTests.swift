import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("Page preparation", .timeLimit(.minutes(2)))
struct PagePreparationTests {
    private func fixture() throws -> PreparationFixture {
        let fixture = try PreparationFixture()
        try fixture.write([
            "index.html": "<a href=\"/a.css\">", "a.css": "url(\"/i.svg\")", "i.svg": "<svg/>",
            "deep/er/s.js": "\"/x\"",
            "data.bin": String(repeating: "d", count: 5000), ".hidden": "h", ".git/config": "c",
        ])
        return fixture
    }

    private let prepared = [
        "index.html": "<a href=\"REL:a.css\">", "a.css": "url(\"REL:i.svg\")", "i.svg": "<svg/>",
        "deep/er/s.js": "\"REL:x\"", "data.bin": String(repeating: "d", count: 5000),
    ]

    @Test("PAGE-1 Into a target every served file appears, rewritten or as it was, and the source is untouched")
    func target() async throws {
        let fixture = try fixture()
        let before = PreparationFixture.tree(fixture.source)
        let report = try await fixture.prepare()
        #expect(fixture.prepared == prepared)
        #expect(PreparationFixture.tree(fixture.source) == before)
        #expect(PreparationFixture.leftovers(fixture.target).isEmpty)
        #expect(report.documents == 1 && report.styleSheets == 1 && report.scripts == 1 && report.images == 1)
        #expect(report.otherFiles == 1 && report.prepared == 3 && report.references == 3)
        #expect(report.linked + report.cloned == 1 && report.copied == 1)
    }

    @Test("PAGE-1 In place only files that change are written, with the permissions that they had")
    func inPlace() async throws {
        let fixture = try fixture()
        try fixture.folders.allow(0o604, "a.css")
        let image = PreparationFixture.status("\(fixture.source)/i.svg")
        let report = try await fixture.prepare(into: nil)
        var expected = prepared
        expected[".hidden"] = "h"
        expected[".git/config"] = "c"
        #expect(PreparationFixture.tree(fixture.source) == expected)
        #expect(PreparationFixture.status("\(fixture.source)/a.css").st_mode & 0o7777 == 0o604)
        #expect(PreparationFixture.status("\(fixture.source)/i.svg").st_ino == image.st_ino)
        #expect(report.prepared == 3 && report.unchanged == 1 && report.copied + report.linked == 0)
        #expect(PreparationFixture.leftovers(fixture.source).isEmpty)
    }

    @Test("PAGE-1 A second preparation reads and changes nothing", arguments: [true, false])
    func again(intoTarget: Bool) async throws {
        let fixture = try fixture()
        try await fixture.prepare(into: intoTarget ? "" : nil)
        let folder = intoTarget ? fixture.target : fixture.source
        let before = PreparationFixture.tree(folder)
        let report = try await fixture.prepare(into: intoTarget ? "" : nil)
        #expect(fixture.reads == [])
        #expect(fixture.changes == [])
        #expect(PreparationFixture.tree(folder) == before)
        #expect(report.changedNothing && report.unchanged == (intoTarget ? 5 : 4) && report.references == 3)
    }

    @Test("PAGE-1 Of a thousand files none is read the second time, and one when one was changed")
    func thousand() async throws {
        let fixture = try PreparationFixture()
        for number in 0..<1000 {
            try fixture.write(
                "f\(number % 10)/\(number).\(["js", "css", "html", "png"][number % 4])",
                Array("\"/x\"".utf8)
            )
        }
        try await fixture.prepare()
        #expect(fixture.reads.count == 1000)
        try await fixture.prepare()
        #expect(fixture.reads == [] && fixture.changes == [])
        try fixture.write("f7/7.png", Array("other".utf8))
        let report = try await fixture.prepare()
        #expect(fixture.reads == ["f7/7.png"] && report.unchanged == 999 && report.copied == 1)
    }

    @Test("PAGE-1 Only what changed is prepared again, and what is gone goes with the folders that it leaves empty")
    func update() async throws {
        let fixture = try fixture()
        try await fixture.prepare()
        try fixture.write(["a.css": "url(\"/other.svg\")"])
        let report = try await fixture.prepare()
        #expect(fixture.reads == ["a.css"] && report.prepared == 1 && report.unchanged == 4)
        #expect(fixture.prepared["a.css"] == "url(\"REL:other.svg\")")
        try fixture.folders.remove("root/deep")
        try fixture.folders.remove("root/data.bin")
        let second = try await fixture.prepare()
        #expect(second.removed == 2 && Set(fixture.prepared.keys) == ["index.html", "a.css", "i.svg"])
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.target)/deep"))
    }

    @Test("PAGE-1 New names are looked at by every text, and what comes out the same is not written again")
    func names() async throws {
        let fixture = try fixture()
        try fixture.write(["names.html": "NAMES"])
        try await fixture.prepare()
        let style = PreparationFixture.status("\(fixture.target)/a.css")
        try fixture.write(["new.png": "n"])
        let report = try await fixture.prepare()
        #expect(Set(fixture.reads) == ["a.css", "deep/er/s.js", "i.svg", "index.html", "names.html", "new.png"])
        #expect(report.prepared == 1 && report.copied == 1 && report.unchanged == 5)
        #expect(fixture.prepared["names.html"]?.contains("new.png") == true)
        #expect(PreparationFixture.status("\(fixture.target)/a.css").st_ino == style.st_ino)
    }

    @Test("PAGE-1 Another configuration prepares every text again, and no other file")
    func configuration() async throws {
        let fixture = try fixture()
        try await fixture.prepare()
        try await fixture.prepare { _, configuration, _ in configuration.addsBridge = false }
        #expect(Set(fixture.reads) == ["a.css", "deep/er/s.js", "i.svg", "index.html"])
    }

    @Test("PAGE-1 Each value of a configuration counts in what tells it from another")
    func fingerprint() {
        var all = [PageConfiguration()]
        func add(_ change: (inout PageConfiguration) -> Void) {
            var configuration = PageConfiguration()
            change(&configuration)
            all.append(configuration)
        }
        add { $0.legacyBases = [] }
        add { $0.legacyBases[0].folder = "x" }
        add { $0.legacyBases[0].prefix = "/x/" }
        add { $0.indexDocuments = ["start.html"] }
        add { $0.scripts = [PageScript(name: "a.js", source: "b")] }
        add { $0.scripts = [PageScript(name: "a.js", source: "c")] }
        add { $0.scripts = [PageScript(name: "b.js", source: "b")] }
        add { $0.scripts = [PageScript(name: "a.js", source: "b", isModule: true)] }
        add { $0.styles = [PageStyle(name: "a.js", source: "b")] }
        add { $0.addsBridge = false }
        add { $0.addsPageScript = false }
        add { $0.addsImportMap = false }
        add { $0.proxiesCalls = false }
        add { $0.proxiedElements = .media }
        add { $0.proxiedElements = [.media, .styles] }
        #expect(Set(all.map(\.fingerprint)).count == all.count)
        // A value that is new has to be added to the fingerprint, and here.
        #expect(Mirror(reflecting: PageConfiguration()).children.count == 9)
    }

    @Test("PAGE-1 Large files are linked or cloned, small ones and texts are copies", arguments: [4096, 4097])
    func large(size: Int) async throws {
        let fixture = try PreparationFixture()
        for name in ["large.bin", "large.js"] { try fixture.write(name, [UInt8](repeating: 97, count: size)) }
        let report = try await fixture.prepare()
        let isShared = size > 4096
        #expect(report.linked + report.cloned >= (isShared ? 1 : 0) && (isShared || report.copied == 2))
        let source = PreparationFixture.status("\(fixture.source)/large.js")
        #expect(PreparationFixture.status("\(fixture.target)/large.js").st_ino != source.st_ino)
        if report.linked == 1 {
            let image = PreparationFixture.status("\(fixture.source)/large.bin")
            #expect(PreparationFixture.status("\(fixture.target)/large.bin").st_ino == image.st_ino)
        }
        #expect(fixture.prepared["large.bin"]?.utf8.count == size)
    }

    @Test("PAGE-1 Where a file can get no second name it is copied, block by block")
    func copied() async throws {
        let fixture = try PreparationFixture()
        let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try fixture.write("large.bin", content)
        let report = try await fixture.prepare { tools, _, _ in
            let step = tools.step
            tools.step = { next throws(SystemError) in
                try step(next)
                if next.kind == .link || next.kind == .clone { throw .failed }
            }
        }
        #expect(report.copied == 1 && report.linked + report.cloned == 0)
        #expect(FileManager.default.contents(atPath: "\(fixture.target)/large.bin") == Data(content))
    }

    @Test("PAGE-1 A file that changed just before is read again, since its time may not tell of another change")
    func unsettled() async throws {
        let fixture = try PreparationFixture()
        try fixture.write("new.js", Array("x".utf8), age: 0)
        try fixture.write("new.png", Array("x".utf8), age: 0)
        try await fixture.prepare()
        let report = try await fixture.prepare()
        #expect(fixture.reads == ["new.js", "new.png"] && report.changedNothing)
    }

    @Test("PAGE-1 A file that is too large is left as it is, and reported")
    func tooLarge() async throws {
        let fixture = try fixture()
        let report = try await fixture.prepare { $2.rewrittenBytes = 15 }
        #expect(fixture.prepared["a.css"] == "url(\"REL:i.svg\")")
        #expect(fixture.prepared["index.html"] == "<a href=\"/a.css\">")
        #expect(report.findings.map(\.description) == ["index.html: too large to be rewritten"])
        // The limit counts in what a text depends on.
        try await fixture.prepare()
        #expect(fixture.prepared["index.html"] == "<a href=\"REL:a.css\">")
    }

    @Test("PAGE-1 Findings are told by file and line, also of files that did not change")
    func findings() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["b.js": "\n\n\"?gone\t\"\n", "a.html": "\"?x%\""])
        for _ in 1...2 {
            let report = try await fixture.prepare()
            #expect(
                report.description.split(separator: "\n").prefix(2) == [
                    "a.html:1: there is no such file: \"?x%\"", "b.js:3: there is no such file: \"?gone\t\"",
                ]
            )
            #expect(report.counts.hasSuffix("0 references rewritten, 2 findings"))
        }
    }

    @Test("PAGE-1 A damaged manifest is as none: what is right stays, and what is wrong is put right")
    func damagedManifest() async throws {
        let fixture = try fixture()
        try await fixture.prepare()
        let path = "\(fixture.target)/.loopbackkit/manifest"
        var bytes = try #require(FileManager.default.contents(atPath: path))
        bytes[40] ^= 1
        try bytes.write(to: URL(filePath: path))
        try fixture.write("a.css", Array("wrong".utf8), in: fixture.target)
        let report = try await fixture.prepare()
        #expect(fixture.reads.count == 5 && report.prepared == 1)
        #expect(fixture.prepared == prepared)
    }

    @Test("PAGE-1 What somebody changed in the target is put right, and files of others stay")
    func foreign() async throws {
        let fixture = try fixture()
        try await fixture.prepare()
        try fixture.write("a.css", Array("wrong".utf8), in: fixture.target)
        try fixture.write("foreign/mine.txt", Array("mine".utf8), in: fixture.target)
        let report = try await fixture.prepare()
        #expect(fixture.reads == ["a.css"] && report.prepared == 1)
        #expect(fixture.prepared == prepared.merging(["foreign/mine.txt": "mine"]) { $1 })
    }

    @Test("PAGE-1 Names can change from file to folder and back")
    func kinds() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["a": "file", "b/c/d": "deep", "b/e": "e"])
        try await fixture.prepare()
        try fixture.folders.remove("root/a")
        try fixture.folders.remove("root/b")
        try fixture.write(["a/x/y": "now a folder", "b": "now a file"])
        try await fixture.prepare()
        #expect(fixture.prepared == ["a/x/y": "now a folder", "b": "now a file"])
        #expect(PreparationFixture.leftovers(fixture.target).isEmpty)
    }

    @Test("PAGE-1 The host's scripts and styles and the page script are put beside the pages, and taken away again")
    func added() async throws {
        let fixture = try fixture()
        func prepare(_ source: String?) async throws {
            try await fixture.prepare { tools, configuration, _ in
                tools.pageFiles = { index, _ in
                    [PageFile(name: "page.js", bytes: Array("\(index.paths.count)".utf8))]
                }
                if let source { configuration.scripts = [PageScript(name: "host.js", source: source)] }
                configuration.styles = [PageStyle(name: "host.css", source: "s")]
            }
        }
        try await prepare("one")
        #expect(fixture.prepared[".loopbackkit/page/page.js"] == "5")
        #expect(fixture.prepared[".loopbackkit/page/host.js"] == "one")
        #expect(fixture.prepared[".loopbackkit/page/host.css"] == "s")
        try await prepare("one")
        #expect(fixture.changes == [])
        try await prepare("two")
        #expect(fixture.prepared[".loopbackkit/page/host.js"] == "two")
        try await prepare(nil)
        #expect(fixture.prepared[".loopbackkit/page/host.js"] == nil)
        #expect(fixture.prepared[".loopbackkit/page/host.css"] == "s")
    }

    @Test(
        "PAGE-1 A host's script or style with a name that can't be served, or one that is taken, is refused",
        arguments: ["", "page.js", "a/b.js", "..", ".x.js", "x.", "a\\b.js", "a\n.js", "host.css"]
    )
    func names(name: String) async throws {
        let fixture = try fixture()
        let error = await #expect(throws: PreparationError.self) {
            try await fixture.prepare { _, configuration, _ in
                configuration.styles = [PageStyle(name: "host.css", source: "")]
                configuration.scripts = [PageScript(name: name, source: "")]
            }
        }
        #expect(error?.code == .invalidName && error?.path == name)
        #expect(!FileManager.default.fileExists(atPath: fixture.target))
    }
}
