import LoopbackKitHTTP
import Testing

/// The shared cases of the URL standard, each of them judged.
@Suite("HTTPURL, shared cases")
struct URLCorpusTests {
    private static let file = "corpora/urltestdata.json"

    /// A row: an address and what it may be relative to, and what the standard makes of it.
    struct Row: Decodable {
        var input: String
        var base: String?
        var failure: Bool?
        var href: String?
        var origin: String?
        var `protocol`: String?
        var username: String?
        var password: String?
        var host: String?
        var pathname: String?
        var search: String?
        var hash: String?

        var outcome: Result<HTTPURL, HTTPURLError> {
            Result { () throws(HTTPURLError) in
                guard let base = try knownBase() else { return try HTTPURL(input) }
                return try HTTPURL(input, relativeTo: base)
            }
        }

        /// The base; a base of another scheme says nothing to these two, and what is relative to it has none here.
        private func knownBase() throws(HTTPURLError) -> HTTPURL? {
            guard let base else { return nil }
            do {
                return try HTTPURL(base)
            } catch  where error.code == .unsupportedScheme {
                return nil
            }
        }

        var expectation: Expectation {
            if failure == true { return .failure }
            if `protocol` != "http:", `protocol` != "https:" { return .otherScheme }
            return username?.isEmpty == false || password?.isEmpty == false ? .credentials : .address
        }

        var name: Comment { "\(input.debugDescription) relative to \(base ?? "nothing")" }
    }

    enum Expectation: CaseIterable {
        /// The standard's address, and the same parts of it.
        case address
        /// No address by the standard, and none here.
        case failure
        /// An address of another scheme, or a relative one whose base has another scheme: not taken here.
        case otherScheme
        /// An address with a user's name or password: not taken here.
        case credentials
    }

    /// Rows where the system's library is stricter than the standard, and why.
    private static let refusedByLibrary = ["https://%e2%98%83": "a symbol: IDNA 2008 has none"]

    @Test(
        "PROXY-3 The shared cases of the URL standard",
        .enabled(if: SharedData.has(file), "the shared data is not there"),
        .enabled(if: InternationalNames.system != nil, "the system has no libidn2")
    )
    func shared() throws {
        let rows = try SharedData.decode(Self.file, as: [RowOrComment<Row>].self).compactMap(\.row)
        var counts: [Expectation: Int] = [:]
        for row in rows {
            counts[row.expectation, default: 0] += 1
            switch (row.expectation, row.outcome) {
            case (.address, .success(let url)): check(url, row)
            case (.address, .failure(let error)):
                #expect(error.code == .invalidName && Self.refusedByLibrary[row.input] != nil, row.name)
            case (.failure, .failure): break
            case (.otherScheme, .failure(let error)):
                #expect(error.code == .unsupportedScheme || error.code == .notAbsolute, row.name)
            case (.credentials, .failure(let error)): #expect(error.code == .credentials, row.name)
            case (_, .success(let url)): Issue.record("\(url): \(row.name.rawValue)")
            }
        }
        #expect(rows.count > 850)
        #expect(Expectation.allCases.allSatisfy { counts[$0, default: 0] > 20 }, "\(counts)")
    }

    private func check(_ url: HTTPURL, _ row: Row) {
        #expect(url.description == row.href, row.name)
        #expect(url.authority == row.host, row.name)
        #expect(url.path == row.pathname, row.name)
        #expect(url.query.map { $0.isEmpty ? "" : "?\($0)" } ?? "" == row.search, row.name)
        #expect(url.fragment.map { $0.isEmpty ? "" : "#\($0)" } ?? "" == row.hash, row.name)
        if let origin = row.origin { #expect(url.origin.description == origin, row.name) }
        #expect((try? HTTPURL(url.description)) == url, row.name)
    }
}

/// A row of a list that has comments between its rows.
struct RowOrComment<Row: Decodable>: Decodable {
    var row: Row?

    init(from decoder: any Decoder) throws { row = try? Row(from: decoder) }
}
