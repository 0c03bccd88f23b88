import Foundation
import LoopbackKit
import LoopbackKitHTTP

/// The cases of `Tests/Fidelity`, each run twice in one engine: natively, and by the call script.
struct FidelityRun: Sendable {
    /// A case, with what came of it on both sides.
    struct Case: Sendable {
        let group: String
        let name: String
        let native: JSONValue
        let called: JSONValue

        /// Group and name, by which a case is known.
        var title: String { "\(group): \(name)" }

        var differences: [JSONDifference] { JSONDifference.all(native, called) }

        /// Whether it came to an end on both sides: what hangs on both is not the same.
        var hasEnded: Bool { [native, called].allSatisfy { $0["page"]["isLate"] == .null } }
    }

    let cases: [Case]

    /// The folder with the cases.
    static let folder: URL = {
        var tests = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { tests.deleteLastPathComponent() }
        return tests.appendingPathComponent("Fidelity")
    }()

    /// Runs all cases in an engine.
    init(_ engine: BrowserEngine) async throws {
        cases = try await FaultUpstream.with { upstream in
            let planned = PlannedUpstream(upstream)
            defer { withExtendedLifetime(planned) {} }
            let closed = try Listener.bind(to: .loopback(port: 0), backlog: 1).address.port ?? 0
            return try await Self.serve(upstream, closed: closed) { plugin in
                let native = try await Self.run(engine, plugin, .native(upstream, closed: closed))
                let called = try await Self.run(engine, plugin, .called(upstream, closed: closed))
                return zip(native, called).map { native, called in
                    Case(group: native.group, name: native.name, native: native.outcome, called: called.outcome)
                }
            }
        }
    }

    // MARK: The page

    /// The cases' files, the ones they use first.
    private static func scripts() throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".js") }
        let contents = try names.map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
        return Dictionary(zip(names, contents)) { first, _ in first }
    }

    private static func serve<Value>(
        _ upstream: FaultUpstream,
        closed: UInt16,
        _ body: (ServedPlugin) async throws -> Value
    ) async throws -> Value {
        var files = try scripts()
        let names = ["harness.js"] + files.keys.filter { $0 != "harness.js" }.sorted()
        let elements = names.map { "<script src=\"\($0)\"></script>" }.joined()
        let head = "<!doctype html><meta charset=utf-8><title>fidelity</title>"
        files["native.html"] = "\(head)\(elements)<body>"
        files["called.html"] = "\(head)\(ProxiedPage.callScript)\(elements)<body>"
        files["control.html"] = "\(head)<body>"
        let resolver = ScriptedResolver()
        let address = try required(IPAddress(upstream.address))
        var openings: Set<UpstreamOpening> = []
        for name in [Setting.name, Setting.other] {
            resolver.answer(name, .addresses(["127.0.0.1"]))
            for port in [upstream.port, closed] {
                openings.insert(try required(UpstreamOpening(host: try HTTPHost(name), port: port, address: address)))
            }
        }
        return try await withPlugin(files) { configuration in
            configuration.proxy?.openings = openings
            configuration.proxy?.resolver = resolver
        } _: {
            try await body($0)
        }
    }

    /// What a page is told of where it is.
    private struct Setting {
        static let name = "upstream.test", other = "other.test"

        let document: String
        let members: JSONValue

        private init(_ document: String, side: String, name: String, other: String, _ port: UInt16, _ closed: UInt16) {
            self.document = document
            members = [
                "side": .string(side), "upstream": "\(name):\(port)", "other": "\(other):\(port)",
                "closed": "\(name):\(closed)", "control": "127.0.0.1:\(port)",
            ]
        }

        /// By names that allow everything.
        static func native(_ upstream: FaultUpstream, closed: UInt16) -> Self {
            Self("native.html", side: "n", name: "127.0.0.1", other: "localhost", upstream.port, closed)
        }

        /// By names that allow nothing.
        static func called(_ upstream: FaultUpstream, closed: UInt16) -> Self {
            Self("called.html", side: "c", name: name, other: other, upstream.port, closed)
        }
    }

    private typealias Outcome = (group: String, name: String, outcome: JSONValue)

    /// Runs all cases on one side, a few at a time: drivers wait only so long.
    private static func run(
        _ engine: BrowserEngine,
        _ plugin: ServedPlugin,
        _ setting: Setting
    ) async throws -> [Outcome] {
        try await engine.withPage { page in
            try await page.load(plugin.url + setting.document)
            try await page.wait(for: "document.readyState === 'complete'")
            let list = try await page.run("return Fidelity.start(setting)", ["setting": setting.members]).array
            var outcomes: [JSONValue] = []
            while outcomes.count < list.count {
                let start = JSONValue.number(Double(outcomes.count))
                let part = try await page.run("return Fidelity.run(start, 10)", ["start": start], within: .seconds(60))
                guard !part.array.isEmpty else { break }
                outcomes += part.array
            }
            return zip(list, outcomes).map { ($0[0].string ?? "", $0[1].string ?? "", $1) }
        }
    }
}
