import LoopbackKit
import LoopbackKitHTTP
import Testing
import plugin_host

@Suite("plugin-host's allowed upstreams")
struct AllowedUpstreamTests {
    @Test(
        "PROXY-3 A host is read as in a URL, with its port",
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1:8080"), ("127.1:80", "127.0.0.1:80"), ("[::1]:443", "[::1]:443"),
            ("LocalHost:1024", "localhost:1024"), ("db.example:65535", "db.example:65535"),
            ("127.9.9.9:08080", "127.9.9.9:8080"),
        ]
    )
    func read(text: String, expected: String) throws {
        #expect("\(try AllowedUpstream(text))" == expected)
    }

    @Test("PROXY-3 An address opens itself, and nothing is looked up")
    func address() async throws {
        let resolver = ScriptedResolver()
        let openings = try await AllowedUpstream("127.0.0.1:8080").openings(by: resolver)
        #expect(openings == [UpstreamOpening(address: .ipv4(0x7F00_0001), port: 8080)])
        #expect(resolver.lookups.isEmpty)
    }

    @Test("PROXY-3 A name opens itself with each of its loopback addresses, and with no other")
    func name() async throws {
        let resolver = ScriptedResolver()
        resolver.answer("db.example", .addresses(["127.0.0.1", "10.0.0.1", "::1"]))
        let host = HTTPHost.name("db.example")
        let openings = try await AllowedUpstream("db.example:81").openings(by: resolver)
        #expect(
            openings == [
                UpstreamOpening(host: host, port: 81, address: .ipv4(0x7F00_0001)),
                UpstreamOpening(host: host, port: 81, address: .ipv6(0, 1)),
            ]
        )
    }

    @Test("PROXY-3 A name that leads elsewhere, or nowhere, is refused with what it leads to")
    func elsewhere() async throws {
        let resolver = ScriptedResolver()
        resolver.answer("far.example", .addresses(["10.0.0.1", "::ffff:127.0.0.1"]))
        for (name, part) in [("far.example", "leads to 10.0.0.1, "), ("none.example", "can't be looked up")] {
            let upstream = try AllowedUpstream("\(name):81")
            let failure = await #expect(throws: HostFailure.self) { try await upstream.openings(by: resolver) }
            #expect(failure?.exitCode == 64)
            #expect(failure?.message.contains(part) == true, "\(failure?.message ?? "")")
        }
    }

    @Test("PROXY-3 What is named twice is opened once, in the order of the command line")
    func order() async throws {
        let resolver = ScriptedResolver()
        resolver.answer("a.example", .addresses(["127.0.0.2"]))
        var proxy = HostOptions.Proxy()
        proxy.allowedUpstreams = try ["[::1]:81", "a.example:81", "[::1]:81", "127.0.0.1:81"].map {
            try AllowedUpstream($0)
        }
        let openings = try await proxy.openings(by: resolver)
        #expect(
            openings.map { "\($0.host) \($0.address)" } == ["[::1] ::1", "a.example 127.0.0.2", "127.0.0.1 127.0.0.1"]
        )
    }
}
