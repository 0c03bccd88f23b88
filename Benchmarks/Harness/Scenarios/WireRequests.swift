/// The requests of a scenario as they go over the wire: with the fields that they need, and no others.
package enum WireRequests {
    private static let chunkLength = 16384

    /// Makes them; more than one when they differ.
    static func make(_ scenario: LoadScenario, _ target: Target) -> [[UInt8]] {
        if case .range(let file) = scenario.route { return ranges(of: file, target) }
        if let upload = scenario.upload { return [self.upload(upload, target)] }
        return [get(target, scenario.reconnects ? ["Connection: close"] : [])]
    }

    /// A request without a body.
    static func get(_ target: Target, _ fields: [String] = []) -> [UInt8] { head("GET", target, fields) }

    private static func head(_ method: String, _ target: Target, _ fields: [String] = []) -> [UInt8] {
        let lines = ["\(method) \(target.path) HTTP/1.1", "Host: 127.0.0.1:\(target.port)"] + fields + ["", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// Two bytes at places that are spread over the file.
    private static func ranges(of file: BenchmarkFile, _ target: Target) -> [[UInt8]] {
        (0..<64).map { index in
            let place = (file.length - 2) / 63 * index
            return get(target, ["Range: bytes=\(place)-\(place + 1)"])
        }
    }

    private static func upload(_ framing: UploadFraming, _ target: Target) -> [UInt8] {
        switch framing {
        case .length:
            return head("POST", target, ["Content-Length: \(uploadLength)"]) + Array(repeating: 97, count: uploadLength)
        case .chunks:
            let chunk =
                Array("\(String(chunkLength, radix: 16))\r\n".utf8)
                + Array(repeating: 97, count: chunkLength) + Array("\r\n".utf8)
            let chunks = (0..<uploadLength / chunkLength).flatMap { _ in chunk }
            return head("POST", target, ["Transfer-Encoding: chunked"]) + chunks + Array("0\r\n\r\n".utf8)
        }
    }
}
