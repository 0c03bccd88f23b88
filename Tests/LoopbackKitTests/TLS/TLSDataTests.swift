import LoopbackKitHTTP
import Testing

// Without the system's OpenSSL there is no TLS to test.
@Suite("TLS data", .enabled(if: TestCertificates.canBeMade))
struct TLSDataTests {
    static func openPair(split: EnginePair.Split = .whole, version: TLSVersion = .tls13) throws -> EnginePair {
        let pair = try EnginePair(
            client: TestCertificates.clientProvider(),
            server: OpenSSLServer(identity: TestCertificates.right.get(), versions: version...version),
            split: split
        )
        try pair.handshake()
        return pair
    }

    @Test(
        "HTTP-10 Data of any length arrives whole in both directions",
        arguments: [1, 16_384, 16_385, 100_000, 10_000_000],
        [TLSVersion.tls12, .tls13]
    )
    func data(length: Int, version: TLSVersion) throws {
        let pair = try Self.openPair(split: .random(seed: UInt64(length)), version: version)
        // A prime number of bytes again and again: no record looks like another one.
        let block = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        var bytes: [UInt8] = []
        while bytes.count < length { bytes += block }
        bytes.removeLast(bytes.count - length)
        #expect(try pair.send(bytes, from: pair.client, to: pair.server) == bytes)
        #expect(try pair.send(bytes, from: pair.server, to: pair.client) == bytes)
    }

    @Test("HTTP-10 Data arrives when the network brings one byte at a time, in a small room too")
    func singleBytes() throws {
        let pair = try Self.openPair(split: .single)
        let bytes = [UInt8](repeating: 7, count: 20_000)
        #expect(try pair.send(bytes, from: pair.server, to: pair.client) == bytes)
        try pair.server.write([1, 2, 3])
        try pair.carry(from: pair.server, to: pair.client)
        var room: [UInt8] = [0]
        for expected in [1, 2, 3] as [UInt8] {
            #expect(try unsafe room.withUnsafeMutableBytes { try unsafe pair.client.read(into: $0) } == 1)
            #expect(room == [expected])
        }
        #expect(try pair.client.readAll() == [])
    }

    @Test("HTTP-10 An announced end is told from a cut", arguments: [TLSVersion.tls12, .tls13])
    func ends(version: TLSVersion) throws {
        let ended = try Self.openPair(version: version)
        try ended.server.write([1])
        ended.server.finish()
        ended.server.finish()
        try ended.carry(from: ended.server, to: ended.client)
        ended.client.receiveEnd()
        #expect(try ended.client.readAll() == [1])
        #expect(try ended.client.readAll() == nil)
        #expect(try ended.send([2], from: ended.client, to: ended.server) == [2])

        let cut = try Self.openPair(version: version)
        try cut.server.write([1])
        try cut.carry(from: cut.server, to: cut.client)
        cut.client.receiveEnd()
        var room: [UInt8] = [0, 0]
        #expect(try unsafe room.withUnsafeMutableBytes { try unsafe cut.client.read(into: $0) } == 1)
        #expect(throws: TLSError(.truncated)) { try cut.client.readAll() }
        #expect(throws: TLSError(.truncated)) { try cut.client.readAll() }
    }

    @Test("HTTP-10 A record that was changed on its way ends the connection, after the data before it")
    func changedRecord() throws {
        let pair = try Self.openPair()
        try pair.server.write([1])
        var bytes = pair.server.takeAllOutput()
        try pair.server.write([2])
        bytes += pair.server.takeAllOutput()
        bytes[bytes.count - 1] ^= 1
        try pair.client.receive(bytes)
        var room: [UInt8] = [0, 0, 0]
        #expect(try unsafe room.withUnsafeMutableBytes { try unsafe pair.client.read(into: $0) } == 1)
        let error = #expect(throws: TLSError.self) { try pair.client.readAll() }
        #expect(error?.code == .protocolViolated)
        #expect(throws: TLSError.self) { try pair.client.write([3]) }
    }

    @Test("HTTP-10 Nothing is read or written before the handshake is complete")
    func early() throws {
        let client = try TestCertificates.clientProvider().makeEngine(host: .name("example.test"), port: 1)
        #expect(throws: TLSError.self) { try client.write([1]) }
        #expect(throws: TLSError.self) { try client.readAll() }
        client.finish()
        #expect(client.outputCount == 0)
    }
}
