import LoopbackKitHTTP
import Synchronization
import Testing

@Suite("Connections: answers that are given again", .timeLimit(.minutes(5)))
struct HeadCacheTests {
    @Test("HTTP-8 An answer that is given again and changes meanwhile is sent as it is at that moment")
    func changes() async throws {
        let state = Mutex((count: 0, response: HTTPResponse(fields: ["X-First": "yes"], body: .text("body"))))
        let handler = ClosureHandler(synchronous: { _ in
            state.withLock { state in
                state.count += 1
                // Each is sent three times; the fields change with every other one alone.
                if state.count.isMultiple(of: 3) {
                    if state.count.isMultiple(of: 2) { state.response.fields["X-Count"] = "\(state.count)" }
                    state.response.status = state.count.isMultiple(of: 2) ? .ok : .accepted
                    state.response.body = .text(String(repeating: "b", count: state.count))
                }
                return state.response
            }
        })
        try await withServer(handler: handler) { port in
            try await onThread {
                let client = try RawClient(port: port)
                for count in 1...20 {
                    let answer = try client.ask(Wire.get("/"))
                    let last = count / 3 * 3
                    #expect(answer["X-First"] == "yes")
                    #expect(answer["X-Count"] == (last < 6 ? nil : "\(count / 6 * 6)"))
                    #expect(answer.status == (last.isMultiple(of: 2) ? 200 : 202))
                    #expect(answer.text == (last == 0 ? "body" : String(repeating: "b", count: last)))
                    #expect(answer["Date"] != nil)
                }
            }
        }
    }

    @Test("HTTP-8 The same answer is framed for each request by itself")
    func framing() async throws {
        let response = HTTPResponse(fields: ["X-Own": "kept"], body: .text("body"))
        try await withServer(handler: ClosureHandler(synchronous: { _ in response })) { port in
            try await onThread {
                for _ in 0..<3 {
                    let client = try RawClient(port: port)
                    #expect(try client.ask(Wire.get("/")).text == "body")
                    #expect(try client.ask(Wire.get("/", version: "1.1")).text == "body")
                    let head = try client.ask(Wire.get("/", method: "HEAD"), isHead: true)
                    #expect(head["Content-Length"] == "4")
                    #expect(head.body.isEmpty)
                    let old = try client.ask(Wire.get("/", "Connection: keep-alive\r\n", version: "1.0"))
                    #expect(old["Connection"] == "keep-alive")
                    let last = try client.ask(Wire.get("/", "Connection: close\r\n"))
                    #expect(last["Connection"] == "close")
                    #expect(last.text == "body")
                }
            }
        }
    }
}
