import Foundation
import Testing

@Suite("plugin-host as a process", .timeLimit(.minutes(5)))
struct PluginHostProcessTests {
    private struct Event: Decodable {
        var event: String
        var url: String?
        var port: UInt16?
        var urls: [String]?
        var originChanged: Bool?
        var state: String?
    }

    private func events(_ host: ExampleProcess) -> some AsyncSequence<Event, any Error> {
        host.lines.map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
    }

    @Test("KIT-1 It tells its address first, and a signal stops it with exit code 0", arguments: [SIGINT, SIGTERM])
    func stop(signal: CInt) async throws {
        let host = try ExampleProcess("plugin-host", ["--json", "--app-id", "test.\(signal)"])
        var events = events(host).makeAsyncIterator()
        let ready = try #require(try await events.next())
        #expect(ready.event == "ready")
        let port = try #require(ready.port)
        let url = try #require(ready.url)
        #expect(
            url.contains(try Regex("^http://127\\.0\\.0\\.1:\(port)/[0-9a-f]{32}/plugins/sample/\\?neighbour=[0-9]+$"))
        )
        host.send(signal)
        var next = try #require(try await events.next())
        if next.event == "prepared" { next = try #require(try await events.next()) }
        let last = next
        #expect(last.event == "state" && last.state == "stopped")
        #expect(try await events.next() == nil)
        #expect(host.exitCode == 0)
    }

    @Test("KIT-1 A taken port is told, and another is used; several folders have an address each")
    func takenPort() async throws {
        let first = try ExampleProcess("plugin-host", ["--json", "--app-id", "test.taken"])
        var firstEvents = events(first).makeAsyncIterator()
        let port = try #require(try await firstEvents.next()?.port)
        let folder = try FolderFixture()
        let second = try ExampleProcess(
            "plugin-host",
            ["--json", "--port", "\(port)", "--id", "a", "--id", "b", folder.root, folder.root],
            cache: "\(folder.base)/cache"
        )
        var secondEvents = events(second).makeAsyncIterator()
        let ready = try #require(try await secondEvents.next())
        #expect(ready.port != port && ready.originChanged == true)
        #expect(ready.urls?.count == 2)
        #expect(ready.urls?.map { $0.hasSuffix("/plugins/a/") } == [true, false])
        for host in [first, second] { host.send(SIGTERM) }
        while try await firstEvents.next() != nil {}
        while try await secondEvents.next() != nil {}
        #expect(first.exitCode == 0 && second.exitCode == 0)
    }

    @Test(
        "KIT-1 A mistake is told in a sentence with its exit code",
        arguments: [
            (["--nonsense"], 64, "no option --nonsense"),
            (["--kind", "a/b"], 64, "A kind has"),
            (["/nonexistent/folder"], 66, "no such folder"),
            (["/dev/null"], 66, "not a folder"),
        ] as [([String], CInt, String)]
    )
    func mistakes(arguments: [String], exitCode: CInt, part: String) async throws {
        let host = try ExampleProcess("plugin-host", arguments)
        var text = ""
        for await line in host.lines { text += line + "\n" }
        #expect(host.exitCode == exitCode)
        #expect(text.contains(part), "\(text)")
    }
}
