import Foundation

/// Test data that lies beside the package and is not part of it.
enum SharedData {
    /// The folder: `LOOPBACKKIT_SHARED`, or `shared` beside the package.
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["LOOPBACKKIT_SHARED"] { return URL(fileURLWithPath: path) }
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { package.deleteLastPathComponent() }
        return package.deletingLastPathComponent().appendingPathComponent("shared")
    }()

    static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

    /// Whether a file is there; tests that need it are skipped visibly where it is not.
    static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }

    static func decode<Value: Decodable>(_ path: String, as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(contentsOf: url(path)))
    }
}
