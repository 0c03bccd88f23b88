import Foundation
import LoopbackKit
import Testing
import plugin_host

@Suite("plugin-host's prepared folders", .timeLimit(.minutes(5)))
struct PluginFolderTests {
    private func options(_ preparation: HostOptions.Preparation, _ bases: [LegacyBase] = []) -> HostOptions {
        var options = HostOptions()
        options.preparation = preparation
        options.legacyBases = bases
        return options
    }

    @Test(
        "PAGE-1 A private folder is the user's alone, and the same in each run, for each path and each way to prepare it"
    )
    func privateFolder() throws {
        let fixture = try FolderFixture()
        let base = "\(fixture.base)/cache/deep"
        func served(_ path: String, _ bases: [LegacyBase] = []) throws -> String {
            try PluginFolder(path, options(.privately, bases), in: base).served
        }
        try fixture.folder("sub")
        let first = try served(fixture.root)
        #expect(first.hasPrefix("\(base)/"))
        try fixture.link("link", to: "root", in: fixture.base)
        #expect(try served("\(fixture.root)/sub/..") == first && served("\(fixture.base)/link/") == first)
        let others = [try served("\(fixture.root)/sub"), try served(fixture.root, [LegacyBase("/x/")])]
        #expect(Set(others + [first]).count == 3)
        let attributes = try FileManager.default.attributesOfItem(atPath: base)
        #expect((attributes[.posixPermissions] as? NSNumber)?.uint16Value == 0o700)
    }

    @Test("PAGE-1 A place that others can use is not taken")
    func foreign() throws {
        let fixture = try FolderFixture()
        try fixture.allow(0o755, "")
        try fixture.folder("own")
        try fixture.allow(0o700, "own")
        try fixture.link("link", to: "own")
        for place in [fixture.root, "\(fixture.root)/link", "/dev/null/x"] {
            let error = #expect(throws: HostFailure.self) { try PrivateFolder(for: "/x", in: place) }
            #expect(error?.exitCode == 73)
        }
        _ = try PrivateFolder(for: "/x", in: "\(fixture.root)/own")
    }

    @Test("PAGE-1 What was prepared of a folder that is gone is removed by the next run")
    func forgotten() async throws {
        let fixture = try FolderFixture()
        try fixture.write("a.txt", "a")
        let base = "\(fixture.base)/cache"
        let folder = try PluginFolder(fixture.root, options(.privately), in: base)
        _ = try await folder.prepare()
        _ = try PluginFolder("/dev", options(.privately), in: base)
        #expect(FileManager.default.fileExists(atPath: "\(folder.served)/a.txt"))
        try fixture.remove("root")
        _ = try PluginFolder("/dev", options(.privately), in: base)
        #expect(!FileManager.default.fileExists(atPath: folder.served))
    }

    @Test("PAGE-1 In place the folder itself is prepared, and without preparation nothing is")
    func ways() async throws {
        let fixture = try FolderFixture()
        try fixture.write("a.css", "a { background: url(/b.png) }")
        try fixture.write("b.png", "b")
        let plain = try PluginFolder(fixture.root, options(.none))
        #expect(!plain.isPrepared && plain.served == fixture.root)
        #expect(try await plain.prepare() == nil)
        let inPlace = try PluginFolder(fixture.root, options(.inPlace))
        #expect(inPlace.isPrepared && inPlace.served == fixture.root)
        #expect(try await inPlace.prepare()?.prepared == 2)
    }

    @Test("PAGE-1 The legacy bases of the command line stand for the folder, besides /")
    func legacyBases() async throws {
        let fixture = try FolderFixture()
        try fixture.write("a.css", "a { background: url(app://x/b.png), url(/b.png) }")
        try fixture.write("b.png", "b")
        _ = try await PluginFolder(fixture.root, options(.inPlace, [LegacyBase("app://x/")])).prepare()
        let style = try String(contentsOfFile: "\(fixture.root)/a.css", encoding: .utf8)
        #expect(style == "a { background: url(b.png), url(b.png) }")
    }

    @Test("PAGE-1 A folder that can't be prepared is told with a way out and its exit code")
    func failures() {
        let failure = HostFailure(PreparationError(.outside, path: "a/link"), of: "/f")
        #expect(failure.exitCode == 66)
        #expect(failure.message.contains("/f can't be prepared: a/link: the link leads out of the folder."))
        #expect(failure.message.contains("--no-prepare"))
        #expect(HostFailure(PreparationError(.full, path: "a"), of: "/f").exitCode == 73)
        #expect(HostFailure(PreparationError(.system, path: "a"), of: "/f").exitCode == 70)
    }
}
