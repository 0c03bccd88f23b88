import LoopbackKit
import Testing

@Suite("NavigationDecision") struct NavigationDecisionTests {
    private let demo = ScopeReference(kind: .plugins, id: "demo")
    private let other = ScopeReference(kind: .plugins, id: "other")
    private let old = "0123456789abcdef0123456789abcdef"

    private func decide(_ url: (String) -> String) throws -> (decision: NavigationDecision, token: String) {
        let bench = ScopeBench()
        let registrations = [try bench.register("demo"), try bench.register("other")]
        defer { withExtendedLifetime(registrations) {} }
        return (bench.registry.snapshot.decide(url(bench.token), from: demo), bench.token)
    }

    @Test(
        "SCOPE-3 A stale token leads to the same address under the present one",
        arguments: ["", "/", "/a/b%20c.html?q=1&r=/../x#part", "?q", "#f"]
    )
    func stale(rest: String) throws {
        let (decision, token) = try decide { _ in "http://127.0.0.1:50000/\(old)/plugins/demo\(rest)" }
        guard case .stale(demo, let url) = decision else {
            Issue.record("\(decision)")
            return
        }
        let expected = rest.hasPrefix("/") ? String(rest.dropFirst()) : rest
        #expect(url == "http://127.0.0.1:50000/\(token)/plugins/demo/\(expected)")
    }

    @Test("SCOPE-3 The present token leads inside the scope or to another")
    func present() throws {
        #expect(try decide { "http://127.0.0.1:50000/\($0)/plugins/demo/x" }.decision == .inside(demo))
        #expect(try decide { "HTTP://127.0.0.1:50000/\($0)/plugins/demo" }.decision == .inside(demo))
        #expect(try decide { "http://127.0.0.1:50000/\($0)/plugins/other/" }.decision == .otherScope(other))
    }

    @Test(
        "SCOPE-3 Other origins are outside",
        arguments: [
            "https://example.com/", "http://127.0.0.1:50001/", "https://127.0.0.1:50000/", "http://localhost:50000/x",
            "http://u@127.0.0.1:50000/", "http://127.0.0.1/", "http://127.0.0.1:50000.evil.example/",
        ]
    )
    func outside(url: String) throws {
        #expect(try decide { _ in url }.decision == .outside)
    }

    @Test(
        "SCOPE-3 What leads nowhere is refused with its reason",
        arguments: [
            ("file:///etc/passwd", .scheme), ("javascript:alert(1)", .scheme), ("", .scheme), ("http:///x", .scheme),
            ("http://127.0.0.1:50000/", .secret), ("http://127.0.0.1:50000/x/plugins/demo/", .secret),
            ("http://127.0.0.1:50000", .secret), ("http://127.0.0.1:50000/OLD/plugins/none/", .scope),
            ("http://127.0.0.1:50000/NOW/plugins/none/", .scope), ("http://127.0.0.1:50000/OLD", .scope),
            ("http://127.0.0.1:50000/OLD/plugins/demo/../other/", .malformed),
            ("http://127.0.0.1:50000/NOW/plugins/demo/%2e%2E/x", .malformed), ("http://a b/", .malformed),
            ("http://127.0.0.1:50000\\@evil.example/", .malformed), ("http://127.0.0.1:50000/\n", .malformed),
        ] as [(String, NavigationDecision.Refusal)]
    )
    func refused(url: String, refusal: NavigationDecision.Refusal) throws {
        let decision = try decide { token in
            var url = url
            for (mark, value) in [("OLD", old), ("NOW", token)] {
                if let range = url.firstRange(of: mark) { url.replaceSubrange(range, with: value) }
            }
            return url
        }
        #expect(decision.decision == .refused(refusal))
    }
}
