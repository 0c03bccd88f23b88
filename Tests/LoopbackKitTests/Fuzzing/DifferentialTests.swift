import LoopbackKitHTTP
import Testing

/// The same bytes, cut in many ways, are the same messages.
@Suite("Random streams", .timeLimit(.minutes(2)))
struct DifferentialTests {
    #if DEBUG
    private static let streams = 200 as UInt64
    #else
    private static let streams = 1000 as UInt64
    #endif

    @Test("HTTP-1 Random requests in a pipeline are the same events in every cutting, and all of them are taken")
    func requests() {
        for seed in 0..<Self.streams {
            var streams = StreamGenerator(seed: seed)
            let input = streams.requests(4)
            let events = MessageStream.events(.requests, of: input)
            #expect(events.count { if case .request = $0 { true } else { false } } == 4)
            #expect(events.count { if case .end = $0 { true } else { false } } == 4)
            compare(.requests, input, seed: seed)
        }
    }

    @Test("HTTP-10 Random answers one after the other are the same events in every cutting, and all of them are taken")
    func responses() {
        for seed in 0..<Self.streams {
            var streams = StreamGenerator(seed: seed)
            let input = streams.responses(4)
            let events = MessageStream.events(.responses(.get), of: input)
            #expect(events.count { if case .response = $0 { true } else { false } } == 4)
            #expect(!events.contains { if case .refused = $0 { true } else { false } })
            compare(.responses(.get), input, seed: seed)
        }
    }

    @Test("HTTP-1 HTTP-10 Random streams that were spoilt are the same events and the same refusal in every cutting")
    func spoilt() {
        var refused = 0
        for seed in 0..<Self.streams {
            var streams = StreamGenerator(seed: seed)
            var generator = SeededGenerator(seed: ~seed)
            for (side, input) in [
                (MessageStream.Side.requests, streams.requests(3)), (.responses(.get), streams.responses(3)),
                (.responses(.connect), streams.responses(3)),
            ] {
                let spoilt = input.mutated(&generator)
                compare(side, spoilt, seed: seed)
                if case .refused = MessageStream.events(side, of: spoilt).last { refused += 1 }
            }
        }
        // Else the streams would be spoilt where nobody looks.
        #expect(refused > Self.streams / 2, "\(refused) refused")
    }

    private func compare(_ side: MessageStream.Side, _ input: [UInt8], seed: UInt64) {
        let whole = MessageStream.events(side, of: input)
        var generator = SeededGenerator(seed: seed ^ 0x5555)
        for count in [1, 2, 5, 40] {
            let cuts = input.randomCuts(count, &generator)
            if MessageStream.events(side, of: input, cutAt: cuts) != whole {
                Issue.record("seed \(seed), cut at \(cuts): \(String(decoding: input, as: UTF8.self).debugDescription)")
                return
            }
        }
        if MessageStream.events(side, of: input, cutAt: Array(0..<input.count)) != whole {
            Issue.record("seed \(seed), byte by byte: \(String(decoding: input, as: UTF8.self).debugDescription)")
        }
    }

    @Test("HTTP-1 Random streams get the same answers over a socket, whole, in parts and byte by byte")
    func sockets() async throws {
        let handler = ClosureHandler { request in
            let body = try await request.body.collect(upTo: 1 << 16)
            return HTTPResponse(text: "\(request.method) \(request.target)\n\(request.fields)\n\(body)\n")
        }
        let statuses = try await withServer(handler: handler) { port in
            try await onThread { try (0..<200).map { try Self.compareOverSocket(seed: $0, port: port) } }
        }
        // Sound ones, refused ones, and some of both on one connection.
        #expect(statuses.count { $0.contains(200) && !$0.contains(400) } > 50)
        #expect(statuses.count { $0.contains(400) } > 20)
    }

    /// Sends a stream in three ways, every second one spoilt, and gives the statuses of its answers.
    private static func compareOverSocket(seed: UInt64, port: UInt16) throws -> [Int] {
        var streams = StreamGenerator(seed: seed)
        var generator = SeededGenerator(seed: ~seed)
        var input = streams.requests(3, maximumBody: 60)
        if seed % 2 == 1 { input = input.mutated(&generator) }
        let whole = try answers(to: [input], port: port)
        let statuses = whole.split(separator: "\r\n").filter { $0.hasPrefix("HTTP/1.1 ") }
            .compactMap { Int($0.dropFirst(9).prefix(3)) }
        // Behind a last request that was not refused the connection closes at once: what comes later meets a reset.
        if seed % 2 == 1, statuses.last == 200, whole.contains("Connection: close\r\n") { return statuses }
        let cuts = input.randomCuts(6, &generator)
        for places in [cuts, Array(0..<input.count)] {
            let parts = zip([0] + places, places + [input.count]).map { Array(input[$0..<$1]) }.filter { !$0.isEmpty }
            let again = try answers(to: parts, port: port)
            #expect(again == whole, "seed \(seed), cut at \(places): \(String(decoding: input, as: UTF8.self))")
        }
        return statuses
    }

    /// All that a server answers to parts that are sent one by one, but for its dates.
    private static func answers(to parts: [[UInt8]], port: UInt16) throws -> String {
        let client = try RawClient(port: port)
        for part in parts where client.send(part) < part.count { break }
        client.finishSending()
        let (bytes, end) = client.receiveAll()
        #expect(end == .finished, "the answers did not end cleanly")
        return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("Date: ") }.joined(separator: "\r\n")
    }
}
