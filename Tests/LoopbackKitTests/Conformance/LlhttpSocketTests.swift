import Foundation
import LoopbackKitHTTP
import Testing

/// The vectors of llhttp over real sockets: the connection refuses what the parser refuses.
@Suite(
    "Requests of llhttp over sockets",
    .enabled(if: SharedData.has("corpora/llhttp-requests.json"), "needs shared/corpora/llhttp-requests.json"),
    .timeLimit(.minutes(2))
)
struct LlhttpSocketTests {
    private static let handler = ClosureHandler { request in
        for try await _ in request.body {}
        return HTTPResponse(text: "taken")
    }

    @Test(
        "HTTP-1 HTTP-3 Each vector comes out over a socket as in the parser, whole and byte by byte",
        arguments: [false, true]
    )
    func corpus(isSplit: Bool) async throws {
        let vectors = try SharedData.decode("corpora/llhttp-requests.json", as: [LlhttpCorpusTests.Vector].self)
        try await withServer(handler: Self.handler) { port in
            try await onThread {
                for vector in vectors {
                    let bytes = LlhttpCorpusTests.completed([UInt8](vector.b64))
                    let statuses = try Self.statuses(of: bytes, isSplit: isSplit, port: port)
                    if let refusal = LlhttpCorpusTests.firstRefusal([UInt8](vector.b64)) {
                        #expect(statuses.last == refusal.status.code, "\(vector.title): \(statuses)")
                        #expect(statuses.dropLast().allSatisfy { $0 == 200 }, "\(vector.title): \(statuses)")
                    } else {
                        // None when the vector ends in the middle of its message.
                        #expect(statuses.first ?? 200 == 200, "\(vector.title): \(statuses)")
                    }
                }
            }
        }
    }

    /// The statuses of all answers until the server closes.
    private static func statuses(of bytes: [UInt8], isSplit: Bool, port: UInt16) throws -> [Int] {
        let client = try RawClient(port: port)
        if isSplit {
            for byte in bytes where client.send([byte]) == 1 {}
        } else {
            client.send(bytes)
        }
        client.finishSending()
        var statuses: [Int] = []
        while let answer = try? client.readResponse() { statuses.append(answer.status) }
        return statuses
    }
}
