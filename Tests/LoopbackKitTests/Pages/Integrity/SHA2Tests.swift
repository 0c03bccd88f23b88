import Foundation
import LoopbackKit
import Testing

@Suite("SHA2") struct SHA2Tests {
    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
    }

    @Test("PAGE-2 The digests are those of the standard's examples")
    func examples() {
        #expect(hexadecimal(SHA2.sha256([])) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        let abc = Array("abc".utf8)
        #expect(hexadecimal(SHA2.sha256(abc)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let sha384 = "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
        #expect(hexadecimal(SHA2.sha384(abc)) == sha384)
        let sha512 = """
            ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
            2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
            """
        #expect(hexadecimal(SHA2.sha512(abc)) == sha512)
    }

    @Test(
        "PAGE-2 The digests are those of another implementation for every length around a block",
        .enabled(if: python != nil)
    )
    func lengths() throws {
        let script = """
            import hashlib
            for n in list(range(0, 260)) + [1000, 4095, 4096, 100000]:
                d = bytes((i * 7 + n) % 256 for i in range(n))
                print(n, hashlib.sha256(d).hexdigest(), hashlib.sha384(d).hexdigest(), hashlib.sha512(d).hexdigest())
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.python))
        process.arguments = ["-c", script]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let lines = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let rows = lines.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.count == 264)
        for row in rows {
            let count = try #require(Int(row[0]))
            let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + count) }
            let digests = [SHA2.sha256(message), SHA2.sha384(message), SHA2.sha512(message)].map(hexadecimal)
            #expect(digests == Array(row[1...]), "\(count) bytes")
        }
    }

    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
}
