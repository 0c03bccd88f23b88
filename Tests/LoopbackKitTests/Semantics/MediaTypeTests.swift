import Foundation
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

    @Test("FILE-3 The shared cases of media types", .enabled(if: sharedTypes != nil, "the shared data is not there"))
    func shared() throws {
        let rows = try #require(Self.sharedTypes)
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

    private static let sharedTypes: [Row]? = {
        // Four folders up from this file is the package, and the data lies beside it.
        let beside = URL(filePath: #filePath).appending(path: "../../../../../shared").standardized.path
        let place = ProcessInfo.processInfo.environment["LOOPBACKKIT_SHARED"] ?? beside
        guard let data = FileManager.default.contents(atPath: "\(place)/corpora/mime-types.json") else { return nil }
        return try? JSONDecoder().decode([RowOrHeading].self, from: data).compactMap(\.row)
    }()
}
