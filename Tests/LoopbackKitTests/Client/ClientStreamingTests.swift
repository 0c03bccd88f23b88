import LoopbackKitHTTP
import Synchronization
import Testing

@Suite("HTTPClient and streamed bodies", .timeLimit(.minutes(5)))
struct ClientStreamingTests {
    private struct Unproduced: Error, Equatable {}

    // MARK: Answers

    @Test("PROXY-8 A reader that stops reading stops the upstream, and gets every byte when it goes on")
    func slowReader() async throws {
        let size = 24 << 20
        try await CalledUpstream.with(sendBuffer: 1 << 16) { called in
            called.upstream.on("/", .pattern(size))
            called.upstream.on("/small", .answer(.ok, "x"))
            let response = try await called.send()
            var parts = response.body.makeAsyncIterator()
            var check = BytePattern.Check()
            check.take(try required(try await parts.next()))
            // The upstream has come to a halt when others are answered and its count stands still.
            var before = -1
            while case let sent = called.upstream.record.connections[0].bytesSent, sent != before {
                before = sent
                for _ in 0..<20 { try await called.text(.get, "/small") }
            }
            // What the system's two buffers hold, far from the body's size.
            #expect(before < 8 << 20)
            while let part = try await parts.next() { check.take(part) }
            #expect(check.isIntact && check.count == size)
        }
    }

    @Test(
        "PROXY-8 Bodies of every framing arrive whole, in parts of a bounded size",
        arguments: [0, 1, 65_535, 3_000_000]
    )
    func whole(size: Int) async throws {
        try await CalledUpstream.with { called in
            called.upstream.on("/length", .pattern(size))
            called.upstream.on("/end", .head(), .body(size), .close)
            let chunks = [Int](repeating: 1000, count: size / 1000) + (size % 1000 == 0 ? [] : [size % 1000])
            called.upstream.on("/chunks", .chunkedHead(), .chunks(chunks), .lastChunk(["X-Sum": "42"]))
            for path in ["/length", "/end", "/chunks"] {
                let response = try await called.send(.get, path)
                #expect(response.body.length == (path == "/length" ? size : response.body.length))
                var check = BytePattern.Check()
                for try await part in response.body {
                    #expect(!part.isEmpty && part.count <= PartSize.most)
                    check.take(part)
                }
                #expect(check.isIntact && check.count == size, "\(path)")
                #expect(await response.body.trailers["X-Sum"] == (path == "/chunks" ? "42" : nil))
            }
        }
    }

    @Test("HTTP-10 Parts are given as they come: a head alone, then each chunk")
    func live() async throws {
        let gate = Gate()
        try await CalledUpstream.with { called in
            let parts = ["one", "two", "three"]
            called.upstream.on(
                "/",
                [.chunkedHead()] + parts.flatMap { [.wait(gate), .chunk($0)] } + [.wait(gate), .lastChunk()]
            )
            var body = try await called.send().body.makeAsyncIterator()
            for part in parts {
                gate.admit()
                #expect(try await body.next() == Array(part.utf8))
            }
            gate.admit()
            #expect(try await body.next() == nil)
        }
    }

    @Test("HTTP-10 The second of two readers at once is told so, and the first one goes on")
    func twoReaders() async throws {
        let gate = Gate()
        try await CalledUpstream.with { called in
            called.upstream.on("/", .head(.ok, ["Content-Length": "4"]), .wait(gate), .bytes("late"))
            let body = try await called.send().body
            try await withThrowingTaskGroup(of: HTTPClientError?.self) { group in
                for _ in 0..<2 { group.addTask { try await clientError { try await body.collect(upTo: 10) } } }
                let refused = try await group.next()
                #expect(refused??.code == .concurrentRead)
                gate.open()
                let served = try await group.next()
                #expect(served != nil && served??.code == nil)
            }
        }
    }

    // MARK: Requests

    @Test("PROXY-8 An upstream that does not read stops the producer, which goes on when it reads")
    func slowUpstream() async throws {
        let gate = Gate()
        let written = Watched(0)
        let size = 24 << 20
        try await CalledUpstream.with { called in
            called.upstream.on("/", .wait(gate), .readBody(), .answer(.ok, "done"))
            called.upstream.on("/small", .answer(.ok, "x"))
            let body = HTTPOutgoingBody.stream(length: size) { writer in
                let pattern = BytePattern()
                var count = 0
                while count < size {
                    let part = Array(pattern.slice(at: count, count: size - count))
                    try await writer.write(part)
                    count += part.count
                    written.change { [count] in $0 = count }
                }
            }
            async let answer = called.text(.post, "/", body: body)
            try await gate.reached()
            var before = -1
            while written.value != before {
                before = written.value
                for _ in 0..<20 { try await called.text(.get, "/small") }
            }
            #expect(before < 14 << 20)
            gate.open()
            let text = try await answer
            #expect(text == "done")
            let request = try required(called.upstream.record.requests(to: "/").first)
            #expect(request.bodyCount == size && request.isBodyComplete)
            #expect(request.bodyHash == hash(size))
        }
    }

    private func hash(_ size: Int) -> BodyHash {
        var hash = BodyHash()
        var count = 0
        while count < size {
            let part = Array(BytePattern().slice(at: count, count: size - count))
            hash.add(part)
            count += part.count
        }
        return hash
    }

    @Test("HTTP-10 Bodies of bytes, of files and streams arrive whole, with a length or in chunks")
    func bodies() async throws {
        let folder = try FolderFixture()
        let bytes = BytePattern().bytes(700_000)
        try folder.write("body", bytes)
        let file = try openFile("\(folder.root)/body")
        try await CalledUpstream.with { called in
            called.upstream.on("/", .answer(.ok, "x"))
            let region = HTTPFileRegion(file: file, offset: 1000, count: 600_000)
            for body: HTTPOutgoingBody in [
                .bytes(Array(bytes[1000..<601_000])), .file(region),
                .segments([
                    .bytes(Array(bytes[1000..<1003])), .file(HTTPFileRegion(file: file, offset: 1003, count: 599_997)),
                ]),
                .stream(length: 600_000) { try await $0.write(Array(bytes[1000..<601_000])) },
                .stream { writer in
                    for start in stride(from: 1000, to: 601_000, by: 1000) {
                        try await writer.write(Array(bytes[start..<start + 1000]))
                        try await writer.write([])
                    }
                    await writer.setTrailers(["X-Sum": "42"])
                },
            ] {
                try await called.text(.put, "/", body: body)
                let request = try required(called.upstream.requests.last)
                #expect(request.bodyCount == 600_000 && request.bodyHash == BodyHash(Array(bytes[1000..<601_000])))
                #expect(request["Content-Length"] == body.length.map { "\($0)" })
                #expect(request["Transfer-Encoding"] == (body.length == nil ? "chunked" : nil))
                #expect(request.trailers.map(\.text) == (body.length == nil ? ["42"] : []))
            }
            #expect(called.upstream.record.connections.count == 1)
        }
    }

    @Test(
        "PROXY-9 A body that can't be produced to its end never looks whole",
        arguments: ["chunks", "short", "long", "file"]
    )
    func unproduced(_ kind: String) async throws {
        let folder = try FolderFixture()
        try folder.write("body", BytePattern().bytes(1000))
        let file = try openFile("\(folder.root)/body")
        let body: HTTPOutgoingBody =
            switch kind {
            case "chunks":
                .stream { writer in
                    try await writer.write("some")
                    throw Unproduced()
                }
            case "short": .stream(length: 10) { try await $0.write("some") }
            case "long": .stream(length: 3) { try await $0.write("some") }
            default: .file(HTTPFileRegion(file: file, offset: 0, count: 1001))
            }
        try await CalledUpstream.with { called in
            called.upstream.on("/", .answer(.ok, "x"))
            let error = try await called.failure(.post, "/", body: body)
            #expect(error?.code == .bodyNotProduced)
            if kind == "chunks" {
                #expect(error?.underlying is Unproduced)
            } else {
                #expect((error?.underlying as? HTTPMessageError)?.code == .wrongBodyLength)
            }
            try await called.upstream.wait { $0.openConnections == 0 && $0.ends.count == 1 }
            #expect(called.upstream.requests.first?.isBodyComplete == false)
            #expect(called.client.openConnections == 0)
        }
    }

    @Test(
        "HTTP-10 An answer that comes before the request is whole is given at once, and ends the upload",
        arguments: [UpstreamStep.stall, .reset]
    )
    func early(_ end: UpstreamStep) async throws {
        let ended = Latch()
        try await CalledUpstream.with { called in
            called.upstream.on("/", .leaveBody, .answer(.contentTooLarge, "too much"), end)
            let body = HTTPOutgoingBody.stream { writer in
                defer { ended.open() }
                while true { try await writer.write([UInt8](repeating: 1, count: 10_000)) }
            }
            let response = try await called.send(.post, "/", body: body)
            #expect(response.status == .contentTooLarge)
            #expect(try await response.body.collect(upTo: 100) == Array("too much".utf8))
            await ended.wait()
            try await called.upstream.wait { $0.openConnections == 0 }
            #expect(called.client.openConnections == 0)
        }
    }

    @Test("HTTP-10 waitForStop comes back when the exchange is over")
    func stops() async throws {
        let ended = Latch()
        try await CalledUpstream.with { called in
            called.upstream.on("/", .leaveBody, .answer(.ok, "enough"), .stall)
            let body = HTTPOutgoingBody.stream { writer in
                defer { ended.open() }
                try await writer.write("begun")
                await writer.waitForStop()
            }
            let answer = try await called.text(.post, "/", body: body)
            #expect(answer == "enough")
            await ended.wait()
        }
    }

    @Test("PROXY-9 A reset during an upload is no clean end of a body without a length")
    func resetDuringUpload() async throws {
        let gate = Gate()
        try await CalledUpstream.with { called in
            called.upstream.on("/", .leaveBody, .head(), .bytes("half"), .wait(gate), .reset)
            let body = HTTPOutgoingBody.stream { writer in
                while true { try await writer.write([UInt8](repeating: 1, count: 10_000)) }
            }
            let response = try await called.send(.post, "/", body: body)
            var parts = response.body.makeAsyncIterator()
            #expect(try await parts.next() == Array("half".utf8))
            gate.open()
            let error = try await clientError { while try await parts.next() != nil {} }
            #expect(error?.code == .truncatedBody)
        }
    }

    @Test("HTTP-10 Both directions at once: an echo of 6 MB in order")
    func echo() async throws {
        let size = 6 << 20
        try await CalledUpstream.with { called in
            called.upstream.on(
                "/",
                .leaveBody,
                .chunkedHead(),
                UpstreamStep { connection in
                    // The chunks of the request are those of the answer.
                    var end: [UInt8] = []
                    while !end.elementsEqual("0\r\n\r\n".utf8) {
                        let bytes = try connection.receive()
                        try connection.send(bytes)
                        end = Array((end + bytes.suffix(5)).suffix(5))
                    }
                }
            )
            let body = HTTPOutgoingBody.stream { writer in
                var count = 0
                while count < size {
                    let part = Array(BytePattern().slice(at: count, count: size - count))
                    try await writer.write(part)
                    count += part.count
                }
            }
            let response = try await called.send(.post, "/", body: body)
            var check = BytePattern.Check()
            for try await part in response.body { check.take(part) }
            #expect(check.isIntact && check.count == size)
        }
    }
}
