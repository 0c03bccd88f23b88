import LoopbackKit
import LoopbackKitHTTP
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// The whole way: manager, engine, gate and folder, over real sockets.
@Suite("Runtime serving", .timeLimit(.minutes(5))) struct RuntimeServingTests {
    /// A folder with one page, removed at the end.
    private final class Folder {
        let path: String

        init() throws {
            var template = Array("/tmp/loopback-XXXXXX".utf8CString)
            let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
                unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) } != nil
            }
            guard made else { throw Missing() }
            path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let file = unsafe open("\(path)/index.html", O_WRONLY | O_CREAT, 0o644)
            guard file >= 0 else { throw Missing() }
            let page = Array("<p>hello".utf8)
            _ = unsafe page.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
            close(file)
        }

        deinit {
            _ = unsafe unlink("\(path)/index.html")
            _ = unsafe rmdir(path)
        }
    }

    private func manager(port: UInt16? = 0, app: String = "com.example.served") -> ServerManager {
        var configuration = LoopbackConfiguration(applicationIdentifier: app)
        configuration.port = port
        configuration.hostVersion = "Example 7"
        return ServerManager(configuration: configuration)
    }

    private func port(_ manager: ServerManager) async throws -> UInt16 {
        guard case .ready(let opening) = await manager.state else { throw Missing() }
        return opening.port
    }

    /// An identifier whose first port is free here and held, above the ports that Linux gives to clients.
    private func freeIdentifier() throws -> (app: String, holder: PortHolder?) {
        for number in 0..<1000 {
            let app = "com.example.free\(number)"
            let port = PortDerivation.port(for: app)
            if port > 61000, let holder = PortHolder(port: port) { return (app, holder) }
        }
        throw Missing()
    }

    @Test("SCOPE-1 A registered folder is served at its base URL, and on 127.0.0.1 only")
    func served() async throws {
        let folder = try Folder()
        let manager = manager()
        let events = manager.events()
        let registration = try await manager.register(folder: folder.path, as: .plugins, id: "a b")
        let port = try await port(manager)
        let path = String(registration.baseURL.dropFirst("http://127.0.0.1:\(port)".count))
        let answer = try RawClient.get(path, port: port)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n<p>hello"))
        #expect(answer.contains("Referrer-Policy: strict-origin-when-cross-origin\r\n"))
        #expect(answer.contains("Cross-Origin-Resource-Policy: same-origin\r\n"))
        #expect(answer.contains("frame-ancestors 'self'"))
        #expect(throws: Missing.self) { _ = try RawClient(port: port, address: 0x7F00_0002) }
        for await event in events {
            guard case .answered(let request) = event.kind else { continue }
            #expect("\(request)" == "GET /<token>/plugins/a%20b/ 200")
            #expect(request.scope == registration.scope)
            break
        }
        await manager.stop()
        #expect(throws: Missing.self) { _ = try RawClient(port: port) }
    }

    @Test("SCOPE-3 Over the socket a wrong token gets one answer whatever else is wrong, then the end")
    func wrongToken() async throws {
        let manager = manager()
        try await manager.start()
        let port = try await port(manager)
        let client = try RawClient(port: port)
        client.send("GET /wrong/plugins/none/ HTTP/1.1\r\nHost: evil.example\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = client.receive()
        #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
        #expect(answer.contains("Connection: close\r\n"))
        #expect(answer.components(of: "HTTP/1.1 ") == 1)
        let icon = try RawClient.get("/favicon.ico", port: port)
        #expect(icon.hasPrefix("HTTP/1.1 204 No Content\r\n"))
        await manager.stop()
    }

    @Test("SCOPE-3 Syntax comes before the token: a malformed request is 400, an unknown version 505")
    func syntaxFirst() async throws {
        let manager = manager()
        try await manager.start()
        let port = try await port(manager)
        let vectors = [
            ("GET /wrong HTTP/1.1\r\n\r\n", "400"), ("GET /wrong HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400"),
            ("GET /wrong HTTP/2.1\r\nHost: a\r\n\r\n", "505"),
            ("GET /wrong HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: odd, chunked\r\n\r\n", "501"),
            ("GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\n", "414"),
        ]
        for (request, status) in vectors {
            let client = try RawClient(port: port)
            client.send(request)
            #expect(client.receive().hasPrefix("HTTP/1.1 \(status) "), "\(request.prefix(80))")
        }
        await manager.stop()
    }

    @Test("HTTP-2 A cookie bomb is answered 431, clears the cookies and is an event")
    func cookieBomb() async throws {
        let manager = manager()
        try await manager.start()
        let events = manager.events()
        let port = try await port(manager)
        let cookies = "Cookie: " + String(repeating: "a=1234567; ", count: 1600) + "\r\n"
        let answer = try RawClient.get("/", port: port, fields: cookies)
        #expect(answer.hasPrefix("HTTP/1.1 431 "))
        #expect(answer.contains("Clear-Site-Data: \"cookies\"\r\n"))
        var missing = 2
        for await event in events {
            if case .cookiesCleared = event.kind { missing -= 1 }
            if case .engineRefused(let refusal) = event.kind {
                #expect(refusal.isCausedByCookies)
                missing -= 1
            }
            if missing == 0 { break }
        }
        let other = "X-Other: " + String(repeating: "a=1234567; ", count: 1600) + "\r\n"
        let otherAnswer = try RawClient.get("/", port: port, fields: other)
        #expect(otherAnswer.hasPrefix("HTTP/1.1 431 "))
        #expect(!otherAnswer.contains("Clear-Site-Data"))
        await manager.stop()
    }

    @Test("LIFE-7 A health call over the socket is received once, by this listener")
    func health() async throws {
        let manager = manager()
        try await manager.start()
        let port = try await port(manager)
        let call = manager.health.begin()
        let answer = try RawClient.get(call.path, port: port)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.hasSuffix("LoopbackKit 0.1.0; host Example 7; loopback origin\n"))
        #expect(try RawClient.get(call.path, port: port).hasPrefix("HTTP/1.1 403 "))
        #expect(manager.health.end(call) == 1)
        await manager.stop()
    }

    @Test("SCOPE-2 A port that is really taken is passed over, told, and had again once it is free")
    func takenPort() async throws {
        var (app, holder) = try freeIdentifier()
        let first = manager(port: nil, app: app)
        try await first.start()
        guard case .ready(let opening) = await first.state else { throw Missing() }
        #expect(opening.originChanged)
        #expect(opening.port != PortDerivation.port(for: app))
        await first.stop()
        #expect(holder != nil)
        holder = nil
        let second = manager(port: nil, app: app)
        try await second.start()
        #expect(try await port(second) == PortDerivation.port(for: app))
        await second.stop()
    }

    @Test("LIFE-1 Twenty stops and starts keep origin, token and registrations")
    func restarts() async throws {
        let folder = try Folder()
        let manager = manager(port: nil, app: try freeIdentifier().app)
        let registration = try await manager.register(folder: folder.path, as: .plugins, id: "demo")
        let url = registration.baseURL
        let port = try await port(manager)
        let path = String(url.dropFirst("http://127.0.0.1:\(port)".count))
        for _ in 0..<20 {
            #expect(try RawClient.get(path, port: port).hasSuffix("<p>hello"))
            // Open connections do not keep the port from the next listener.
            let idle = try RawClient(port: port)
            await manager.stop()
            try await manager.start()
            withExtendedLifetime(idle) {}
            #expect(registration.baseURL == url)
        }
        #expect(try RawClient.get(path, port: port).hasSuffix("<p>hello"))
        await manager.stop()
    }

    @Test("SCOPE-4 A folder that is not there is a typed error, and starts nothing")
    func missingFolder() async throws {
        let manager = manager()
        let error = await #expect(throws: FolderError.self) {
            _ = try await manager.register(folder: "/nowhere/at/all", as: .plugins, id: "demo")
        }
        #expect(error?.code == .folderMissing)
        #expect(await manager.state == .stopped(.notStarted))
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(of wanted: String) -> Int { ranges(of: wanted).count }
}
