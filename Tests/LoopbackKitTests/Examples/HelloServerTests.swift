import LoopbackKitHTTP
import Testing
import hello_server

@Suite("hello-server", .timeLimit(.minutes(5)))
struct HelloServerTests {
    @Test("KIT-1 Without arguments it listens on 127.0.0.1, port 8080, with one loop")
    func defaults() throws {
        let configuration = try HelloOptions([]).configuration
        #expect(configuration.address == .loopback(port: 8080))
        #expect(configuration.eventLoops == 1 && configuration.report == nil)
    }

    @Test("KIT-1 Its options are read")
    func options() throws {
        let options = try HelloOptions(
            ["--address", "0.0.0.255", "--port", "0", "--loops", "3", "--files", "x", "--log", "yes"]
        )
        #expect(options.configuration.address == .ipv4(255, port: 0))
        #expect(options.configuration.eventLoops == 3 && options.configuration.report != nil)
        #expect(options.files == "x")
    }

    @Test("KIT-1 It listens on IPv6, a Unix socket, or what it inherits")
    func addresses() throws {
        #expect(try HelloOptions(["--address", "::1"]).configuration.address == .ipv6(0, 1, port: 8080, zone: 0))
        #expect(try HelloOptions(["--address", "unix:/tmp/s"]).configuration.address == .unix(path: "/tmp/s"))
        #expect(try HelloOptions(["--address", "fd:3"]).configuration.inheritedDescriptor == 3)
    }

    @Test(
        "KIT-1 A command line that makes no sense is refused",
        arguments: [
            ["--port"], ["--port", "65536"], ["--port", "+1"], ["--nonsense", "1"], ["--address", "1.2.3"],
            ["--address", "1.2.3.256"], ["--address", "localhost"], ["--address", "fd:-1"], ["--loops", "-1"], ["file"],
        ]
    )
    func refused(arguments: [String]) {
        #expect(throws: HelloOptions.UsageError.self) { try HelloOptions(arguments) }
    }

    private let client = InMemoryClient(Router.hello())

    @Test("KIT-1 /hello and /hello-async answer twelve bytes, the first without a task")
    func hello() async throws {
        for path in ["/hello", "/hello-async"] { #expect(try await client.get(path).body.count == 12) }
        let request = HTTPRequest(method: .get, target: try required(RequestTarget("/hello")))
        guard case .now = Router.hello().handle(request) else { throw Missing() }
    }

    @Test("KIT-1 A name in the path and a number in the query are read, another value is 400")
    func name() async throws {
        #expect(try await client.get("/hello/Ada%20L?times=2").text == "Hello Ada L!\nHello Ada L!\n")
        for times in ["two", "-1", "+1", "99999"] {
            #expect(try await client.get("/hello/Ada?times=\(times)").status == .badRequest)
        }
    }

    @Test("KIT-1 /echo tells method, target, fields and body", arguments: [HTTPMethod.get, .post, .put, .delete])
    func echo(method: HTTPMethod) async throws {
        let body = HTTPIncomingBody.bytes(Array("the body".utf8))
        let answer = try await client.send(method, "/echo?a=%20b", fields: ["X-Kept": "yes"], body: body)
        #expect(answer.text == "\(method) /echo?a=%20b HTTP/1.1\nX-Kept: yes\n\nthe body")
    }

    @Test("KIT-1 /upload answers the number of bytes", arguments: [0, 1, 70_000])
    func upload(count: Int) async throws {
        let bytes = [UInt8](repeating: 1, count: count)
        #expect(try await client.send(.post, "/upload", body: .bytes(bytes)).text == "\(count)\n")
    }

    @Test("KIT-1 / answers every method with 200, and other paths 404")
    func root() async throws {
        for method in [HTTPMethod.get, .head, .post, .options, try required(HTTPMethod("BREW"))] {
            #expect(try await client.send(method, "/", body: .bytes([1])).status == .ok)
        }
        #expect(try await client.get("/nowhere").status == .notFound)
    }

    @Test(
        "KIT-1 /stream is as long as it is asked to be",
        arguments: [("", "tick 0\ntick 1\n"), ("&size=3", "......"), ("&size=x", nil)]
    )
    func stream(size: String, expected: String?) async throws {
        let answer = try await client.get("/stream?count=2\(size)")
        #expect(answer.status == (expected == nil ? .badRequest : .ok))
        if let expected { #expect(answer.text == expected) }
    }

    @Test("KIT-1 Both kinds of forms are read, and a group's middleware sees to their answers")
    func forms() async throws {
        let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        let fields = try await client.post("/form/fields", fields: form, body: "name=Ada+L")
        #expect(fields.text == "Hello Ada L!\n" && fields.fields[.cacheControl] == "no-store")
        #expect(try await client.post("/form/fields", fields: form, body: "nobody=1").status == .badRequest)
        let parts = """
            --b\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n12345\r\n--b--\r\n
            """
        let files = try await client.post(
            "/form/files",
            fields: [.contentType: "multipart/form-data; boundary=b"],
            body: parts
        )
        #expect(files.text == "f: a.txt of 5 bytes\n")
    }

    @Test("KIT-1 /primes counts off the loop", arguments: [("0", "0\n"), ("10", "4\n"), ("1000", "168\n")])
    func primes(limit: String, expected: String) async throws {
        #expect(try await client.get("/primes/\(limit)").text == expected)
        #expect(try await client.get("/primes/many").status == .badRequest)
    }

    @Test("KIT-1 /files serves the folder that it is given")
    func files() async throws {
        let folder = try FolderFixture()
        try folder.write("a b.txt", "content")
        let client = InMemoryClient(Router.hello(files: try FolderResponder(folder: folder.root)))
        #expect(try await client.get("/files/a%20b.txt").text == "content")
        #expect(try await client.get("/files/../secret").status != .ok)
    }
}
