import LoopbackKitHTTP

/// A client's and a server's engine with nothing but memory between them.
final class EnginePair {
    /// How the bytes of the network are split on their way.
    enum Split: Sendable {
        case whole, single, random(seed: UInt64)
    }

    let client: any TLSEngine
    let server: any TLSEngine
    private let split: Split
    private var generator: SeededGenerator

    init(
        client: any TLSClientProvider,
        server: any TLSServerProvider,
        host: HTTPHost = .name("example.test"),
        port: UInt16 = 443,
        split: Split = .whole
    ) throws {
        self.client = try client.makeEngine(host: host, port: port)
        self.server = try server.makeEngine()
        self.split = split
        let seed: UInt64 = if case .random(let seed) = split { seed } else { 0 }
        generator = SeededGenerator(seed: seed)
    }

    /// Goes on until both sides' handshakes are complete; throws the client's error first.
    func handshake() throws {
        for _ in 0..<20 {
            let client = try completes(self.client)
            try carry(from: self.client, to: self.server) { _ = try self.completes($0) }
            let server = try completes(self.server)
            if client && server { return try carry(from: self.server, to: self.client) { _ in } }
            try carry(from: self.server, to: self.client) { _ = try self.completes($0) }
        }
        throw TLSError(.internalFailure, detail: "the handshake has no end")
    }

    private func completes(_ engine: any TLSEngine) throws -> Bool { try engine.handshake() }

    /// Carries what one side has for the network to the other, in pieces.
    func carry(
        from sender: any TLSEngine,
        to receiver: any TLSEngine,
        afterEach: (any TLSEngine) throws -> Void = { _ in }
    ) throws {
        let bytes = sender.takeAllOutput()
        var position = 0
        while position < bytes.count {
            let length = min(nextLength(), bytes.count - position)
            try receiver.receive(Array(bytes[position..<position + length]))
            position += length
            try afterEach(receiver)
        }
    }

    private func nextLength() -> Int {
        switch split {
        case .whole: .max
        case .single: 1
        case .random: Int.random(in: 1...20_000, using: &generator)
        }
    }

    /// Writes on one side, and reads what comes out at the other.
    func send(_ bytes: [UInt8], from sender: any TLSEngine, to receiver: any TLSEngine) throws -> [UInt8] {
        try sender.write(bytes)
        var received: [UInt8] = []
        try carry(from: sender, to: receiver) { received += try $0.readAll() ?? [] }
        return received
    }
}

extension TLSEngine {
    func receive(_ bytes: [UInt8]) throws { try unsafe bytes.withUnsafeBytes { try unsafe receive($0) } }

    func write(_ bytes: [UInt8]) throws { try unsafe bytes.withUnsafeBytes { try unsafe write($0) } }

    /// Everything that waits for the network.
    func takeAllOutput() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: outputCount)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe takeOutput(into: $0) }
        return Array(bytes.prefix(count))
    }

    /// Reads until nothing is left; `nil` when the other side has ended its direction.
    func readAll() throws -> [UInt8]? {
        var all: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 40_000)
        while true {
            guard let count = try unsafe room.withUnsafeMutableBytes({ try unsafe read(into: $0) }) else {
                return all.isEmpty ? nil : all
            }
            if count == 0 { return all }
            all += room.prefix(count)
        }
    }
}
