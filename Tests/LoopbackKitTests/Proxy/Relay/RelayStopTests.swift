import LoopbackKit
import LoopbackKitHTTP
import Testing

/// Relayed calls while the server stops and starts.
@Suite("Relay: stop and start", .timeLimit(.minutes(5)))
struct RelayStopTests {
    @Test("HTTP-7 A stop ends calls under way, whatever they wait for, and the upstream's connections with them")
    func stop() async throws {
        try await FaultUpstream.with { upstream in
            let gate = Gate()
            upstream.on("/silent", .stall)
            upstream.on("/half", .head(), .bytes("first"), .stall)
            upstream.on("/endless", .head(), .endlessBody())
            upstream.on("/deaf", .leaveBody, .wait(gate))
            upstream.on("/socket", .upgradeEcho(to: "websocket"))
            try await ServedRelay.with(upstream.address, configure: { $0.engine.timeouts.stop = .milliseconds(200) }) {
                relay in
                var pages: [RawClient] = []
                for place in ["/silent", "/half", "/endless"] {
                    pages.append(try await relay.open(relay.place(place, at: "\(upstream.address)")))
                }
                let lasting = relay.place("/silent", at: "\(upstream.address)", mode: "omit.keepalive")
                pages.append(try await relay.open(lasting))
                let upload = try await relay.open(
                    relay.place("/deaf", at: "\(upstream.address)"),
                    method: "POST",
                    fields: ServedRelay.fetchFields + "Content-Length: 9000000\r\n"
                )
                pages.append(upload)
                pages.append(
                    try await relay.open(
                        relay.place("/socket", at: "\(upstream.address)"),
                        fields: "Origin: \(relay.origin)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    )
                )
                try await upstream.wait { $0.requests.count == 6 }
                await relay.manager.stop()
                gate.open()
                try await upstream.wait { $0.openConnections == 0 }
                for page in pages { #expect(try await onThread { page.receiveAll() }.end != .timedOut) }
            }
        }
    }

    @Test("LIFE-1 After a stop the next registration starts a server that relays again")
    func restart() async throws {
        try await FaultUpstream.with { upstream in
            upstream.on("/", .answer(.ok, "here"))
            try await ServedRelay.with(upstream.address) { relay in
                for _ in 0..<3 {
                    await relay.manager.stop()
                    let folder = try FolderFixture()
                    let registration = try await relay.manager.register(folder: folder.root, as: .plugins, id: "again")
                    let url = try HTTPURL(registration.baseURL)
                    let again = ServedRelay(manager: relay.manager, port: url.port, path: url.path)
                    let answer = try await again.ask(again.place("/", at: "\(upstream.address)"))
                    #expect(answer.status == 200 && answer.text == "here")
                    registration.end()
                }
            }
        }
    }

    @Test("PROXY-2 Without a proxy there is no such address, by any method", arguments: ["GET", "POST", "OPTIONS"])
    func withoutProxy(_ method: String) async throws {
        try await FaultUpstream.with { upstream in
            try await ServedRelay.with(configure: { $0.proxy = nil }) { relay in
                let answer = try await relay.ask(relay.place("/", at: "\(upstream.address)"), method: method)
                #expect(answer.status == 404 && answer.failure == nil)
            }
            #expect(upstream.record.connections.isEmpty)
        }
    }
}
