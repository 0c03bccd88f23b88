import LoopbackKitHTTP
import Testing
import plugin_host

@Suite("plugin-host's neighbour", .timeLimit(.minutes(5)))
struct NeighbourPageTests {
    private func answer(_ method: HTTPMethod, _ path: String) throws -> HTTPResponse {
        let request = HTTPRequest(method: method, target: try #require(RequestTarget(path)))
        guard case .now(let response) = NeighbourPage.Handler().handle(request) else {
            throw HostFailure.software("\(path) makes a task")
        }
        return response
    }

    @Test("KIT-1 The neighbour's page is there, and tries a bait for each that the sample plugin has")
    func page() throws {
        let page = try answer(.get, "/")
        #expect(page.status == .ok && page.fields[.contentType] == "text/html; charset=utf-8")
        guard case .bytes(let bytes) = page.body.storage else {
            Issue.record("the page is no bytes")
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        for name in ["data.json", "script.js", "image.svg", "page.html"] {
            #expect(text.contains("bait + \"\(name)\""), "\(name)")
        }
    }

    @Test(
        "KIT-1 The neighbour's own baits can be had by every method, so a way that works nowhere shows",
        arguments: ["data.json", "script.js", "image.svg", "page.html"]
    )
    func baits(name: String) throws {
        for method in [HTTPMethod.get, .post] {
            let bait = try answer(method, "/bait/\(name)")
            #expect(bait.status == .ok && bait.body.length != 0)
        }
        #expect(try answer(.get, "/bait/\(name)x").status == .notFound)
    }

    @Test("KIT-1 The neighbour runs on a port of its own until it is shut down")
    func life() async throws {
        let neighbour = NeighbourPage()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await neighbour.run() }
            let query = try await neighbour.query
            #expect(query.hasPrefix("?neighbour="))
            let port = UInt16(query.dropFirst("?neighbour=".count))
            #expect(port ?? 0 > 0)
            neighbour.shutdown()
            try await group.waitForAll()
        }
    }
}
