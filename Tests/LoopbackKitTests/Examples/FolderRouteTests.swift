import Foundation
import LoopbackKitHTTP
import Testing
import hello_server

@Suite("hello-server's files")
struct FolderRouteTests {
    private func answer(_ name: String, _ method: HTTPMethod = .get, range: String? = nil) throws -> HTTPResponse {
        let base = FileManager.default.temporaryDirectory.appending(path: "hello-server-\(UUID())")
        let folder = base.appending(path: "files")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: base) }
        try Data("0123456789".utf8).write(to: folder.appending(path: "digits"))
        try Data("canary".utf8).write(to: base.appending(path: "canary"))
        let files = FileManager.default
        try files.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "../canary")
        let request = HTTPRequest(
            method: method,
            target: try #require(RequestTarget("/files/\(name)")),
            fields: range.map { [.range: $0] } ?? [:]
        )
        return try FolderRoute(path: folder.path).answer(request)
    }

    @Test(
        "KIT-1 A file is answered whole, or with the one range that was asked for",
        arguments: [
            (nil, 200, nil, 10), ("bytes=2-4", 206, "bytes 2-4/10", 3), ("bytes=-4", 206, "bytes 6-9/10", 4),
            ("bytes=10-", 416, "bytes */10", 0), ("bytes=0-1,4-5", 200, nil, 10), ("lines=1-2", 200, nil, 10),
        ] as [(String?, UInt16, String?, Int)]
    )
    func ranges(range: String?, status: UInt16, contentRange: String?, length: Int) throws {
        let answer = try answer("digits", range: range)
        #expect(UInt16(answer.status.code) == status)
        #expect(answer.fields[.contentRange] == contentRange)
        #expect(answer.body.length == length)
    }

    @Test("KIT-1 A range does not concern HEAD")
    func head() throws {
        #expect(try answer("digits", .head, range: "bytes=2-4").status == .ok)
    }

    @Test(
        "KIT-1 Nothing outside of the folder is found",
        arguments: ["", ".", "none", "link", "../canary", "digits/", "/"]
    )
    func outside(name: String) throws {
        #expect(try answer(name).status == .notFound)
    }
}
