import Foundation
import Testing

extension BrowserTests {
    /// The support for browsers itself.
    @Suite("Engines", .timeLimit(.minutes(1)))
    struct EngineTests {
        private let blank = "data:text/html,<!doctype html><title>blank</title>"

        @Test("A script's value, its arguments and its error come back", arguments: BrowserEngine.allCases)
        func values(engine: BrowserEngine) async throws {
            try await engine.withPage { page in
                try await page.load(blank)
                let value = try await page.run(
                    "return { text, list: [1, null, number] }",
                    ["text": "é\"\n", "number": .number(2.5)]
                )
                #expect(value == ["text": "é\"\n", "list": [1, nil, .number(2.5)]])
                #expect(try await page.run("") == .null)
                let error = await #expect(throws: BrowserFailure.self) {
                    try await page.run("throw new Error('oh no')")
                }
                #expect(error?.description.contains("oh no") == true)
                #expect(error?.place == .page)
            }
        }
    }
}
