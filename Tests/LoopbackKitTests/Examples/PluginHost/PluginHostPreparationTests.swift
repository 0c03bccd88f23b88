import Foundation
import Testing

@Suite("plugin-host prepares, as a process", .timeLimit(.minutes(5)))
struct PluginHostPreparationTests {
    private struct Event: Decodable {
        var event: String
        var url: String?
        var port: UInt16?
        var again: Bool?
        var documents: Int?
        var references: Int?
        var removed: Int?
        var findings: [String]?
        var path: String?
    }

    private func host(_ fixture: FolderFixture, _ arguments: String...) throws -> ExampleProcess {
        try ExampleProcess(
            "plugin-host",
            ["--json", "--app-id", fixture.base] + arguments + [fixture.root],
            cache: "\(fixture.base)/cache"
        )
    }

    /// The next line that a process prints, or the next one of an event.
    private func next(_ event: String? = nil, of host: ExampleProcess) async throws -> Event? {
        for await line in host.lines {
            let next = try JSONDecoder().decode(Event.self, from: Data(line.utf8))
            if event == nil || next.event == event { return next }
        }
        return nil
    }

    private func get(_ path: String, _ ready: Event) async throws -> String {
        let port = try required(ready.port)
        let target = try required(ready.url).split(separator: "/").dropFirst(2).joined(separator: "/")
        return try await onThread { try RawClient.get("/\(target)/\(path)", port: port) }
    }

    @Test(
        "PAGE-1 A folder is prepared into a private one; what its author edits is served, and an error keeps the old state"
    )
    func edits() async throws {
        let fixture = try FolderFixture()
        try fixture.write("a.css", "a { background: url(/b.png) }")
        try fixture.write("b.png", "b")
        try fixture.write("i.html", "<img src='/gone.png'>")
        let host = try self.host(fixture)
        let ready = try #require(try await next(of: host))
        #expect(ready.event == "ready")
        let prepared = try #require(try await next(of: host))
        #expect(prepared.event == "prepared" && prepared.again == false && prepared.documents == 1)
        #expect(prepared.findings?.count == 1 && prepared.references ?? 0 > 0)
        #expect(try await get("a.css", ready).contains("url(b.png)"))
        try fixture.write("a.css", "a { color: red; background: url(/b.png) }")
        let again = try #require(try await next("prepared", of: host))
        #expect(again.again == true)
        #expect(try await get("a.css", ready).contains("red; background: url(b.png)"))
        try fixture.link("bad", to: "/etc")
        try fixture.write("a.css", "blue")
        let failed = try #require(try await next("unprepared", of: host))
        #expect(failed.path == "bad")
        #expect(try await get("a.css", ready).contains("red; background: url(b.png)"))
        try fixture.remove("root/bad")
        try fixture.remove("root/b.png")
        #expect(try await next("prepared", of: host)?.removed == 1)
        #expect(try await get("a.css", ready).hasSuffix("blue"))
        #expect(try String(contentsOfFile: "\(fixture.root)/i.html", encoding: .utf8) == "<img src='/gone.png'>")
        host.send(SIGTERM)
        while try await next(of: host) != nil {}
        #expect(host.exitCode == 0)
    }

    @Test("PAGE-1 With --no-prepare the folder is served as it is, and with --in-place it is changed")
    func ways() async throws {
        for option in ["--no-prepare", "--in-place"] {
            let fixture = try FolderFixture()
            try fixture.write("a.css", "url(/b.png)")
            try fixture.write("b.png", "b")
            let host = try self.host(fixture, option)
            let ready = try #require(try await next(of: host))
            let expected = option == "--in-place" ? "url(b.png)" : "url(/b.png)"
            #expect(try await get("a.css", ready).contains(expected))
            #expect(try String(contentsOfFile: "\(fixture.root)/a.css", encoding: .utf8) == expected)
            host.send(SIGTERM)
            while let event = try await next(of: host) { #expect(event.event != "prepared" || option == "--in-place") }
            #expect(host.exitCode == 0)
        }
    }

    @Test("PAGE-1 A folder that can't be prepared ends the program with a sentence that names the file")
    func failure() async throws {
        let fixture = try FolderFixture()
        try fixture.link("bad", to: "/etc")
        let host = try ExampleProcess("plugin-host", [fixture.root], cache: "\(fixture.base)/cache")
        var text = ""
        for await line in host.lines { text += line + "\n" }
        #expect(host.exitCode == 66)
        #expect(text.contains("bad: the link leads out of the folder") && text.contains("--no-prepare"))
    }
}
