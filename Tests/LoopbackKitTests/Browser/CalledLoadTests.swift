import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// Much at once, and much in all, by the call script.
    @Suite("Called with much", .timeLimit(.minutes(5)))
    struct CalledLoadTests {
        @Test(
            "PROXY-1 A thousand calls at once are each answered with what was asked",
            arguments: BrowserEngine.allCases
        )
        func burst(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on("/echo", .bodyEcho)
                let seen = try await site.run(
                    """
                    const calls = Array.from({ length: 1000 }, async (_, index) => {
                        const answer = await fetch(upstream + '/echo?' + index, { method: 'POST', body: `call ${index}` });
                        return answer.status === 200 && await answer.text() === `call ${index}` && answer.url.endsWith(`?${index}`);
                    });
                    return (await Promise.all(calls)).filter(isRight => isRight).length
                    """,
                    within: .seconds(60)
                )
                #expect(seen == 1000)
                #expect(site.upstream.requests.count == 1000)
                // The engine has six connections, and the proxy no more calls than these.
                #expect(site.upstream.record.connections.count <= 12)
            }
        }

        @Test(
            "PROXY-8 A stream of 200 MB is read whole, with little of it in the server at any time",
            arguments: BrowserEngine.allCases
        )
        func stream(engine: BrowserEngine) async throws {
            let size = 200_000_000
            try await ProxiedPage.with(engine, loadsCallScript: true) { site in
                site.upstream.on("/film", .zeros(size))
                // The first megabytes warm buffers up.
                #expect(try await site.run(Self.reader + "return await reader.next(8000000) >= 8000000") == true)
                let start = Self.residentBytes()
                let seen = try await site.run("return await reader.next(Infinity)", within: .seconds(120))
                #expect(seen == .number(Double(size)))
                let growth = Self.residentBytes() - start
                #expect(growth < 64 << 20, "\(growth)")
            }
        }

        /// Gives `reader.next(count)`, which reads until so many bytes have come in all, or the end, and tells how many.
        private static let reader = """
            const body = (await fetch(upstream + '/film')).body.getReader();
            let count = 0;
            window.reader = {
                async next(limit) {
                    while (count < limit) {
                        const { done, value } = await body.read();
                        if (done) break;
                        count += value.length;
                    }
                    return count;
                },
            };

            """

        /// This process's resident memory.
        private static func residentBytes() -> Int {
            let status = (try? String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
        }
    }
}

extension UpstreamStep {
    /// The request's body, as the answer.
    fileprivate static let bodyEcho = Self { connection in
        let body = connection.request.bodyText
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    /// An answer of so many zeros.
    fileprivate static func zeros(_ size: Int) -> Self {
        Self { connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
            let part = [UInt8](repeating: 0, count: 1 << 16)
            var left = size
            while left > 0 {
                try connection.send(left < part.count ? Array(part[..<left]) : part)
                left -= min(left, part.count)
            }
        }
    }
}
