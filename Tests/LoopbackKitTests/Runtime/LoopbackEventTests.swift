import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("LoopbackEvent") struct LoopbackEventTests {
    private struct Leak: Error, CustomStringConvertible {
        let description: String
    }

    /// Every event that a request with the token in all its places brings about.
    private func events(_ secrets: ScopeSecrets) async throws -> (events: [LoopbackEvent], secrets: [String]) {
        let bench = ScopeBench(secrets: secrets)
        let registration = try bench.register("demo")
        let token = registration.address.secret.revealed
        let feed = bench.feed.subscribe(waiting: 100)
        let observer = EngineObserver(handler: bench.handler, registry: bench.registry, feed: bench.feed)
        let request = HTTPRequest(
            method: try required(HTTPMethod(token)),
            target: try required(RequestTarget("/\(token)/plugins/demo/a?\(token.uppercased())=%3F\(token)")),
            fields: [.referer: "http://127.0.0.1:50000/\(token)/", .host: token, .cookie: token]
        )
        let engineEvents: [HTTPServerEvent] = [
            .listening(.loopback(port: 50000)), .refused(HTTPRefusal(.badRequest, .init("malformed"))),
            .answered(request, .ok), .responderFailed(request, Leak(description: "no \(token)")),
            .acceptFailed(errno: 24), .evicted, .loopHeld(.milliseconds(60)),
        ]
        #expect(observer.wantsAnswer(.ok))
        for event in engineEvents { observer.observe(event) }
        for host in [ScopeBench.host, token] {
            _ = try bench.answer(target: "/\(token)/plugins/none/a", fields: [.host: host])
            _ = try bench.answer(target: "/x\(token)/plugins/none/a", fields: [.host: host])
        }
        bench.feed.emit(.starting(.registration), generation: 7)
        bench.feed.emit(.stopped(.requested), generation: 7)
        var events: [LoopbackEvent] = []
        for await event in feed {
            events.append(event)
            if case .state(.stopped(.requested)) = event.kind { break }
        }
        return (events, [token, bench.token])
    }

    @Test(
        "SCOPE-6 No event shows a token, in its description or in any dump",
        arguments: [ScopeSecrets.perLaunch, .perScope]
    )
    func redaction(secrets: ScopeSecrets) async throws {
        let (events, secrets) = try await events(secrets)
        #expect(events.count == 13)
        for event in events {
            for secret in secrets { #expect(!shown(event).lowercased().contains(secret)) }
        }
    }

    @Test("SCOPE-6 A request's event names method, target, status and scope")
    func answered() async throws {
        let (events, _) = try await events(.perLaunch)
        let answered = events.compactMap { event -> AnsweredRequest? in
            guard case .answered(let request) = event.kind else { return nil }
            return request
        }
        let request = try required(answered.first)
        #expect(request.target == "/<token>/plugins/demo/a?<token>=%3F<token>")
        #expect(request.status == .ok)
        #expect(request.scope == ScopeReference(kind: .plugins, id: "demo"))
    }
}
