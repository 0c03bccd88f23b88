import Foundation
import LoopbackKit
import Testing

/// A front end that nobody here wrote, as `Tests/FrontEnds/take` lays it into a folder.
struct TakenFrontEnd: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    /// The document that is opened, relative to the folder.
    let start: String
    /// The prefixes that stand for the folder; `/` where they are not said.
    let bases: [String]?
    /// Paths of its own server, which is not here; a `*` at the end stands for anything.
    let backEnd: [String]
    /// An expression that is true when its code has made something.
    let shown: String
    /// Words that it shows.
    let words: String
    /// The address that its router knows, where that is none of its folder: the test takes the page there.
    let route: String?
    /// What its code throws without its server.
    let throwsOnly: [String]?
    /// Whether it has a service worker, which must be there in the end.
    let serviceWorker: Bool?

    var testDescription: String { name }

    /// All that are known.
    static let all: [TakenFrontEnd] = {
        let list = FrontEnd.folder.appendingPathComponent("taken.json")
        return (try? JSONDecoder().decode([TakenFrontEnd].self, from: Data(contentsOf: list))) ?? []
    }()

    /// Where they lie: `LOOPBACKKIT_FRONT_ENDS`, or the cache of the user.
    static let folder: String = {
        let environment = ProcessInfo.processInfo.environment
        return environment["LOOPBACKKIT_FRONT_ENDS"]
            ?? "\(environment["HOME"] ?? NSHomeDirectory())/.cache/loopbackkit/front-ends"
    }()

    /// Whether they are to be shown: where somebody took them, and where nobody reads what is skipped.
    static let isWanted: Bool = {
        let environment = ProcessInfo.processInfo.environment
        return environment["CI"] == "true" || environment["LOOPBACKKIT_FRONT_ENDS"] != nil
            || FileManager.default.fileExists(atPath: folder)
    }()

    /// Its files.
    var source: String { "\(Self.folder)/\(name)" }

    /// Whether it was taken.
    var isThere: Bool { FileManager.default.fileExists(atPath: source) }

    /// Prepares it once for all engines.
    func prepared() async throws -> (folder: FolderFixture, report: PreparationReport) {
        try await Self.preparations.value(of: self)
    }

    private static let preparations = Preparations()

    private actor Preparations {
        private var known: [String: (folder: FolderFixture, report: PreparationReport)] = [:]

        func value(of frontEnd: TakenFrontEnd) async throws -> (folder: FolderFixture, report: PreparationReport) {
            if let value = known[frontEnd.name] { return value }
            let folder = try FolderFixture()
            var configuration = PageConfiguration()
            if let bases = frontEnd.bases { configuration.legacyBases = bases.map { LegacyBase($0) } }
            let report = try await PagePreparation(configuration: configuration)
                .prepare(frontEnd.source, into: folder.root)
            known[frontEnd.name] = (folder, report)
            return (folder, report)
        }
    }
}
