import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Synchronization

/// A folder with a cookie file, and stores that keep their cookies in it.
final class CookieFileFixture: Sendable {
    let folder: String
    /// What was done to the file system, in order.
    let steps = Mutex<[CookieFileTools.Step]>([])
    private let time = Mutex(HTTPDate.now())

    var path: String { folder + "/cookies" }

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/loopbackkit-\(UUID().uuidString)"
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: attributes
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func open(
        _ path: String? = nil,
        limits: CookieLimits = CookieLimits(),
        keepsSessionCookies: Bool = false,
        suffixes: any PublicSuffixes = ListedSuffixes(),
        synchronizes: Bool = false,
        refusing refusal: @escaping @Sendable (CookieFileTools.Step) -> SystemError? = { _ in nil }
    ) throws -> FileCookieStore {
        var tools = CookieFileTools()
        tools.synchronizes = synchronizes
        tools.refusal = { [self] step in
            let error = refusal(step)
            if error == nil { steps.withLock { $0.append(step) } }
            return error
        }
        return try FileCookieStore(
            path: path ?? self.path,
            limits: limits,
            keepsSessionCookies: keepsSessionCookies,
            suffixes: suffixes,
            tools: tools
        ) { self.time.withLock { $0 } }
    }

    func advance(by seconds: Int) {
        time.withLock { $0 = HTTPDate(secondsSince1970: $0.secondsSince1970 + seconds) }
    }

    // MARK: The file

    func write(_ bytes: [UInt8], to path: String? = nil) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path ?? self.path))
    }

    func bytes(_ path: String? = nil) -> [UInt8]? {
        (try? Data(contentsOf: URL(fileURLWithPath: path ?? self.path))).map { Array($0) }
    }

    func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    func setPermissions(_ permissions: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    }

    /// The names in the folder.
    var names: Set<String> { Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []) }

    /// What is in the file, read by a store that is made for it.
    func content(_ jar: CookieJarName = .main, _ url: String = "https://a.org/") throws -> String? {
        try open(keepsSessionCookies: true).field(jar, url)
    }
}

extension CookieJarName {
    static let main = CookieJarName(shared: "main")
}

extension FileCookieStore {
    /// Stores a cookie that lives for a day.
    func set(_ text: String, in jar: CookieJarName = .main, from url: String = "https://a.org/") {
        store([Array("\(text); Max-Age=86400".utf8)], from: HTTPURL(test: url), in: jar)
    }

    func field(_ jar: CookieJarName = .main, _ url: String = "https://a.org/") -> String? {
        cookieField(for: HTTPURL(test: url), in: jar).map { String(decoding: $0, as: UTF8.self) }
    }
}
