import Foundation
import LoopbackKitHTTP
import Testing

@Suite("plugin-host's proxy, as a process", .timeLimit(.minutes(5)))
struct PluginHostProxyTests {
    private struct Event: Decodable {
        var event: String
        var url: String?
        var port: UInt16?
        var outcome: String?
        var reason: String?
        var fields: [String]?
        var address: String?
        var text: String?
    }

    /// A run of the program with an upstream, and what it has told.
    private struct Run {
        let host: ExampleProcess
        var lines: AsyncStream<String>.Iterator
        var warnings: [String] = []
        var port: UInt16 = 0
        var path = ""

        init(_ fixture: FolderFixture, _ arguments: [String]) async throws {
            host = try ExampleProcess(
                "plugin-host",
                ["--json", "--app-id", fixture.base, "--no-prepare"] + arguments + [fixture.root],
                cache: "\(fixture.base)/cache"
            )
            lines = host.lines.makeAsyncIterator()
            let ready = try required(try await next("ready"))
            port = try required(ready.port)
            path = "/" + (try required(ready.url)).split(separator: "/").dropFirst(2).joined(separator: "/")
        }

        /// The next line of an event, or the next one at all; other lines are warnings.
        mutating func next(_ event: String? = nil) async throws -> Event? {
            while let line = await lines.next(isolation: #isolation) {
                guard line.hasPrefix("{") else {
                    warnings.append(line)
                    continue
                }
                let next = try JSONDecoder().decode(Event.self, from: Data(line.utf8))
                if event == nil || next.event == event { return next }
            }
            return nil
        }

        /// Calls an address of another site as a page does.
        func call(_ address: String, mode: String = "include", fields: String = "") async throws -> String {
            let (target, port) = ("\(path)/~proxy/\(mode)/\(address)", port)
            return try await onThread {
                try RawClient.get(
                    target,
                    port: port,
                    fields: "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Dest: empty\r\n\(fields)"
                )
            }
        }

        mutating func stop() async throws {
            host.send(SIGTERM)
            while try await next() != nil {}
            #expect(host.exitCode == 0)
        }
    }

    @Test("PROXY-3 A page can call a service of this machine that was opened, which is told loudly; no other one")
    func opening() async throws {
        let fixture = try FolderFixture()
        try await FaultUpstream.with { upstream in
            upstream.on("/a", .answer(.ok, "from the upstream"))
            let port = try #require(upstream.address.port)
            var run = try await Run(fixture, ["--allow-upstream", "127.0.0.1:\(port)"])
            let told = try #require(try await run.next())
            #expect(told.event == "guardOpen" && told.port == port && told.address == "127.0.0.1")
            #expect(run.warnings.contains { $0.contains("THE GUARD IS OPEN") })
            #expect(run.warnings.contains { $0.contains("127.0.0.1:\(port)") })
            #expect(try await run.call("http/127.0.0.1:\(port)/a").hasSuffix("from the upstream"))
            #expect(try await run.next("proxy")?.outcome == "answered")
            let refused = try await run.call("http/localhost:\(port)/a")
            #expect(refused.contains("Loopback-Proxy-Error: refused; localName\r\n"))
            let failed = try #require(try await run.next("proxy"))
            #expect(failed.outcome == "failed" && failed.reason == "localName")
            _ = try await run.call("http/127.0.0.1:\(port)/a", fields: "X-From: http://127.0.0.1:\(run.port)/\r\n")
            #expect(try await run.next("proxy")?.fields == ["X-From"])
            #expect(upstream.record.requests.count == 2)
            try await run.stop()
        }
    }

    @Test("PROXY-6 Cookies are kept in the file until the next run, and by the rule of the command line")
    func cookies() async throws {
        let fixture = try FolderFixture()
        let file = "\(fixture.base)/kept/cookies"
        try await FaultUpstream.with { upstream in
            upstream.on("/set", .setCookies(["a=1; Max-Age=1000"]))
            upstream.on("/get", .echo)
            let service = "127.0.0.1:\(try #require(upstream.address.port))"
            let site = "http/\(service)"
            let arguments = ["--allow-upstream", service, "--cookies", file]
            var first = try await Run(fixture, arguments)
            _ = try await first.call("\(site)/set", mode: "same-origin")
            #expect(try await !first.call("\(site)/get").contains("Cookie: a=1"))
            _ = try await first.call("\(site)/set")
            try await first.stop()
            var second = try await Run(fixture, arguments + ["--cookies-unless-omitted"])
            #expect(try await second.call("\(site)/get", mode: "same-origin").contains("Cookie: a=1"))
            #expect(try await !second.call("\(site)/get", mode: "omit").contains("Cookie"))
            try await second.stop()
        }
    }

    @Test("PROXY-6 A damaged cookie file is told and read as far as it goes")
    func damage() async throws {
        let fixture = try FolderFixture()
        let file = "\(fixture.base)/cookies"
        try await FaultUpstream.with { upstream in
            upstream.on("/set", .setCookies(["a=1; Max-Age=1000"]))
            upstream.on("/get", .echo)
            let service = "127.0.0.1:\(try #require(upstream.address.port))"
            let site = "http/\(service)"
            let arguments = ["--allow-upstream", service, "--cookies", file]
            var first = try await Run(fixture, arguments)
            _ = try await first.call("\(site)/set")
            try await first.stop()
            let content = try #require(FileManager.default.contents(atPath: file))
            try (content + Data("nonsense\n".utf8)).write(to: URL(filePath: file))
            var second = try await Run(fixture, arguments)
            #expect(try await second.next("cookies")?.text?.contains("1 damaged line") == true)
            #expect(second.warnings.contains { $0.contains("cookies: \(file): 1 damaged line") })
            #expect(try await second.call("\(site)/get").contains("Cookie: a=1"))
            try await second.stop()
        }
    }

    @Test("PROXY-6 A cookie file that another run uses, or that is none, ends the program with a sentence")
    func unusableFile() async throws {
        let fixture = try FolderFixture()
        var first = try await Run(fixture, ["--cookies", "\(fixture.base)/cookies"])
        try fixture.write("other", "something else", in: fixture.base)
        for (name, exitCode, part) in [("cookies", 75, "it is in use"), ("other", 66, "not a cookie file")] {
            let second = try ExampleProcess("plugin-host", ["--cookies", "\(fixture.base)/\(name)"])
            var text = ""
            for await line in second.lines { text += line + "\n" }
            #expect(second.exitCode == CInt(exitCode))
            #expect(text.contains(part), "\(text)")
        }
        try await first.stop()
    }

    @Test("PROXY-1 With --no-proxy other sites can't be called")
    func noProxy() async throws {
        let fixture = try FolderFixture()
        var run = try await Run(fixture, ["--no-proxy"])
        #expect(try await run.call("http/192.0.2.1/").hasPrefix("HTTP/1.1 404 "))
        try await run.stop()
    }
}
