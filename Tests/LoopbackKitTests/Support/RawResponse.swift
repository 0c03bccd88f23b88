/// An answer as it came over the wire, read strictly.
struct RawResponse: Sendable {
    /// Why bytes are no answer.
    enum Failure: Error, Equatable {
        /// The connection ended before a head; no byte of one had come when the flag is set.
        case noHead(isEmpty: Bool)
        /// The bytes break RFC 9112.
        case malformed(String)
    }

    var status = 0
    var reason = ""
    var fields: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// Whether the body ended before its own end.
    var isTruncated = false

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The values of a field, in order.
    func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The value of a field that stands once.
    subscript(name: String) -> String? {
        let values = values(name)
        return values.count == 1 ? values[0] : nil
    }
}

extension RawClient {
    /// Sends a request, and reads its answer.
    func ask(_ request: String, isHead: Bool = false) throws -> RawResponse {
        send(request)
        return try readResponse(isHead: isHead)
    }

    /// Reads the next answer, body included; an interim one (1xx) is an answer of its own.
    func readResponse(isHead: Bool = false) throws -> RawResponse {
        var response = try readResponseHead()
        guard !isHead, response.status >= 200, ![204, 304].contains(response.status) else { return response }
        let codings = response.values("Transfer-Encoding")
        let lengths = response.values("Content-Length")
        guard codings.isEmpty || lengths.isEmpty else { throw RawResponse.Failure.malformed("both framings") }
        guard codings.count <= 1, lengths.count <= 1 else { throw RawResponse.Failure.malformed("repeated framing") }
        if let coding = codings.first {
            guard coding == "chunked" else { throw RawResponse.Failure.malformed("coding \(coding)") }
            try readChunks(into: &response)
        } else if let length = lengths.first {
            response.body = read(count: try number(length, radix: 10))
            response.isTruncated = response.body.count < (try number(length, radix: 10))
        } else {
            let (bytes, end) = receiveAll()
            response.body = bytes
            response.isTruncated = end != .finished
        }
        return response
    }

    /// Reads an answer's status line and fields, and leaves the body.
    func readResponseHead() throws -> RawResponse {
        guard let first = readLine() else { throw RawResponse.Failure.noHead(isEmpty: true) }
        let parts = first.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "HTTP/1.1", parts[1].utf8.count == 3 else {
            throw RawResponse.Failure.malformed(first)
        }
        var response = RawResponse()
        response.status = try number(String(parts[1]), radix: 10)
        response.reason = String(parts[2])
        while true {
            guard let line = readLine() else { throw RawResponse.Failure.noHead(isEmpty: false) }
            if line.isEmpty { return response }
            guard let colon = line.firstIndex(of: ":"), line[line.index(after: colon)] == " " else {
                throw RawResponse.Failure.malformed(line)
            }
            response.fields.append((String(line[..<colon]), String(line[line.index(colon, offsetBy: 2)...])))
        }
    }

    private func readChunks(into response: inout RawResponse) throws {
        while true {
            guard let line = readLine() else {
                response.isTruncated = true
                return
            }
            let size = try number(line, radix: 16)
            if size == 0 { break }
            let data = read(count: size)
            response.body += data
            guard data.count == size, let end = readLine() else {
                response.isTruncated = true
                return
            }
            guard end.isEmpty else { throw RawResponse.Failure.malformed("no line end after a chunk") }
        }
        guard let end = readLine() else {
            response.isTruncated = true
            return
        }
        guard end.isEmpty else { throw RawResponse.Failure.malformed("trailer \(end)") }
    }

    /// Reads so many bytes; fewer when they end before.
    func read(count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, case .success(let part) = receivePart(atMost: min(count - bytes.count, 1 << 16)) {
            bytes += part
        }
        return bytes
    }

    /// Reads up to CR LF; `nil` when the bytes end before.
    private func readLine() -> String? {
        var line: [UInt8] = []
        while case .success(let part) = receivePart() {
            let start = max(0, line.count - 1)
            line += part
            guard let end = line[start...].indices.first(where: { $0 > 0 && line[$0] == 10 && line[$0 - 1] == 13 })
            else { continue }
            putBack(line[(end + 1)...])
            return String(decoding: line[..<(end - 1)], as: UTF8.self)
        }
        return nil
    }

    private func number(_ text: String, radix: Int) throws -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 != 43 && $0 != 45 }), let number = Int(text, radix: radix)
        else { throw RawResponse.Failure.malformed("number \(text)") }
        return number
    }
}
