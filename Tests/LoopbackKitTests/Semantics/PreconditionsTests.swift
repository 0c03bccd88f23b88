import LoopbackKitHTTP
import Testing

@Suite("Preconditions")
struct PreconditionsTests {
    static let past = "Sat, 05 Nov 1994 08:49:37 GMT"
    static let exact = "Sun, 06 Nov 1994 08:49:37 GMT"
    static let later = "Mon, 07 Nov 1994 08:49:37 GMT"
    static let current = Validators(
        entityTag: EntityTag("now"),
        lastModified: HTTPDate(secondsSince1970: 784_111_777)
    )
    static let now = HTTPDate(secondsSince1970: 1_700_000_000)

    struct Row: Sendable, CustomTestStringConvertible {
        var method = HTTPMethod.get
        var fields: HTTPFields
        var outcome: Preconditions.Outcome

        var testDescription: String { "\(method) \(fields.description.split(separator: "\n")): \(outcome)" }
    }

    /// The order of RFC 9110, section 13.2.2.
    static let rows: [Row] = [
        Row(fields: [:], outcome: .proceed),
        // 1. If-Match, strongly.
        Row(fields: [.ifMatch: "\"now\""], outcome: .proceed),
        Row(fields: [.ifMatch: "\"old\", \"now\""], outcome: .proceed),
        Row(fields: [.ifMatch: "*"], outcome: .proceed),
        Row(fields: [.ifMatch: "\"old\""], outcome: .failed),
        Row(fields: [.ifMatch: "W/\"now\""], outcome: .failed),
        Row(fields: [.ifMatch: "now"], outcome: .failed),
        // 2. If-Unmodified-Since, only without If-Match.
        Row(fields: [.ifUnmodifiedSince: exact], outcome: .proceed),
        Row(fields: [.ifUnmodifiedSince: later], outcome: .proceed),
        Row(fields: [.ifUnmodifiedSince: past], outcome: .failed),
        Row(fields: [.ifUnmodifiedSince: "yesterday"], outcome: .proceed),
        Row(fields: [.ifMatch: "\"now\"", .ifUnmodifiedSince: past], outcome: .proceed),
        Row(fields: [.ifMatch: "\"old\"", .ifUnmodifiedSince: later], outcome: .failed),
        // 3. If-None-Match, weakly.
        Row(fields: [.ifNoneMatch: "\"now\""], outcome: .notModified),
        Row(method: .head, fields: [.ifNoneMatch: "\"now\""], outcome: .notModified),
        Row(method: .put, fields: [.ifNoneMatch: "\"now\""], outcome: .failed),
        Row(fields: [.ifNoneMatch: "W/\"now\""], outcome: .notModified),
        Row(fields: [.ifNoneMatch: "*"], outcome: .notModified),
        Row(method: .put, fields: [.ifNoneMatch: "*"], outcome: .failed),
        Row(fields: [.ifNoneMatch: "\"old\""], outcome: .proceed),
        Row(fields: [.ifNoneMatch: "\"old\" \"now\""], outcome: .proceed),
        // 4. If-Modified-Since, only without If-None-Match, and only for reading.
        Row(fields: [.ifModifiedSince: exact], outcome: .notModified),
        Row(fields: [.ifModifiedSince: later], outcome: .notModified),
        Row(fields: [.ifModifiedSince: past], outcome: .proceed),
        Row(fields: [.ifModifiedSince: "yesterday"], outcome: .proceed),
        Row(method: .post, fields: [.ifModifiedSince: exact], outcome: .proceed),
        Row(fields: [.ifNoneMatch: "\"old\"", .ifModifiedSince: later], outcome: .proceed),
        Row(fields: [.ifNoneMatch: "\"now\"", .ifModifiedSince: past], outcome: .notModified),
        // Both halves.
        Row(fields: [.ifMatch: "\"now\"", .ifNoneMatch: "\"now\""], outcome: .notModified),
        Row(fields: [.ifMatch: "\"old\"", .ifNoneMatch: "\"now\""], outcome: .failed),
        Row(fields: [.ifUnmodifiedSince: past, .ifModifiedSince: exact], outcome: .failed),
        Row(fields: [.ifUnmodifiedSince: exact, .ifModifiedSince: exact], outcome: .notModified),
        // Several lines are one list.
        Row(fields: [.ifNoneMatch: "\"old\"", .accept: "*/*", .ifNoneMatch: "\"now\""], outcome: .notModified),
        Row(fields: [.ifModifiedSince: later, .ifModifiedSince: later], outcome: .proceed),
    ]

    @Test("FILE-5 Conditions are judged in the standard's order", arguments: rows)
    func evaluated(row: Row) {
        let outcome = Preconditions.evaluate(
            method: row.method,
            fields: row.fields,
            current: Self.current,
            now: Self.now
        )
        #expect(outcome == row.outcome)
    }

    @Test(
        "FILE-5 Without a current version only If-Match fails",
        arguments: [
            Row(fields: [.ifMatch: "*"], outcome: .failed), Row(fields: [.ifNoneMatch: "*"], outcome: .proceed),
            Row(fields: [.ifUnmodifiedSince: past], outcome: .proceed),
        ]
    )
    func nothingCurrent(row: Row) {
        let outcome = Preconditions.evaluate(method: row.method, fields: row.fields, current: nil, now: Self.now)
        #expect(outcome == row.outcome)
    }

    @Test(
        "FILE-4 If-Range lets a range pass only for the current version",
        arguments: [
            ("\"now\"", true), ("W/\"now\"", false), ("\"old\"", false), ("*", false), ("\"now\", \"now\"", false),
            (exact, true), (past, false), (later, false), ("Sunday, 06-Nov-94 08:49:37 GMT", true), ("", false),
        ]
    )
    func ifRange(value: String, passes: Bool) {
        let fields: HTTPFields = [.ifRange: value]
        #expect(Preconditions.allowsRange(fields: fields, current: Self.current, now: Self.now) == passes)
        #expect(Preconditions.allowsRange(fields: [:], current: Self.current, now: Self.now))
    }

    @Test(
        "FILE-5 No field of a condition is overlooked",
        arguments: [
            .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .range, "rANGE", "IF-match",
        ]
            as [HTTPFieldName]
    )
    func noticed(name: HTTPFieldName) {
        #expect(([.host: "a", name: "b"] as HTTPFields).mayBeConditional)
        #expect(!([.host: "a", .accept: "b", .userAgent: "c"] as HTTPFields).mayBeConditional)
    }
}
