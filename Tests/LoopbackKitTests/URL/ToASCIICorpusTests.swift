import LoopbackKitHTTP
import Testing

/// The shared cases of names with letters outside of ASCII, each of them judged.
@Suite("HTTPHost, shared cases")
struct ToASCIICorpusTests {
    private static let file = "corpora/toascii.json"

    private struct Row: Decodable {
        var input: String
        var output: String?
    }

    /// Why the system's library has another opinion than the standard.
    private enum Reason: String {
        case symbol = "IDNA 2008 has no symbols, and no letters that are there for old texts alone"
        case hyphens = "IDNA 2008 has no hyphens at a label's ends, nor in its third and fourth place"
        case length = "DNS has no labels of more than 63 bytes and no names of more than 253"
        case tables = "the library's tables are older than Unicode 15.1"
    }

    /// The rows that it concerns: refused by the library, unless its answer stands with them.
    private static let others: [String: (reason: Reason, output: String?)] = {
        let digits = "01234567890123456789012345678901234567890123456789"
        let label = "x01234567890123456789012345678901234567890123456789012345678901"
        return [
            "a†--": (.symbol, nil), "-†": (.symbol, nil), "www.lookout‧net": (.symbol, nil),
            "♥.net": (.symbol, nil), "\u{4C0}.com": (.tables, nil), "\u{2F868}.com": (.tables, nil),
            "\u{2183}.com": (.tables, nil), "look\u{180E}out.net": (.tables, nil),
            "look\u{206B}out.net": (.tables, nil), "ẞ.com": (.tables, "ss.com"), "ẞ.foo.com": (.tables, "ss.foo.com"),
            "-x.ß": (.hyphens, nil), "x-.ß": (.hyphens, nil), "ab--c.ß": (.hyphens, nil),
            "\(label)†": (.length, nil), "\(label)x.ß": (.length, nil),
            "\(digits).\(digits).\(digits).\(digits).\(digits.dropLast()).ß": (.length, nil),
        ]
    }()

    @Test(
        "PROXY-3 The shared cases of names with letters outside of ASCII",
        .enabled(if: SharedData.has(file), "the shared data is not there"),
        .enabled(if: InternationalNames.system != nil, "the system has no libidn2")
    )
    func shared() throws {
        let rows = try SharedData.decode(Self.file, as: [RowOrComment<Row>].self).compactMap(\.row)
        #expect(rows.count > 80)
        for row in rows {
            let output = (try? HTTPHost(row.input))?.description
            // A newer library may agree with the standard.
            guard let other = Self.others[row.input], output != row.output else {
                #expect(output == row.output, "\(row.input.debugDescription)")
                continue
            }
            #expect(output == other.output, "\(row.input.debugDescription): \(other.reason.rawValue)")
        }
    }
}
