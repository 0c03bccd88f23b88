import Foundation
import Testing
import plugin_host

@Suite("plugin-host's folders")
struct ServedFolderTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "plugin-host-\(UUID())")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "page/inner"),
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("<title>x</title>".utf8).write(to: folder.appending(path: "page/index.html"))
        try body(folder.path)
    }

    private func folders(_ paths: [String], ids: [String] = [], fallback: String? = nil) throws -> [ServedFolder] {
        var options = HostOptions()
        options.folders = paths
        options.ids = ids
        options.fallback = fallback
        return try ServedFolder.all(for: options)
    }

    @Test("KIT-1 Without a folder the sample plugin is there, whole")
    func sample() throws {
        let sample = try #require(try folders([]).first)
        #expect(sample.id == "sample")
        let files = [
            "index.html", "script/checks/index.js", "style/parts/evidence.css", "data/café.json", "bait/page.html",
        ]
        for file in files + ["images/loop.svg", "fonts/loop.woff2", "wasm/multiply.wasm", "media/clip.mp4"] {
            #expect(FileManager.default.isReadableFile(atPath: "\(sample.path)/\(file)"), "\(file)")
        }
    }

    @Test("KIT-1 A folder is called by its name, or by the id given for it", arguments: ["", "/", "/.", "/inner/.."])
    func names(suffix: String) throws {
        try withFolder { folder in
            let path = "\(folder)/page\(suffix)"
            let served = try folders([path])
            #expect(served.map(\.path) == [path] && served.map(\.id) == ["page"])
            let named = try folders([path], ids: ["x y"])
            #expect(named.map(\.id) == ["x y"])
        }
    }

    @Test("KIT-1 Folders with one name need ids")
    func sameName() throws {
        try withFolder { folder in
            let twice = ["\(folder)/page", "\(folder)/page/"]
            let error = #expect(throws: HostFailure.self) { try folders(twice) }
            #expect(error?.exitCode == 64)
            let served = try folders(twice, ids: ["a"])
            #expect(served.map(\.id) == ["a", "page"])
        }
    }

    @Test(
        "KIT-1 A folder that is missing or not one is told, with exit code 66",
        arguments: [
            ("none", "no such folder"), ("page/index.html", "is not a folder"), ("page/index.html/x", "folder"),
        ]
    )
    func missing(name: String, part: String) throws {
        try withFolder { folder in
            let error = #expect(throws: HostFailure.self) { try folders(["\(folder)/\(name)"]) }
            #expect(error?.exitCode == 66)
            #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
        }
    }

    @Test("KIT-1 A fallback that is missing in one of the folders is told, with exit code 66")
    func fallback() throws {
        try withFolder { folder in
            let served = try folders(["\(folder)/page"], fallback: "index.html")
            #expect(served.count == 1)
            let error = #expect(throws: HostFailure.self) { try folders(["\(folder)/page"], fallback: "app.html") }
            #expect(error?.exitCode == 66)
        }
    }

    @Test(
        "KIT-1 A folder that can't be read is told, with exit code 66",
        .enabled(if: geteuid() != 0, "the superuser can read everything")
    )
    func unreadable() throws {
        try withFolder { folder in
            let path = "\(folder)/page"
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
            defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path) }
            let error = #expect(throws: HostFailure.self) { try folders([path]) }
            #expect(error?.exitCode == 66)
            #expect(error?.message.contains("permission denied") == true)
        }
    }
}
