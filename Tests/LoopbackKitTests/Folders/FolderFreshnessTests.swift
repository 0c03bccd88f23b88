import LoopbackKitHTTP
import Testing

/// With a settling time of 0 every file is remembered at its first answer, so that these tests meet what is remembered.
@Suite("Freshness")
struct FolderFreshnessTests {
    @Test("FILE-8 A replaced file is seen by the next request", arguments: [0, 2])
    func replaced(settling: Int) throws {
        let fixture = try FolderFixture()
        try fixture.write("a.txt", "one")
        let files = try fixture.files(settling: settling)
        let tag = try #require(files.get("/a.txt").fields[.eTag])
        for (index, text) in ["two", "six", "longer", ""].enumerated() {
            try fixture.write("new", text, in: fixture.base)
            try fixture.move("new", to: "root/a.txt")
            #expect(files.get("/a.txt").text == text)
            #expect(files.get("/a.txt", [.ifNoneMatch: tag]).status == .ok, "\(index)")
        }
    }

    @Test("FILE-8 A file that is written again with as many bytes is seen by the next request")
    func rewritten() throws {
        let fixture = try FolderFixture()
        try fixture.write("a.txt", "0000")
        let files = try fixture.files(settling: 2)
        for number in 1000..<1200 {
            try fixture.write("a.txt", "\(number)")
            #expect(files.get("/a.txt").text == "\(number)")
        }
    }

    @Test(
        "FILE-8 A removed file is missed by the next request, and found again",
        arguments: ["/a.txt", "/sub/", "/sub/b"]
    )
    func removed(path: String) throws {
        let fixture = try FolderFixture()
        try fixture.folder("sub")
        let name = path == "/sub/" ? "sub/index.html" : String(path.dropFirst())
        let files = try fixture.files()
        for round in 0..<3 {
            #expect(files.get(path).status == .notFound)
            try fixture.write(name, "round \(round)")
            for _ in 0..<2 { #expect(files.get(path).text == "round \(round)") }
            try fixture.remove("root/" + name)
        }
    }

    @Test("FILE-8 A file that becomes a link is judged by the next request")
    func relinked() throws {
        let fixture = try FolderFixture()
        try fixture.write("a.txt", "one")
        try fixture.write("b.txt", "two")
        try fixture.write("outside.txt", "one", in: fixture.base)
        let files = try fixture.files()
        #expect(files.get("/a.txt").text == "one")
        try fixture.remove("root/a.txt")
        try fixture.link("a.txt", to: "b.txt")
        for _ in 0..<2 { #expect(files.get("/a.txt").text == "two") }
        try fixture.remove("root/a.txt")
        try fixture.link("a.txt", to: "../outside.txt")
        #expect(files.get("/a.txt").status == .forbidden)
    }

    /// The file itself has not changed: what changed is the way to it.
    @Test("FILE-8 A folder that moves out and leaves a link behind takes its files along")
    func movedOut() throws {
        let fixture = try FolderFixture()
        try fixture.folder("a")
        try fixture.folder("a/b")
        try fixture.write("a/b/c.txt", "inside")
        let files = try fixture.files()
        for _ in 0..<2 { #expect(files.get("/a/b/c.txt").text == "inside") }
        try fixture.move("root/a/b", to: "b")
        #expect(files.get("/a/b/c.txt").status == .notFound)
        try fixture.link("a/b", to: "../../b")
        #expect(files.get("/a/b/c.txt").status == .forbidden)
        try fixture.remove("root/a/b")
        try fixture.move("b", to: "root/a/b")
        #expect(files.get("/a/b/c.txt").text == "inside")
        try fixture.move("root/a", to: "a")
        try fixture.link("a", to: fixture.base + "/a")
        #expect(files.get("/a/b/c.txt").status == .forbidden)
    }

    @Test("FILE-8 A replaced, removed or re-linked root folder is seen by the next request", arguments: [0, 2])
    func root(settling: Int) throws {
        let fixture = try FolderFixture()
        try fixture.write("a.txt", "one")
        let files = try fixture.files(settling: settling)
        #expect(files.get("/a.txt").text == "one")
        try fixture.move("root", to: "old")
        #expect(files.get("/a.txt").status == .notFound)
        try fixture.folder("root", in: fixture.base)
        #expect(files.get("/a.txt").status == .notFound)
        try fixture.write("a.txt", "two")
        #expect(files.get("/a.txt").text == "two")
        try fixture.move("root", to: "older")
        try fixture.write("a.txt", "three", in: fixture.base + "/old")
        try fixture.link("root", to: "old", in: fixture.base)
        #expect(files.get("/a.txt").text == "three")
        try fixture.link("new", to: "older", in: fixture.base)
        try fixture.move("new", to: "root")
        #expect(files.get("/a.txt").text == "two")
        // The folder's own link may lead anywhere; a link in it to where it was before leads out.
        try fixture.link("out", to: "../old/a.txt")
        #expect(files.get("/out").status == .forbidden)
    }

    @Test("FILE-8 An index document that comes first by the host's order is preferred as soon as it is there")
    func indexOrder() throws {
        let fixture = try FolderFixture()
        try fixture.write("b.html", "second")
        let files = try fixture.files { $0.indexDocuments = ["a.html", "b.html"] }
        for _ in 0..<2 { #expect(files.get("/").text == "second") }
        try fixture.write("a.html", "first")
        #expect(files.get("/").text == "first")
    }

    @Test("FILE-8 A file that comes where the fallback answered is preferred")
    func fallback() throws {
        let fixture = try FolderFixture()
        try fixture.write("app.html", "app")
        let files = try fixture.files { $0.fallbackDocument = "app.html" }
        for _ in 0..<2 { #expect(files.get("/news").text == "app") }
        try fixture.write("news", "file")
        #expect(files.get("/news").text == "file")
    }

    @Test("FILE-8 A name in the form asked for is preferred as soon as it is there")
    func otherForm() throws {
        let fixture = try FolderFixture()
        try fixture.write("cafe\u{301}.txt", "decomposed")
        let files = try fixture.files()
        for _ in 0..<2 { #expect(files.get("/caf%C3%A9.txt").text == "decomposed") }
        try fixture.write("caf\u{E9}.txt", "composed")
        #expect(files.get("/caf%C3%A9.txt").text == "composed")
    }

    @Test("FILE-8 What is remembered is bounded, and pushes nothing wrong in")
    func bounded() throws {
        let fixture = try FolderFixture()
        for index in 0..<700 { try fixture.write("\(index).txt", "file \(index)") }
        let files = try fixture.files { $0.keptBytes = 1000 }
        for _ in 0..<2 {
            for index in 0..<700 { #expect(files.get("/\(index).txt").text == "file \(index)") }
        }
    }

    @Test("FILE-8 Nothing is kept when the host wants nothing kept")
    func nothingKept() throws {
        let fixture = try FolderFixture()
        try fixture.write("a.txt", "one")
        let files = try fixture.files { $0.keptBytes = 0 }
        for _ in 0..<3 { #expect(files.get("/a.txt").text == "one") }
    }
}
