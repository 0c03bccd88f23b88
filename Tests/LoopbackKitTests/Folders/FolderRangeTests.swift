import LoopbackKitHTTP
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

@Suite("Ranges of files")
struct FolderRangeTests {
    static let bytes = (0..<100).map { UInt8($0) }

    struct Row: Sendable, CustomTestStringConvertible {
        var field: String
        var status: Int
        var contentRange: String?
        var range: Range<Int>

        init(_ field: String, _ status: Int, _ contentRange: String?, _ range: Range<Int>) {
            self.field = field
            self.status = status
            self.contentRange = contentRange
            self.range = range
        }

        var testDescription: String { field.count > 40 ? field.prefix(40) + "..." : field }
    }

    static let rows = [
        Row("bytes=0-1", 206, "bytes 0-1/100", 0..<2),
        // cordova-android 1494, electron 38749: 200 breaks seeking.
        Row("bytes=0-", 206, "bytes 0-99/100", 0..<100),
        Row("bytes=-500", 206, "bytes 0-99/100", 0..<100),
        Row("bytes=-5", 206, "bytes 95-99/100", 95..<100),
        Row("bytes=500-", 416, "bytes */100", 0..<0),
        Row("bytes=50-1000", 206, "bytes 50-99/100", 50..<100),
        Row("bytes=9223372036854775807-", 416, "bytes */100", 0..<0),
        Row("bytes=0-9223372036854775807", 206, "bytes 0-99/100", 0..<100),
        Row("bytes=9223372036854775807-0", 200, nil, 0..<100),
        Row("bytes=0-*", 200, nil, 0..<100),
        Row("bytes", 200, nil, 0..<100),
        Row("bytes=" + Array(repeating: "0-50", count: 200).joined(separator: ","), 200, nil, 0..<100),
        Row("bytes=10-19,15-24", 206, "bytes 10-24/100", 10..<25),
    ]

    /// The small file is answered from memory the second time, the large one from the file.
    @Test("FILE-4 Each range has its status, Content-Range and bytes", arguments: rows, [0, 2])
    func ranges(row: Row, settling: Int) throws {
        let fixture = try FolderFixture()
        try fixture.write("clip.mp4", Self.bytes)
        let files = try fixture.files(settling: settling)
        for _ in 0..<2 {
            let response = files.get("/clip.mp4", [.range: row.field])
            #expect(response.status.code == row.status)
            #expect(response.fields[.contentRange] == row.contentRange)
            #expect(response.content == Array(Self.bytes[row.range]))
            #expect(response.body.length == row.range.count)
            #expect(row.status == 416 || response.fields[.acceptRanges] == "bytes")
        }
    }

    @Test("FILE-4 Several ranges are parts of one body, whose length is known")
    func multipart() throws {
        let fixture = try FolderFixture()
        try fixture.write("a.txt", "0123456789abcdef")
        let response = try fixture.files().get("/a.txt", [.range: "bytes=0-1,8-9,-1"])
        #expect(response.status == .partialContent)
        #expect(response.fields[.contentRange] == nil)
        let type = try #require(MediaType(response.fields[.contentType] ?? ""))
        #expect(type.essence == "multipart/byteranges")
        let boundary = try #require(type["boundary"])
        #expect(boundary.utf8.count == 32)
        let parts = [("01", "0-1"), ("89", "8-9"), ("f", "15-15")].map { bytes, range in
            "--\(boundary)\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Range: bytes \(range)/16\r\n\r\n\(bytes)\r\n"
        }
        #expect(response.text == parts.joined() + "--\(boundary)--\r\n")
        #expect(response.body.length == response.content.count)
    }

    @Test("FILE-4 Two answers have two boundaries")
    func boundary() throws {
        let fixture = try FolderFixture()
        try fixture.write("a.txt", "0123456789abcdef")
        let files = try fixture.files()
        let fields: HTTPFields = [.range: "bytes=0-1,8-9"]
        #expect(files.get("/a.txt", fields).fields[.contentType] != files.get("/a.txt", fields).fields[.contentType])
    }

    @Test("FILE-4 HEAD ignores a range")
    func head() throws {
        let fixture = try FolderFixture()
        try fixture.write("a.txt", "0123456789")
        let response = try fixture.files().get("/a.txt", method: .head, [.range: "bytes=0-1"])
        #expect(response.status == .ok)
        #expect(response.body.length == 10)
    }

    @Test("FILE-4 If-Range gives the whole file when it is another version")
    func ifRange() throws {
        let fixture = try FolderFixture()
        try fixture.write("a.txt", "0123456789")
        let files = try fixture.files()
        let tag = try #require(files.get("/a.txt").fields[.eTag])
        let date = try #require(files.get("/a.txt").fields[.lastModified])
        for (value, status) in [
            (tag, 206), (date, 206), ("\"other\"", 200), ("W/\(tag)", 200), ("Sun, 06 Nov 1994 08:49:37 GMT", 200),
        ] {
            #expect(files.get("/a.txt", [.range: "bytes=0-1", .ifRange: value]).status.code == status, "\(value)")
        }
        // The old version's tag no longer gives a piece of the new one.
        try fixture.write("a.txt", "abcdefghijk")
        #expect(files.get("/a.txt", [.range: "bytes=0-1", .ifRange: tag]).text == "abcdefghijk")
    }

    @Test("FILE-4 Conditions come before ranges")
    func conditions() throws {
        let fixture = try FolderFixture()
        try fixture.write("a.txt", "0123456789")
        let files = try fixture.files()
        let tag = try #require(files.get("/a.txt").fields[.eTag])
        #expect(files.get("/a.txt", [.range: "bytes=50-", .ifNoneMatch: tag]).status == .notModified)
        #expect(files.get("/a.txt", [.range: "bytes=50-", .ifMatch: "\"other\""]).status == .preconditionFailed)
    }

    @Test("FILE-4 FILE-7 A range of a 4 GB file is a run of the file, not its bytes")
    func sparse() throws {
        let fixture = try FolderFixture()
        try fixture.write("big.mp4", "")
        let size = 4 * 1024 * 1024 * 1024
        // A path that ends in NUL and lives as long as the call.
        try #require(unsafe truncate(fixture.root + "/big.mp4", off_t(size)) == 0)
        let files = try fixture.files()
        let response = files.get("/big.mp4", [.range: "bytes=\(size - 10)-"])
        #expect(response.status == .partialContent)
        #expect(response.fields[.contentRange] == "bytes 4294967286-4294967295/4294967296")
        #expect(response.content == Array(repeating: 0, count: 10))
        guard case .segments(let segments) = files.get("/big.mp4", [.range: "bytes=1-"]).body.storage,
            segments.count == 1, case .file(let region) = segments[0]
        else {
            Issue.record("the body is not one run of the file")
            return
        }
        #expect(region.offset == 1 && region.count == size - 1)
    }

    /// capacitor 5420: the whole file was read for each tiny range.
    @Test("FILE-4 500 sequential ranges of 8 bytes")
    func sequential() throws {
        let fixture = try FolderFixture()
        let bytes = (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 31) } + Array(repeating: 7, count: 100_000)
        try fixture.write("clip.mp4", bytes)
        let files = try fixture.files()
        for start in stride(from: 0, to: 4000, by: 8) {
            let response = files.get("/clip.mp4", [.range: "bytes=\(start)-\(start + 7)"])
            #expect(response.content == Array(bytes[start..<start + 8]))
        }
    }

    @Test("FILE-4 An empty file has no ranges")
    func empty() throws {
        let fixture = try FolderFixture()
        try fixture.write("a.txt", "")
        let files = try fixture.files()
        #expect(files.get("/a.txt").body.length == 0)
        #expect(files.get("/a.txt", [.range: "bytes=0-"]).fields[.contentRange] == "bytes */0")
        #expect(files.get("/a.txt", [.range: "bytes=-1"]).status == .ok)
    }
}
