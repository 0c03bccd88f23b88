import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("ScopeGate") struct ScopeGateTests {
    /// What may be wrong with a request, in the order in which it is looked at.
    struct Faults: OptionSet, CaseIterable, Sendable, CustomTestStringConvertible {
        let rawValue: Int
        static let secret = Faults(rawValue: 1)
        static let host = Faults(rawValue: 2)
        static let method = Faults(rawValue: 4)
        static let scope = Faults(rawValue: 8)
        static let site = Faults(rawValue: 16)
        static let allCases = (0..<32).map(Faults.init)

        var testDescription: String { String(rawValue, radix: 2) }

        var expected: HTTPStatus {
            if contains(.secret) { return .forbidden }
            if contains(.host) { return .misdirectedRequest }
            if contains(.method) { return .methodNotAllowed }
            if contains(.scope) { return .notFound }
            return contains(.site) ? .forbidden : .ok
        }
    }

    private func answer(_ bench: ScopeBench, _ faults: Faults) throws -> HTTPResponse {
        let token = faults.contains(.secret) ? String(repeating: "0", count: 32) : bench.token
        var fields: HTTPFields = [.host: faults.contains(.host) ? "evil.example" : ScopeBench.host]
        fields.append(.secFetchSite, faults.contains(.site) ? "cross-site" : "same-origin")
        return try bench.answer(
            target: "/\(token)/plugins/\(faults.contains(.scope) ? "none" : "demo")/a",
            method: faults.contains(.method) ? .post : .get,
            fields: fields
        )
    }

    @Test("SCOPE-3 The first fault in the written order decides", arguments: Faults.allCases)
    func order(faults: Faults) throws {
        let bench = ScopeBench()
        let registration = try bench.register("demo")
        let response = try answer(bench, faults)
        #expect(response.status == faults.expected)
        #expect(response.connection.contains(.close) == faults.contains(.secret))
        withExtendedLifetime(registration) {}
    }

    @Test("SCOPE-3 A request without the token learns nothing: always the same bytes, then close")
    func sameBytes() throws {
        let bench = ScopeBench()
        let registration = try bench.register("demo")
        var answers = Set(try Faults.allCases.filter { $0.contains(.secret) }.map { try answer(bench, $0).everything })
        let token = bench.token
        for target in [
            "/", "//", "/\(token.dropLast())", "/\(token)0/plugins/demo/", "/\(token.uppercased())x/plugins/demo/",
            "/plugins/demo/", "/~health", "/~health/", "/~health/\(token)", "/favicon.ico/", "/favicon", "/FAVICON.ICO",
            "/%66avicon.ico", "/~proxy/x", "/?\(token)", "http://evil.example/", "http://127.0.0.1:50000/",
        ] {
            for method in [HTTPMethod.get, .head, .post, .options, .trace, try required(HTTPMethod("BREW"))] {
                answers.insert(try bench.answer(target: target, method: method).everything)
            }
        }
        #expect(answers == [ScopeRefusal.secret.response.everything])
        #expect(ScopeRefusal.secret.response.connection == .close)
        withExtendedLifetime(registration) {}
    }

    @Test("SCOPE-3 A token with one digit changed, cut or written otherwise opens nothing")
    func nearTokens() throws {
        let bench = ScopeBench()
        let registration = try bench.register("demo")
        let digits = Array(bench.token)
        for index in digits.indices {
            var changed = digits
            changed[index] = changed[index] == "0" ? "1" : "0"
            #expect(try bench.answer(target: "/\(String(changed))/plugins/demo/a").status == .forbidden)
        }
        let escaped = digits.map { "%" + String($0.asciiValue ?? 0, radix: 16) }.joined()
        #expect(try bench.answer(target: "/\(escaped)/plugins/demo/a").status == .forbidden)
        #expect(try bench.answer("plugins/demo/a").status == .ok)
        withExtendedLifetime(registration) {}
    }

    @Test(
        "SCOPE-5 Any Host but the own name is refused",
        arguments: [
            "evil.example", "localhost", "localhost:50000", "127.0.0.1", "127.0.0.1:", "127.0.0.1:5000",
            "127.0.0.1:500000", "127.0.0.1:50001", "127.0.0.1:050000", "127.0.0.1:+50000", "127.0.0.1:115536",
            "[::1]:50000", "127.1:50000", "2130706433:50000", "0.0.0.0:50000", "127.0.0.1.:50000", "127.0.0.1:50000 ",
            "user@127.0.0.1:50000", "secure.internal", "127.0.0.1:5000\u{660}", "127.0.0.1:0000", "127.0.0.1:0", "",
        ]
    )
    func foreignHosts(host: String) throws {
        let bench = ScopeBench()
        let registration = try bench.register("demo")
        let response = try bench.answer("plugins/demo/a", fields: [.host: host])
        #expect(response.status == .misdirectedRequest)
        #expect(!response.connection.contains(.trust))
        #expect(try bench.answer("plugins/demo/a", fields: [:]).status == .misdirectedRequest)
        withExtendedLifetime(registration) {}
    }

    @Test("SCOPE-5 Every port is compared digit by digit", arguments: [1, 80, 443, 9999, 49152, 65535] as [UInt16])
    func ports(port: UInt16) {
        let own = Array("127.0.0.1:\(port)".utf8)
        let isOwn = OwnName.isOwn(own.span, port: port)
        let isOthers = OwnName.isOwn(own.span, port: port - 1)
        let isUnbound = OwnName.isOwn(Array("127.0.0.1:0".utf8).span, port: 0)
        #expect(isOwn)
        #expect(!isOthers)
        #expect(!isUnbound)
    }

    @Test(
        "SCOPE-5 With an absolute target its authority counts, not Host",
        arguments: [
            ("http://127.0.0.1:50000", .ok), ("HTTP://127.0.0.1:50000", .ok),
            ("http://evil.example", .misdirectedRequest),
            ("https://127.0.0.1:50000", .misdirectedRequest), ("http://localhost:50000", .misdirectedRequest),
            ("http://u@127.0.0.1:50000", .misdirectedRequest), ("ftps://127.0.0.1:50000", .misdirectedRequest),
            ("http://127.0.0.1", .misdirectedRequest),
        ] as [(String, HTTPStatus)]
    )
    func absoluteTargets(prefix: String, status: HTTPStatus) throws {
        let bench = ScopeBench()
        let registration = try bench.register("demo")
        let storage = try required(absoluteTarget("\(prefix)/\(bench.token)/plugins/demo/a"))
        let request = HTTPRequest(method: .get, target: storage, fields: [.host: "evil.example"])
        guard case .now(let response) = bench.handler.handle(request) else { throw Missing() }
        #expect(response.status == status)
        withExtendedLifetime(registration) {}
    }

    @Test("HTTP-4 OPTIONS names the methods and grants nothing", arguments: ["cross-site", "same-origin"])
    func options(site: String) throws {
        let bench = ScopeBench()
        let response = try bench.answer(
            "plugins/none/a",
            method: .options,
            fields: [
                .host: ScopeBench.host, .origin: "https://evil.example", .secFetchSite: site,
                "Access-Control-Request-Method": "GET", "Access-Control-Request-Private-Network": "true",
            ]
        )
        #expect(response.status == .noContent)
        #expect(response.fields == [.allow: "GET, HEAD, OPTIONS"])
        #expect(response.body.length == 0)
    }

    @Test("HTTP-4 Other methods are 405 with Allow", arguments: ["POST", "PUT", "DELETE", "TRACE", "get", "BREW"])
    func otherMethods(method: String) throws {
        let bench = ScopeBench()
        let response = try bench.answer("plugins/none/a", method: try required(HTTPMethod(method)))
        #expect(response.status == .methodNotAllowed)
        #expect(response.fields[.allow] == "GET, HEAD, OPTIONS")
    }

    struct Metadata: Sendable {
        let site, mode, destination: String
        let isAdmitted: Bool
        var isMedia = false
    }

    @Test(
        "SCOPE-7 Another site may open a window and nothing else",
        arguments: [
            Metadata(site: "same-origin", mode: "cors", destination: "empty", isAdmitted: true),
            Metadata(site: "none", mode: "navigate", destination: "document", isAdmitted: true),
            Metadata(site: "cross-site", mode: "navigate", destination: "document", isAdmitted: true),
            Metadata(site: "same-site", mode: "navigate", destination: "document", isAdmitted: true),
            Metadata(site: "cross-site", mode: "navigate", destination: "iframe", isAdmitted: false),
            Metadata(site: "same-site", mode: "navigate", destination: "empty", isAdmitted: false),
            Metadata(site: "cross-site", mode: "no-cors", destination: "script", isAdmitted: false),
            Metadata(site: "same-site", mode: "cors", destination: "empty", isAdmitted: false),
            Metadata(site: "same-site", mode: "no-cors", destination: "document", isAdmitted: false),
            Metadata(site: "cross-site", mode: "no-cors", destination: "video", isAdmitted: false, isMedia: true),
            Metadata(site: "same-site", mode: "cors", destination: "audio", isAdmitted: false, isMedia: true),
            Metadata(site: "cross-site", mode: "cors", destination: "track", isAdmitted: false, isMedia: true),
            Metadata(site: "cross-site", mode: "navigate", destination: "video", isAdmitted: false),
            Metadata(site: "Same-Origin", mode: "cors", destination: "empty", isAdmitted: false),
            Metadata(site: "", mode: "cors", destination: "empty", isAdmitted: false),
            Metadata(site: "same-origin, none", mode: "cors", destination: "empty", isAdmitted: false),
        ]
    )
    func sites(metadata: Metadata) throws {
        for admitsMedia in [false, true] {
            let bench = ScopeBench(gate: ScopeGate(admitsForeignMedia: admitsMedia))
            let registration = try bench.register("demo")
            let fields: HTTPFields = [
                .host: ScopeBench.host, .secFetchSite: metadata.site, .secFetchMode: metadata.mode,
                .secFetchDest: metadata.destination,
            ]
            let response = try bench.answer("plugins/demo/a", fields: fields)
            let isAdmitted = metadata.isAdmitted || metadata.isMedia && admitsMedia
            #expect(response.status == (isAdmitted ? .ok : .forbidden))
            withExtendedLifetime(registration) {}
        }
    }

    @Test("SCOPE-7 Two lines of Sec-Fetch-Site are refused, none passes")
    func siteLines() throws {
        let bench = ScopeBench()
        let registration = try bench.register("demo")
        let two: HTTPFields = [.host: ScopeBench.host, .secFetchSite: "same-origin", .secFetchSite: "same-origin"]
        #expect(try bench.answer("plugins/demo/a", fields: two).status == .forbidden)
        #expect(try bench.answer("plugins/demo/a").status == .ok)
        withExtendedLifetime(registration) {}
    }
}
