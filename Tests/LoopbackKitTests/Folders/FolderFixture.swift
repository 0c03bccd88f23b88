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

/// A temporary folder that holds a served one, and things beside it; removed with this object.
///
/// Names are given to the system as they are: Foundation may change their Unicode form. Each unsafe call takes strings
/// that end in NUL and live as long as the call.
final class FolderFixture: Sendable {
    /// The bytes that must never be served.
    static let canary = "CANARY: outside the folder"

    let base: String
    /// The served folder.
    var root: String { "\(base)/root" }

    init() throws {
        base = FileManager.default.temporaryDirectory.path + "/loopbackkit-\(UUID().uuidString)"
        try folder("", in: base)
        try folder("root", in: base)
    }

    deinit { try? FileManager.default.removeItem(atPath: base) }

    /// Makes a folder below the served one.
    func folder(_ name: String, in parent: String? = nil) throws {
        try require(unsafe mkdir("\(parent ?? root)/\(name)", 0o755))
    }

    /// Writes a file below the served folder.
    func write(_ name: String, _ content: [UInt8], in parent: String? = nil) throws {
        let descriptor = unsafe open("\(parent ?? root)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        try require(descriptor)
        defer { close(descriptor) }
        var offset = 0
        while offset < content.count {
            let written = unsafe content[offset...].withUnsafeBytes {
                unsafe posixWrite(descriptor, $0.baseAddress, $0.count)
            }
            try require(CInt(written))
            offset += written
        }
    }

    func write(_ name: String, _ content: String, in parent: String? = nil) throws {
        try write(name, Array(content.utf8), in: parent)
    }

    /// Makes a link below the served folder.
    func link(_ name: String, to target: String, in parent: String? = nil) throws {
        try require(unsafe symlink(target, "\(parent ?? root)/\(name)"))
    }

    /// Moves a file or folder over another, in one step.
    func move(_ name: String, to other: String) throws {
        try require(unsafe rename("\(base)/\(name)", "\(base)/\(other)"))
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(base)/\(name)") }

    /// Makes a FIFO below the served folder.
    func fifo(_ name: String) throws { try require(unsafe mkfifo("\(root)/\(name)", 0o644)) }

    /// Sets the permissions of a file below the served folder.
    func allow(_ mode: mode_t, _ name: String) throws { try require(unsafe chmod("\(root)/\(name)", mode)) }

    private func require(_ result: CInt) throws {
        if result < 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    /// Serves the folder; files are remembered at once, not only after two seconds without change.
    func files(
        settling: Int = 0,
        containment: Containment = .checked,
        _ configure: (inout FolderConfiguration) -> Void = { _ in }
    ) throws -> ServedFixture {
        var configuration = FolderConfiguration()
        configure(&configuration)
        let responder = try FolderResponder(
            folder: root,
            configuration: configuration,
            containment: containment,
            settling: settling
        )
        return ServedFixture(fixture: self) { responder.respond(to: $0, path: $1.span) }
    }
}

/// The answers of a fixture's folder, which stays there as long as they are asked for.
struct ServedFixture: Sendable {
    let fixture: FolderFixture
    /// Answers a request for the path behind where the folder is mounted.
    let respond: @Sendable (HTTPRequest, [UInt8]) -> HTTPResponse

    /// Asks for a path in the folder, which is mounted at `/mount/at`.
    func get(_ path: String, method: HTTPMethod = .get, query: String = "", _ fields: HTTPFields = [:]) -> HTTPResponse
    {
        let target = HTTPRequest.target(bytes: Array("/mount/at\(path)".utf8), query: Array(query.utf8))
        let request = HTTPRequest(method: method, target: target, fields: fields)
        return withExtendedLifetime(fixture) { respond(request, Array(path.utf8)) }
    }
}

extension HTTPRequest {
    /// A target of any bytes, also of those that the parser refuses.
    static func target(bytes: [UInt8], query: [UInt8]) -> RequestTarget {
        let storage = HeadStorage()
        storage.bytes = bytes + query
        return RequestTarget(
            storage: storage,
            range: 0..<storage.bytes.count,
            path: 0..<bytes.count,
            form: .origin
        )
    }
}

extension HTTPResponse {
    /// The body's bytes, read from its pieces.
    var content: [UInt8] {
        switch body.storage {
        case .empty, .upgrade: []
        case .bytes(let bytes): bytes
        case .segments(let segments): segments.flatMap(\.content)
        case .stream: []
        }
    }

    var text: String { String(decoding: content, as: UTF8.self) }
}

extension HTTPOutgoingBody.Segment {
    fileprivate var content: [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .file(let region): region.file.read(at: region.offset, count: region.count) ?? []
        }
    }
}

/// The system's call, whose name the fixture has taken.
private func posixWrite(_ descriptor: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
