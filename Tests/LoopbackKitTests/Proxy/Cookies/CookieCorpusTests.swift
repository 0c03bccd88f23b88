import LoopbackKit
import LoopbackKitHTTP
import Testing

/// The cases of the http-state working group, written for RFC 6265.
@Suite("Cookie corpus")
struct CookieCorpusTests {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        struct Pair: Decodable, Sendable {
            let name: String
            let value: String
        }

        let test: String
        let received: [String]
        let sent: [Pair]
        let place: String?

        enum CodingKeys: String, CodingKey {
            case test, received, sent
            case place = "sent-to"
        }

        var testDescription: String { test }
        var field: String? {
            sent.isEmpty
                ? nil : sent.map { $0.name.isEmpty ? $0.value : "\($0.name)=\($0.value)" }.joined(separator: "; ")
        }
    }

    private static let path = "corpora/cookies-http-state.json"
    static let cases = (try? SharedData.decode(path, as: [Case].self)) ?? []

    /// Cases that RFC 6265bis decides otherwise: what is sent by it, and where that stands.
    static let judged: [String: String?] = [
        // A field without `=` has a value and no name (section 5.6, step 3); RFC 6265 ignored it.
        "0023": "foo", "0024": "foo", "0026": "foo", "0028": "foo", "NAME0031": "\"foo", "NAME0032": "\"foo\\\"bar",
        // The second one without a name takes the place of the first (section 5.7, step 23).
        "0027": "bar",
        // So has one that begins with `=` (section 5.6, step 3).
        "NAME0017": "a=bar",
        // The last Domain attribute counts, and an empty one stands for the host (sections 5.6.3 and 5.7, step 7).
        "OPTIONAL_DOMAIN0042": "foo=bar",
        // A control character refuses the field whole (section 5.6, step 1).
        "DISABLED_CHROMIUM0022": nil, "DISABLED_CHROMIUM0023": nil,
        // The first two rules again.
        "MOZILLA0012": "test=\"fubar! = foo; five", "MOZILLA0014": "six", "MOZILLA0015": "seven",
        "MOZILLA0017": "eight; test=six",
    ]

    @Test("PROXY-6 The working group's cases are there", .enabled(if: SharedData.has(path)))
    func corpus() {
        #expect(Self.cases.count == 110)
        #expect(Set(Self.judged.keys).isSubset(of: Set(Self.cases.map(\.test))))
    }

    @Test(
        "PROXY-6 The working group's cases are answered as they say, or as RFC 6265bis does",
        .enabled(if: SharedData.has(path)),
        arguments: cases
    )
    func corpusCase(_ item: Case) {
        var jar = CookieJar.listed()
        // The corpus is of 2011: some of its dates are over by now.
        let now = HTTPDate(secondsSince1970: 1_300_000_000)
        let page = "http://home.example.org:8888/cookie-parser?\(item.test)"
        for text in item.received { jar.store(text, from: page, at: now) }
        let place = item.place ?? "/cookie-parser-result?\(item.test)"
        let url = place.hasPrefix("/") ? "http://home.example.org:8888\(place)" : place
        let field = jar.field(url, at: now)
        if let judged = Self.judged[item.test] {
            #expect(field == judged)
            #expect(field != item.field, "the case needs no judgement")
        } else {
            #expect(field == item.field)
        }
    }
}
