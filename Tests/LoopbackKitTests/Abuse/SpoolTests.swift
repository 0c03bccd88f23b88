import Foundation
import LoopbackKitHTTP
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// A responder that keeps uploads as files, where files can't grow further.
@Suite("Abuse: a full disk", .timeLimit(.minutes(5)))
struct SpoolTests {
    /// A folder on a disk of 64 KiB; `Tests/Abuse/small-disk` makes one.
    private static let smallFolder = ProcessInfo.processInfo.environment["LOOPBACKKIT_SMALL_FOLDER"]

    @Test("HTTP-5 An upload that no longer fits is answered 507, leaves no file, and keeps the connection in order")
    func limited() async {
        await #expect(processExitsWith: .success) {
            let fixture = try FolderFixture()
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 1 << 16, rlim_max: 1 << 16)
            unsafe setrlimit(fileSizeLimit, &limit)
            // In a process of its own nobody else would hear of an issue.
            if try await attack(Spool(folder: fixture.root)) > 0 { exit(1) }
        }
    }

    @Test(
        "HTTP-5 So it is on a full disk",
        .enabled(if: smallFolder != nil, "LOOPBACKKIT_SMALL_FOLDER is not set: see Tests/Abuse/small-disk")
    )
    func full() async throws {
        try #expect(await attack(Spool(folder: try required(Self.smallFolder))) == 0)
    }

    #if os(Linux)
    @Test("HTTP-5 So it is where not one byte can be written")
    func device() async throws {
        let fixture = try FolderFixture()
        try #expect(await attack(Spool(folder: fixture.root, device: "/dev/full")) == 0)
    }
    #endif
}

/// Writes bodies to files.
private struct Spool: Sendable {
    let folder: String
    /// Written to in place of a file in the folder.
    var device: String?

    private var path: String { "\(folder)/upload.part" }

    var isEmpty: Bool { unsafe access(path, F_OK) != 0 }

    /// Keeps a body, part by part as it comes.
    func keep<Body: AsyncSequence>(_ body: Body) async throws -> Int where Body.Element == [UInt8] {
        let descriptor = unsafe open(device ?? path, O_WRONLY | O_CREAT, 0o600)
        guard descriptor >= 0 else { throw Missing() }
        var (count, isWhole) = (0, false)
        defer {
            close(descriptor)
            if !isWhole { _ = unsafe unlink(path) }
        }
        for try await part in body {
            try write(part, to: descriptor)
            count += part.count
        }
        isWhole = true
        return count
    }

    private func write(_ part: [UInt8], to descriptor: CInt) throws {
        var written = 0
        while written < part.count {
            let count = unsafe part[written...].withUnsafeBytes { unsafe systemWrite(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                guard [ENOSPC, EFBIG, EDQUOT].contains(errno) else { throw Missing() }
                throw HTTPError(try required(HTTPStatus(507)), "The upload does not fit.")
            }
            written += count
        }
    }

    var handler: Router {
        var router = Router()
        router.synchronous(.get, "/now") { _ in HTTPResponse(text: "now") }
        router.post("/raw", bodyLimit: .max) { HTTPResponse(text: "\(try await keep($0.body))") }
        router.post("/form", bodyLimit: .max) { request in
            var count = 0
            for try await part in try request.multipart() { count += try await keep(part.body) }
            return HTTPResponse(text: "\(count)")
        }
        return router
    }
}

/// Uploads what does not fit, whole and as a form, and goes in the middle of an upload.
///
/// - Returns: how many expectations failed.
private func attack(_ spool: Spool) async throws -> Int {
    let boundary = "Content-Type: multipart/form-data; boundary=b\r\n"
    let form = Array("--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n".utf8)
    return try await withServer(handler: spool.handler) { port, server in
        let failures = try await onThread {
            var failures = 0
            let client = try RawClient(port: port)
            for (path, fields, body) in [
                ("/raw", "", Wire.pattern(200_000)),
                ("/form", boundary, form + Wire.pattern(200_000) + Array("\r\n--b--\r\n".utf8)),
            ] {
                client.send(Wire.post(path, length: body.count, fields))
                client.send(body)
                let answer = try client.readResponse()
                if answer.status != 507 || answer["Connection"] != nil || !spool.isEmpty { failures += 1 }
                if try client.ask(Wire.get("/now")).text != "now" { failures += 1 }
            }
            // So much more is not thrown away: the connection ends behind the answer.
            client.send(Wire.post("/raw", length: 8 << 20))
            client.send(Wire.pattern(8 << 20))
            let answer = try client.readResponse()
            if answer.status != 507 || answer["Connection"] != "close" || !spool.isEmpty { failures += 1 }
            if client.receiveAll().end != .finished { failures += 1 }
            let leaver = try RawClient(port: port)
            leaver.send(Wire.post("/raw", length: 1000) + "part")
            try RawClient(port: port).send(Wire.get("/now"))
            leaver.reset()
            return failures
        }
        await server.waitForConnections(0)
        return failures + (spool.isEmpty ? 0 : 1)
    }
}

/// The system's call, whose name the spool has taken.
private func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
    unsafe write(descriptor, bytes.baseAddress, bytes.count)
}

#if canImport(Glibc)
private let fileSizeLimit = CInt(RLIMIT_FSIZE.rawValue)
#else
private let fileSizeLimit = RLIMIT_FSIZE
#endif
