import LoopbackKitHTTP
import Testing

@Suite("HTTPClient and hostile answers", .timeLimit(.minutes(5)))
struct HostileAnswerTests {
    @Test("HTTP-10 An answer is taken or refused by its rule, at once or byte by byte", arguments: HostileAnswer.all)
    func answer(_ answer: HostileAnswer) async throws {
        // A reset throws away what the system has not sent yet, which are most of many small segments.
        let dripsToo = answer.bytes.count <= 1000 && answer.end != .resets
        for dripping in dripsToo ? [false, true] : [false] {
            try await FaultUpstream.with { upstream in
                let end: [UpstreamStep] =
                    switch answer.end {
                    case .staysOpen: []
                    case .closes: [.close]
                    case .resets: [.reset]
                    }
                let drip = UpstreamStep { connection in
                    for byte in answer.bytes { try connection.send([byte]) }
                }
                upstream.on("/", [dripping ? drip : .bytes(answer.bytes)] + end)
                upstream.on("/again", .answer(.ok, "again"))
                try await ask(upstream, answer)
            }
        }
    }

    private func ask(_ upstream: FaultUpstream, _ answer: HostileAnswer) async throws {
        let resolver = ScriptedResolver()
        resolver.answer("*", .sockets([upstream.address]))
        try await HTTPClient.run(configuration: HTTPClientConfiguration(resolver: resolver)) { client in
            let outcome = await outcome(client, answer.method, "http://upstream.test/")
            switch answer.outcome {
            case .body(let body, let isReused):
                #expect(try outcome.get() == body)
                #expect(try await self.outcome(client, .get, "http://upstream.test/again").get() == "again")
                let second = try required(upstream.record.requests(to: "/again").first)
                #expect((second.connection == 1) == isReused)
            case .malformed(let reason):
                #expect(outcome.failure?.code == .malformedAnswer)
                #expect(outcome.failure?.reason == reason)
                try await upstream.wait { $0.openConnections == 0 }
            case .fails(let code):
                #expect(outcome.failure?.code == code)
                #expect(upstream.requests.count == 1)
            }
        }
    }

    private func outcome(
        _ client: HTTPClient,
        _ method: HTTPMethod,
        _ url: String
    ) async -> Result<String, HTTPClientError> {
        do {
            let response = try await client.send(HTTPClientRequest(method, HTTPURL(url)))
            return .success(text(try await response.body.collect(upTo: 1 << 20)))
        } catch let error as HTTPClientError {
            return .failure(error)
        } catch {
            return .failure(HTTPClientError(.bodyNotProduced, underlying: error))
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
