import LoopbackKitHTTP

/// Requests as they go over the wire.
enum Wire {
    static func get(_ path: String, _ fields: String = "", method: String = "GET", version: String = "1.1") -> String {
        "\(method) \(path) HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n"
    }

    /// The head of a request whose body has this length.
    static func post(_ path: String, length: Int, _ fields: String = "") -> String {
        get(path, "Content-Length: \(length)\r\n\(fields)", method: "POST")
    }

    /// The head of a request with a chunked body.
    static func chunkedPost(_ path: String, _ fields: String = "") -> String {
        get(path, "Transfer-Encoding: chunked\r\n\(fields)", method: "POST")
    }

    /// A chunked body, cut into chunks of this size.
    static func chunks(_ bytes: [UInt8], size: Int, trailers: String = "") -> [UInt8] {
        var wire: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            let part = bytes[start..<min(start + size, bytes.count)]
            wire += Array("\(String(part.count, radix: 16))\r\n".utf8) + part + [13, 10]
        }
        return wire + Array("0\r\n\(trailers)\r\n".utf8)
    }

    /// Bytes that show when they are out of place: their period fits no buffer's size.
    static func pattern(_ count: Int) -> [UInt8] {
        var state: UInt32 = 1
        let block = (0..<4099).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count + block.count <= count { bytes += block }
        return bytes + block[..<(count - bytes.count)]
    }
}

extension HTTPRequest {
    /// The body's length and hash, read part by part.
    var bodyDigest: String {
        get async throws {
            var digest = Digest()
            for try await part in body { digest.add(part) }
            return digest.text
        }
    }
}

/// A length and a hash, the same however the bytes are cut.
struct Digest {
    private(set) var count = 0
    private var hasher = Hasher()

    init(_ bytes: [UInt8] = []) { add(bytes) }

    mutating func add(_ part: [UInt8]) {
        count += part.count
        unsafe part.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    var text: String {
        let finished = hasher
        return "\(count) \(finished.finalize())"
    }
}
