extension UpstreamConnection {
    /// Waits for the next request's head.
    func readRequest(turn: Int) throws(UpstreamEnding) {
        let head = try read(through: [13, 10, 13, 10])
        request = UpstreamRequest(head: head, connection: number, turn: turn)
        hasReadBody = false
        keepsAlive = !request.asksToClose
        ledger.change { [request] record in
            record.requests.append(request)
            record.connections[request.connection - 1].requestCount += 1
        }
    }

    /// Reads the request's body and records it; once, whoever asks.
    ///
    /// - Parameter sendsContinue: whether the client is told to go on where it asked to be (RFC 9110, section 10.1.1).
    /// - Throws: how the connection ended.
    func readBody(sendsContinue: Bool = true) throws(UpstreamEnding) {
        guard !hasReadBody else { return }
        hasReadBody = true
        if sendsContinue, request["Expect"]?.lowercased() == "100-continue" {
            try send("HTTP/1.1 100 Continue\r\n\r\n")
        }
        defer { updateRecord() }
        if request["Transfer-Encoding"]?.lowercased() == "chunked" {
            try readChunks()
        } else {
            try readContent(request["Content-Length"].flatMap { Int($0) } ?? 0)
        }
        request.isBodyComplete = true
    }

    private func readChunks() throws(UpstreamEnding) {
        while true {
            let line = try read(through: [13, 10])
            let digits = String(decoding: line.prefix { $0 != 13 && $0 != 59 }, as: UTF8.self)
            guard let size = Int(digits, radix: 16) else { throw UpstreamEnding(.failed("chunk size \(digits)")) }
            if size == 0 { break }
            try readContent(size)
            guard try read(through: [13, 10]).count == 2 else { throw UpstreamEnding(.failed("chunk end")) }
        }
        while case let line = try read(through: [13, 10]), line.count > 2 {
            if let field = UpstreamRequest.field(line.dropLast(2)) { request.trailers.append(field) }
        }
    }

    private func readContent(_ count: Int) throws(UpstreamEnding) {
        var rest = count
        while rest > 0 {
            var part = try receive()
            if part.count > rest {
                pending = Array(part[rest...])
                part.removeLast(part.count - rest)
            }
            rest -= part.count
            request.bodyCount += part.count
            request.bodyHash.add(part)
            let room = UpstreamRequest.largestKept - request.body.count
            if room > 0 { request.body += part.prefix(room) }  // the record shares the array: each change copies it
            updateRecord()
        }
    }

    private func updateRecord() {
        ledger.change { [request] record in
            let index = record.requests.lastIndex { $0.connection == request.connection && $0.turn == request.turn }
            if let index { record.requests[index] = request }
        }
    }

    /// Waits for so many bytes.
    func read(count: Int) throws(UpstreamEnding) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += try receive() }
        pending = Array(bytes[count...])
        bytes.removeLast(pending.count)
        return bytes
    }

    /// Reads up to the end of a mark; what follows stays.
    private func read(through mark: [UInt8]) throws(UpstreamEnding) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let start = max(0, bytes.count - mark.count + 1)
            bytes += try receive()
            for index in start..<max(start, bytes.count - mark.count + 1)
            where bytes[index..<(index + mark.count)].elementsEqual(mark) {
                pending = Array(bytes[(index + mark.count)...])
                bytes.removeLast(pending.count)
                return bytes
            }
        }
    }
}
