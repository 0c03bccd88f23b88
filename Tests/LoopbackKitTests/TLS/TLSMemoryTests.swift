import Foundation
import LoopbackKitHTTP
import Testing

// Without the system's OpenSSL there is no TLS to test, and without /proc no way to see the memory.
@Suite(
    "TLS memory",
    .enabled(if: TestCertificates.canBeMade && FileManager.default.fileExists(atPath: "/proc/self/statm"))
)
struct TLSMemoryTests {
    /// The process's memory that is in use, in bytes.
    static func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(fields.dropFirst().first.flatMap { Int($0) }) * 4096
    }

    @Test("HTTP-10 Connections, complete, refused and cut, leave no memory behind")
    func leaks() throws {
        let client = try TestCertificates.clientProvider()
        let servers = try [TestCertificates.right, TestCertificates.expired].map {
            try OpenSSLServer(identity: $0.get())
        }
        var growths: [Int] = []
        // Other tests use memory at the same time, a leak shows in every round: 300 connections of some 50 KB each.
        for _ in 0..<6 {
            let before = try Self.residentBytes()
            for port in 0..<150 {
                let complete = try EnginePair(client: client, server: servers[0], port: UInt16(port % 8))
                try complete.handshake()
                try complete.client.write([1])
                let refused = try EnginePair(client: client, server: servers[1], port: 9)
                #expect(throws: TLSError.self) { try refused.handshake() }
            }
            growths.append(try Self.residentBytes() - before)
        }
        #expect(growths.min() ?? .max < 6_000_000, "\(growths)")
    }

    @Test("HTTP-10 An engine ends with its last owner")
    func engines() throws {
        let pair = try TLSDataTests.openPair()
        weak let client = pair.client
        weak let server = pair.server
        #expect(client != nil && server != nil)
        _ = consume pair
        #expect(client == nil && server == nil)
    }
}
