import LoopbackKitHTTP
import Testing

@Suite("MediaType")
struct MediaTypeTests {
    @Test("FILE-3 A media type has an essence and parameters")
    func parts() throws {
        let type = try #require(MediaType("Text/HTML; Charset=\"utf-8\" ;x=y;x=z"))
        #expect(type.essence == "text/html")
        #expect(type["charset"] == "utf-8")
        #expect(type["x"] == "y")
        #expect(type.description == "text/html;charset=utf-8;x=y")
    }

    private static let sharedTypes = "corpora/mime-types.json"

    @Test(
        "FILE-3 The shared cases of media types",
        .enabled(if: SharedData.has(sharedTypes), "the shared data is not there")
    )
    func shared() throws {
        let rows = try SharedData.decode(Self.sharedTypes, as: [RowOrHeading].self).compactMap(\.row)
        #expect(rows.count > 50)
        for row in rows { #expect(MediaType(row.input)?.description == row.output, "\(row.input.debugDescription)") }
    }

    private struct Row: Decodable {
        var input: String
        var output: String?
    }

    /// The file is a list of rows with headings between them.
    private struct RowOrHeading: Decodable {
        var row: Row?

        init(from decoder: any Decoder) throws {
            row = try? Row(from: decoder)
        }
    }
}
