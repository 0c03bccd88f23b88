import LoopbackKitHTTP
import Testing

/// A folder's answers over real sockets, wherever it is mounted.
@Suite("Mounted folders", .timeLimit(.minutes(5)))
struct MountedFolderTests {
    private static func fixture() throws -> FolderFixture {
        let fixture = try FolderFixture()
        try fixture.write("index.html", "<p>home")
        try fixture.write("digits", "0123456789")
        try fixture.folder("sub")
        try fixture.write("sub/index.html", "<p>sub")
        try fixture.write("a b+%é.txt", "found")
        try fixture.write("canary", FolderFixture.canary, in: fixture.base)
        try fixture.link("link", to: "../canary")
        return fixture
    }

    /// Serves the fixture's folder below a prefix, and gives the answers to the requests, all on one connection.
    private static func answers(
        to requests: [String],
        below prefix: String,
        _ fixture: FolderFixture
    ) async throws -> [RawResponse] {
        let files = try FolderResponder(folder: fixture.root)
        let handler = ClosureHandler(synchronous: { files.respond(to: $0, below: prefix) })
        return try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                return try requests.map { try client.ask($0, isHead: $0.hasPrefix("HEAD")) }
            }
        }
    }

    private static func get(_ target: String, _ fields: String = "") -> String {
        "GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    }

    @Test("HTTP-9 A folder behind a route serves what the route took, whatever a middleware makes of the request")
    func behindMiddleware() async throws {
        let fixture = try Self.fixture()
        let files = try FolderResponder(folder: fixture.root)
        var router = Router()
        router.use { request, next in
            var request = request
            switch request.target.query {
            case "parameter": request.parameters.append("user", "somebody")
            case "target": request.target = try #require(RequestTarget("/elsewhere/and/deeper/digits"))
            case "rest": request.parameters.rest = "sub/"
            default: break
            }
            var response = try await next(request)
            response.fields.append("X-Rest", request.parameters.rest)
            return response
        }
        router.serve(files, at: "/static")
        try await withServer(handler: router) { port in
            try await onThread {
                let client = try RawClient(port: port)
                for query in ["", "?parameter", "?target"] {
                    let answer = try client.ask(Self.get("/static/digits\(query)"))
                    #expect(answer.text == "0123456789", "\(query)")
                    #expect(answer["X-Rest"] == "digits", "\(query)")
                }
                #expect(try client.ask(Self.get("/static/digits?rest"))["X-Rest"] == "sub/")
                #expect(try client.ask(Self.get("/static?parameter"))["Location"] == "./static/?parameter")
            }
        }
        withExtendedLifetime(fixture) {}
    }

    @Test("HTTP-9 A folder answers below its prefix", arguments: ["", "/", "/static", "/static/", "/a/b", "/%7Eme"])
    func below(prefix: String) async throws {
        let mount = prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
        let rows = [
            ("/", 200, "<p>home"), ("/index.html", 200, "<p>home"), ("/sub/", 200, "<p>sub"), ("//sub/", 200, "<p>sub"),
            ("/a%20b+%25%C3%A9.txt", 200, "found"), ("/digits?v=1", 200, "0123456789"), ("/sub", 307, "./sub/"),
            ("/sub?q=/x", 307, "./sub/?q=/x"), ("/none", 404, ""), ("/digits/", 404, ""), ("/.env", 404, ""),
            ("/../digits", 403, ""), ("/%2e%2e/digits", 403, ""), ("/..%2fcanary", 403, ""), ("/link", 403, ""),
        ]
        let answers = try await Self.answers(
            to: rows.map { Self.get(mount + $0.0) },
            below: prefix,
            try Self.fixture()
        )
        for ((path, status, content), answer) in zip(rows, answers) {
            #expect(answer.status == status, "\(path)")
            if status == 200 { #expect(answer.text == content, "\(path)") }
            if status == 307 { #expect(answer["Location"] == content, "\(path)") }
        }
    }

    @Test(
        "HTTP-9 FILE-6 The folder's own address gets its slash, wherever it is mounted",
        arguments: [("/static", "./static/"), ("/static/", "./static/"), ("/a/b", "./b/")]
    )
    func slash(prefix: String, location: String) async throws {
        let mount = prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
        let answers = try await Self.answers(
            to: [Self.get(mount), Self.get(mount + "?q=1"), Self.get(mount + "/")],
            below: prefix,
            try Self.fixture()
        )
        #expect(answers.map(\.status) == [307, 307, 200])
        #expect(answers[0]["Location"] == location)
        #expect(answers[1]["Location"] == location + "?q=1")
    }

    @Test(
        "HTTP-9 A router serves a folder at a path, in a group and beside other routes",
        arguments: [
            ("/static", "/static"), ("/static/", "/static"), ("/", ""), ("/a/b", "/a/b"),
            ("/of/{user}", "/of/me%20too"),
        ]
    )
    func routed(path: String, mount: String) async throws {
        let fixture = try Self.fixture()
        let files = try FolderResponder(folder: fixture.root)
        var router = Router()
        router.serve(files, at: path)
        router.group("/group/{id}") { $0.serve(files, at: path) }
        router.get("\(mount)/sub/route") { _ in HTTPResponse(text: "route") }
        let redirect = "./\(mount.split(separator: "/").last ?? "7")/"
        let rows = [
            ("/", 200, "<p>home"), ("/digits", 200, "0123456789"), ("/a%20b+%25%C3%A9.txt", 200, "found"),
            ("/sub/", 200, "<p>sub"), ("/sub", 307, "./sub/"), ("/sub/route", 200, "route"),
            ("//digits", 200, "0123456789"),
            ("/none", 404, ""), ("/../digits", 403, ""), ("/..%2fcanary", 403, ""), ("/link", 403, ""),
            ("/.env", 404, ""),
            ("", 307, redirect), ("?q", 307, redirect + "?q"),
        ]
        try await withServer(handler: router) { port in
            try await onThread {
                let client = try RawClient(port: port)
                for prefix in [mount, "/group/7\(mount)"] {
                    for (path, status, content) in rows where !(prefix + path).isEmpty {
                        // The root has no address without its slash; a group has one, which is not the folder's.
                        if mount.isEmpty, ["", "?q"].contains(path) { continue }
                        if prefix != mount, path == "/sub/route" { continue }
                        let answer = try client.ask(Self.get(prefix + path))
                        #expect(answer.status == status, "\(prefix + path)")
                        if status == 200 { #expect(answer.text == content, "\(prefix + path)") }
                        if status == 307 { #expect(answer["Location"] == content, "\(prefix + path)") }
                    }
                }
                let refused = try client.ask("POST \(mount)/digits HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
                #expect(refused.status == 405 && refused["Allow"] == "GET, HEAD, OPTIONS")
                let head = try client.ask("HEAD \(mount)/digits HTTP/1.1\r\nHost: a\r\n\r\n", isHead: true)
                #expect(head.status == 200 && head["Content-Length"] == "10")
            }
        }
        withExtendedLifetime(fixture) {}
    }

    @Test(
        "HTTP-9 What is not below the prefix is not found",
        arguments: [
            "/", "/digits", "/stati", "/staticdigits", "/staticx/digits", "/static.x", "/STATIC/digits",
            "/%73tatic/digits",
            "//static/digits", "/x/static/digits", "/x/../static/digits", "/./static/digits",
        ]
    )
    func elsewhere(target: String) async throws {
        let answers = try await Self.answers(to: [Self.get(target)], below: "/static", try Self.fixture())
        #expect(answers.map(\.status) == [404])
    }

    @Test("HTTP-9 An absolute target without a path is the root, and one with a path is below the prefix")
    func absoluteTargets() async throws {
        let fixture = try Self.fixture()
        let root = try await Self.answers(to: [Self.get("http://a"), Self.get("http://a?q")], below: "/", fixture)
        #expect(root.map(\.text) == ["<p>home", "<p>home"])
        let mounted = try await Self.answers(
            to: [Self.get("http://a/static/digits"), Self.get("http://a"), Self.get("http://a/static")],
            below: "/static",
            fixture
        )
        #expect(mounted.map(\.status) == [200, 404, 307])
        #expect(mounted[2]["Location"] == "./static/")
    }

    @Test("HTTP-9 FILE-1 A folder is a handler: GET, HEAD and OPTIONS, and 405 for the rest, on one connection")
    func handler() async throws {
        let fixture = try Self.fixture()
        let files = try FolderResponder(folder: fixture.root)
        try await withServer(handler: files) { port in
            try await onThread {
                let client = try RawClient(port: port)
                #expect(try client.ask(Self.get("/digits")).text == "0123456789")
                let head = try client.ask("HEAD /digits HTTP/1.1\r\nHost: a\r\n\r\n", isHead: true)
                #expect(head.status == 200 && head["Content-Length"] == "10")
                for method in ["POST", "PUT", "DELETE"] {
                    let request = "\(method) /digits HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12345"
                    let answer = try client.ask(request)
                    #expect(answer.status == 405 && answer["Allow"] == "GET, HEAD, OPTIONS")
                }
                for target in ["*", "/digits"] {
                    let answer = try client.ask("OPTIONS \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
                    #expect(answer.status == 204 && answer["Allow"] == "GET, HEAD, OPTIONS")
                }
                #expect(try client.ask(Self.get("/")).text == "<p>home")
            }
        }
        withExtendedLifetime(fixture) {}
    }

    @Test(
        "HTTP-9 FILE-4 A file is answered whole, or with the ranges that were asked for",
        arguments: [
            ("", 200, nil, "0123456789"), ("bytes=2-4", 206, "bytes 2-4/10", "234"),
            ("bytes=-4", 206, "bytes 6-9/10", "6789"), ("bytes=10-", 416, "bytes */10", ""),
            ("lines=1-2", 200, nil, "0123456789"),
        ] as [(String, Int, String?, String)]
    )
    func ranges(range: String, status: Int, contentRange: String?, text: String) async throws {
        let fields = range.isEmpty ? "" : "Range: \(range)\r\n"
        let answers = try await Self.answers(
            to: [Self.get("/files/digits", fields), "HEAD /files/digits HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"],
            below: "/files",
            try Self.fixture()
        )
        #expect(answers[0].status == status)
        #expect(answers[0]["Content-Range"] == contentRange)
        #expect(answers[0].text == text)
        // A range does not concern HEAD.
        #expect(answers[1].status == 200)
    }

    @Test("HTTP-9 FILE-4 FILE-5 Several ranges come in parts, and what the reader has comes not again")
    func multipart() async throws {
        let fixture = try Self.fixture()
        let whole = try await Self.answers(to: [Self.get("/digits")], below: "", fixture)[0]
        let tag = try required(whole["ETag"])
        let answers = try await Self.answers(
            to: [
                Self.get("/digits", "Range: bytes=0-1,8-9\r\nIf-Range: \(tag)\r\n"),
                Self.get("/digits", "If-None-Match: \(tag)\r\n"),
                Self.get("/digits", "If-Match: \"other\"\r\n"),
            ],
            below: "",
            fixture
        )
        #expect(answers.map(\.status) == [206, 304, 412])
        let boundary = try required(MediaType(answers[0]["Content-Type"] ?? "")?["boundary"])
        let parts = [("01", "0-1"), ("89", "8-9")].map { bytes, range in
            "--\(boundary)\r\nContent-Type: application/octet-stream\r\nContent-Range: bytes \(range)/10\r\n\r\n\(bytes)\r\n"
        }
        #expect(answers[0].text == parts.joined() + "--\(boundary)--\r\n")
        #expect(answers[1]["ETag"] == tag)
    }

    /// In any bytes, also those that the parser refuses.
    @Test(
        "HTTP-9 FILE-2 No hostile path below a prefix reaches a byte outside the folder",
        arguments: ["", "/", "/static", "/a/b/"]
    )
    func hostileBelow(prefix: String) throws {
        let fixture = try FolderContainmentTests.fixture()
        let files = try FolderResponder(folder: fixture.root, settling: 0)
        let mount = Array((prefix.hasSuffix("/") ? prefix.dropLast() : prefix[...]).utf8)
        var statuses: [Int: Int] = [:]
        for path in FolderContainmentTests.hostilePaths {
            let target = HTTPRequest.target(bytes: mount + Array(path.utf8), query: [])
            let response = files.respond(to: HTTPRequest(method: .get, target: target), below: prefix)
            if response.text.contains("CANARY") { Issue.record("\(path) reached the canary") }
            statuses[response.status.code, default: 0] += 1
        }
        #expect(Set(statuses.keys).isSubset(of: [200, 307, 403, 404]), "\(statuses)")
        #expect(statuses[403, default: 0] > 1000, "\(statuses)")
    }

    @Test("HTTP-9 FILE-2 No hostile path behind a route reaches a byte outside the folder", arguments: ["/", "/a/b/"])
    func hostile(path: String) async throws {
        let fixture = try FolderContainmentTests.fixture()
        var router = Router()
        try router.serve(FolderResponder(folder: fixture.root), at: path)
        let statuses = try await withServer(handler: router) { port in
            try await onThread {
                var statuses: [Int: Int] = [:]
                var client = try RawClient(port: port)
                let hostile = FolderContainmentTests.hostilePaths
                // One of three is enough here: they differ in steps that the sweeps above and in Conformance take too.
                for index in stride(from: 0, to: hostile.count, by: 3) {
                    let target = path.dropLast() + hostile[index]
                    guard target.hasPrefix("/") else { continue }
                    let answer = try client.ask(Self.get(String(target)))
                    if answer.text.contains("CANARY") { Issue.record("\(target) reached the canary") }
                    statuses[answer.status, default: 0] += 1
                    if answer["Connection"] == "close" { client = try RawClient(port: port) }
                }
                return statuses
            }
        }
        #expect(Set(statuses.keys).isSubset(of: [200, 307, 400, 403, 404]), "\(statuses)")
        #expect(statuses[403, default: 0] > 100, "\(statuses)")
        withExtendedLifetime(fixture) {}
    }
}
