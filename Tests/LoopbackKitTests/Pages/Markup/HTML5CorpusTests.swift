import LoopbackKit
import Testing

/// The rows of html5lib-tests, from each of their states.
@Suite(
    "Tokens of html5lib-tests",
    // The corpus is data of others and lies beside the package.
    .enabled(if: !HTML5Corpus.files.isEmpty, "needs shared/corpora/html")
)
struct HTML5CorpusTests {
    /// The rows that don't pass, with the reason.
    private static let exceptions: [String: [String: String]] = [
        "xmlViolation.test": [
            "Non-XML character (Data state)": infoset, "Non-XML space (Data state)": infoset,
            "Double hyphen in comment (Data state)": infoset,
        ]
    ]
    private static let infoset = "asks for the changes that make a tree of an XML infoset; here every byte is kept"

    /// How many rows hold a word before a semicolon that may be the name of a reference, and isn't known here: a text
    /// with one is left alone, so that it isn't judged.
    private static let unknownNames = [
        "domjs.test": 3, "entities.test": 5, "namedEntities.test": 1981, "test1.test": 1,
    ]

    @Test("PAGE-2 Each row gives the standard's tokens, but for those listed", arguments: HTML5Corpus.files)
    func rows(_ file: String) throws {
        var passed = 0
        var unknown = 0
        var failed: Set<String> = []
        for row in try SharedData.decode("corpora/html/\(file)", as: HTML5Corpus.self).rows {
            for state in row.initialStates ?? ["Data state"] {
                let adapter = HTML5Adapter(row.source, state: state, lastStartTag: row.lastStartTag)
                if !adapter.isComplete {
                    unknown += 1
                } else if adapter.tokens == row.expected {
                    passed += 1
                } else {
                    failed.insert("\(row.description) (\(state))")
                }
            }
        }
        #expect(failed == Set((Self.exceptions[file] ?? [:]).keys), "\(passed) rows passed")
        #expect(unknown == Self.unknownNames[file] ?? 0, "\(passed) rows passed")
        #expect(passed > 0)
    }
}
