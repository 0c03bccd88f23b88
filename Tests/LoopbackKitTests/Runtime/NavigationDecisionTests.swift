import LoopbackKit
import Testing

@Suite("NavigationDecision") struct NavigationDecisionTests {
    /// An address and what it means; `NOW` and `OLD` stand for the present secret and one of an earlier launch, `OWN` for
    /// the own origin.
    struct Case: Sendable, CustomTestStringConvertible {
        let url: String
        let decision: NavigationDecision
        var current: String? = "OWN/NOW/plugins/demo/a.html?q#f"

        init(_ url: String, _ decision: NavigationDecision) { (self.url, self.decision) = (url, decision) }

        init(_ url: String, from current: String?, _ decision: NavigationDecision) {
            (self.url, self.current, self.decision) = (url, current, decision)
        }

        var testDescription: String { "\(url) from \(current ?? "nowhere")" }
    }

    private static let demo = ScopeReference(kind: .plugins, id: "demo")
    private static let other = ScopeReference(kind: .plugins, id: "o/t")

    private static func place(
        _ path: String,
        query: String? = nil,
        fragment: String? = nil,
        in scope: ScopeReference = demo
    ) -> ScopePlace {
        ScopePlace(scope: scope, path: path, query: query, fragment: fragment)
    }

    private static let pages: [Case] = [
        // The same document.
        Case("OWN/NOW/plugins/demo/a.html?q#g", .sameDocument(fragment: "g")),
        Case("OWN/NOW/plugins/demo/a.html?q#f", .sameDocument(fragment: "f")),
        Case("OWN/NOW/plugins/demo/a.html?q#", .sameDocument(fragment: "")),
        Case("OWN/NOW/plugins/demo/a.html?q#a%20b?c#d", .sameDocument(fragment: "a%20b?c#d")),
        Case("OWN/OLD/plugins/demo/#x", from: "OWN/OLD/plugins/demo/", .sameDocument(fragment: "x")),
        Case("OWN/NOW/plugins/none/#x", from: "OWN/NOW/plugins/none/", .sameDocument(fragment: "x")),
        Case("https://example.com/#x", from: "https://example.com/#y", .sameDocument(fragment: "x")),
        // Another page of the scope.
        Case("OWN/NOW/plugins/demo/a.html?q", .inside(place("a.html", query: "q"))),
        Case("OWN/NOW/plugins/demo/a.html#f", .inside(place("a.html", fragment: "f"))),
        Case("OWN/NOW/plugins/demo/a.html?q2#f", .inside(place("a.html", query: "q2", fragment: "f"))),
        Case("OWN/NOW/plugins/demo/A.html?q#f", .inside(place("A.html", query: "q", fragment: "f"))),
        Case("OWN/NOW/plugins/demo", .inside(place(""))),
        Case("OWN/NOW/plugins/demo/", .inside(place(""))),
        Case("OWN/NOW/plugins/demo?q", .inside(place("", query: "q"))),
        Case("OWN/NOW/plugins/demo/?", .inside(place("", query: ""))),
        Case("OWN/NOW/plugins/demo/sub/b%20c.html", .inside(place("sub/b c.html"))),
        Case("OWN/NOW/plugins/demo/sub/", .inside(place("sub/"))),
        Case("OWN/NOW/plugins/demo/a//b", .inside(place("a//b"))),
        Case("OWN/NOW/plugins/demo//etc/passwd", .refused(.malformed)),
        Case("OWN/NOW/plugins/demo//", .refused(.malformed)),
        Case("OWN/NOW/plugins/demo/~root/sub/b.html", .inside(place("sub/b.html"))),
        Case("OWN/NOW/plugins/demo/x/~root/~root/", .inside(place(""))),
        Case("OWN/NOW/plugins/demo/x/~root/~page/page.js", .refused(.reserved)),
        Case("OWN/NOW/plugins/demo/x/~bridge/bridge.js", .refused(.reserved)),
        Case("OWN/NOW/plugins/demo/%E6%97%A5.html?%E6#%41", .inside(place("日.html", query: "%E6", fragment: "%41"))),
        Case("OWN/NOW/plugins/demo/caf%C3%A9", .inside(place("caf\u{E9}"))),
        Case("OWN/NOW/plugins/demo/cafe%CC%81", .inside(place("cafe\u{301}"))),
        Case("OWN/NOW/plugins/demo/%2541", .inside(place("%41"))),
        Case("OWN/NOW/plugins/demo/a:b;c?/../?d", .inside(place("a:b;c", query: "/../?d"))),
        Case("OWN/NOW/plugins/demo/a~b/~c", .inside(place("a~b/~c"))),
        Case("OWN/NOW/plugins/%64emo/x", .inside(place("x"))),
        Case("HTTP://127.0.0.1:50000/NOW/plugins/demo/x", .inside(place("x"))),
        Case("OWN/NOW/plugins/demo/x", from: "OWN/OLD/plugins/demo/", .inside(place("x"))),
        // Another scope.
        Case("OWN/NOW/plugins/o%2Ft/x%20y?q#f", .otherScope(place("x y", query: "q", fragment: "f", in: other))),
        Case("OWN/NOW/plugins/o%2ft", .otherScope(place("", in: other))),
        Case("OWN/NOW/plugins/demo/x", from: nil, .otherScope(place("x"))),
        Case("OWN/NOW/plugins/demo/x", from: "https://example.com/", .otherScope(place("x"))),
        Case("OWN/NOW/plugins/demo/x", from: "OWN/none/plugins/demo/", .otherScope(place("x"))),
        Case("OWN/NOW/plugins/demo/x", from: "no address", .otherScope(place("x"))),
        Case("OWN/NOW/plugins/demo/x", from: "OWN/NOW/plugins/o%2Ft/", .otherScope(place("x"))),
        // An address of an earlier launch.
        Case("OWN/OLD/plugins/demo", .stale(place(""), presentURL: "OWN/NOW/plugins/demo/")),
        Case("OWN/OLD/plugins/demo/", .stale(place(""), presentURL: "OWN/NOW/plugins/demo/")),
        Case(
            "OWN/OLD/plugins/demo/a/b%20c.html?q=1&r=/../x#part",
            .stale(
                place("a/b c.html", query: "q=1&r=/../x", fragment: "part"),
                presentURL: "OWN/NOW/plugins/demo/a/b%20c.html?q=1&r=/../x#part"
            )
        ),
        Case("OWN/OLD/plugins/demo?q", .stale(place("", query: "q"), presentURL: "OWN/NOW/plugins/demo/?q")),
        Case("OWN/OLD/plugins/demo#f", .stale(place("", fragment: "f"), presentURL: "OWN/NOW/plugins/demo/#f")),
        Case("OWN/OLD/plugins/o%2Ft/x", .stale(place("x", in: other), presentURL: "OWN/NOW/plugins/o%2Ft/x")),
    ]

    private static let others: [Case] = [
        // Documents that a page makes.
        Case("about:blank", .generated), Case("about:blank#x", .generated), Case("ABOUT:blank?x", .generated),
        Case("about:srcdoc", .generated), Case("blob:OWN/0f9c2d4e", .generated),
        Case("about:blank", from: nil, .generated),
        // Other origins.
        Case("https://example.com/", .outside), Case("http://127.0.0.1:50001/", .outside),
        Case("http://[::1]:50000/", .outside),
        Case("https://127.0.0.1:50000/NOW/plugins/demo/", .outside), Case("http://localhost:50000/x", .outside),
        Case("http://u@127.0.0.1:50000/", .outside), Case("http://127.0.0.1/", .outside),
        Case("https://example.com", .outside),
        Case("http://127.0.0.1:50000.evil.example/", .outside), Case("OWN@evil.example/NOW/plugins/demo/", .outside),
        Case("https://example.com/?OWN/NOW/plugins/demo/", .outside), Case("http://127.0.0.1:050000/", .outside),
        // Other apps of the system.
        Case("mailto:a@example.com?subject=x", .system(scheme: "mailto")), Case("tel:+123", .system(scheme: "tel")),
        Case("SMS:+123", .system(scheme: "sms")), Case("geo:1,2", .system(scheme: "geo")),
        Case("facetime-audio:a@example.com", .system(scheme: "facetime-audio")),
    ]

    private static let refusals: [Case] = reasons.flatMap { refusal, urls in urls.map { Case($0, .refused(refusal)) } }

    private static let reasons: [(NavigationDecision.Refusal, [String])] = [
        (
            .malformed,
            [
                "", "a.html", "/a.html", "//example.com/", "#f", ":x", "1a:x", "a b:x", "ä:x", "http:", "http:/x",
                "http:x", "http:///x", "https://", "http://?x", "http://a b/", "OWN\\@evil.example/", "OWN/\n",
                "OWN/NOW/plugins/demo/../o%2Ft/", "OWN/NOW/plugins/demo/%2e%2E/x", "OWN/NOW/plugins/demo/./x",
                "OWN/OLD/plugins/demo/..", "OWN/NOW/plugins/demo/a%2Fb", "OWN/NOW/plugins/demo/a%5Cb",
                "OWN/NOW/plugins/demo/%00", "OWN/NOW/plugins/demo/%E6", "OWN/NOW/plugins/demo/%", "mailto:a b",
            ]
        ),
        (
            .scheme,
            [
                "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd",
                "about:config", "about:", "about:blankx", "blob:null/0f9c", "blob:https://example.com/0f9c",
                "blob:OWN1/0f9c", "blob:OWN", "filesystem:OWN/temporary/x", "view-source:OWN/", "ftp://example.com/",
                "ws://127.0.0.1:50000/", "intent:x", "vbscript:x", "x-app:x",
            ]
        ),
        (
            .secret,
            [
                "OWN", "OWN/", "OWN/x/plugins/demo/", "OWN/favicon.ico", "OWN//NOW/plugins/demo/",
                "OWN/x/../NOW/plugins/demo/", "OWN/NOWx/plugins/demo/", "OWN/plugins/demo/?NOW",
            ]
        ),
        (
            .scope,
            [
                "OWN/NOW/plugins/none/", "OWN/OLD/plugins/none/", "OWN/NOW", "OWN/OLD", "OWN/NOW/plugins/",
                "OWN/NOW/sections/demo/", "OWN/NOW/plugins/../plugins/demo/",
            ]
        ),
        (
            .reserved,
            [
                "OWN/NOW/plugins/demo/~page/page.js", "OWN/NOW/plugins/demo/%7Eproxy/x",
                "OWN/OLD/plugins/demo/~bridge",
            ]
        ),
    ]

    @Test(
        "PAGE-3 SCOPE-3 Every address has its meaning, for the document that is shown",
        arguments: pages + others + refusals
    )
    func decisions(vector: Case) throws {
        let bench = ScopeBench()
        let registrations = [try bench.register("demo"), try bench.register("o/t")]
        defer { withExtendedLifetime(registrations) {} }
        func fill(_ text: String) -> String {
            text.replacing("OWN", with: "http://127.0.0.1:50000").replacing("NOW", with: bench.token)
                .replacing("OLD", with: "0123456789abcdef0123456789abcdef")
        }
        let decision = bench.registry.snapshot.decide(fill(vector.url), from: vector.current.map(fill))
        if case .stale(let place, let url) = vector.decision {
            #expect(decision == .stale(place, presentURL: fill(url)))
        } else {
            #expect(decision == vector.decision)
        }
    }

    @Test("PAGE-3 There are enough cases to call it a table")
    func count() {
        let all = Self.pages + Self.others + Self.refusals
        #expect(all.count >= 60)
        #expect(Set(all.map(\.testDescription)).count == all.count)
    }

    @Test("PAGE-3 An ended registration refuses, and one with a secret of its own is found by its name")
    func ownSecrets() throws {
        let bench = ScopeBench(secrets: .perScope)
        let registration = try bench.register("demo")
        let url = registration.baseURL
        let old = "http://127.0.0.1:50000/0123456789abcdef0123456789abcdef/plugins/demo/x"
        #expect(bench.registry.snapshot.decide("\(url)x", from: url) == .inside(Self.place("x")))
        #expect(bench.registry.snapshot.decide(old, from: url) == .stale(Self.place("x"), presentURL: "\(url)x"))
        registration.end()
        #expect(bench.registry.snapshot.decide("\(url)x", from: url) == .refused(.scope))
        #expect(bench.registry.snapshot.decide(old, from: url) == .refused(.scope))
    }

    @Test("PAGE-3 Two places are one when they are written with the same bytes")
    func places() {
        #expect(Self.place("caf\u{E9}") != Self.place("cafe\u{301}"))
        #expect(Self.place("", query: nil) != Self.place("", query: ""))
        #expect(Set([Self.place("a"), Self.place("a"), Self.place("a", fragment: "")]).count == 2)
    }
}
