import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Testing

/// Documents that name digests depend on what became of other files.
@Suite("Digests in prepared documents", .timeLimit(.minutes(5)))
struct PreparationDigestTests {
    /// Puts `sha256-` and the number of known changes, with the first letters of each new digest, behind `HASH:`.
    private func prepare(_ fixture: PreparationFixture, into target: String? = "") async throws {
        try await fixture.prepare(into: target) { tools, _, _ in
            tools.rewriting = { index, _ in
                { bytes, path, kind, hashes in
                    var result = TestRewriter.rewrite(bytes, path: path, kind: kind, index, hashes)
                    let text = String(decoding: result.bytes ?? bytes, as: UTF8.self)
                    guard kind.isDocument, text.contains("sha256") else { return result }
                    result.usesHashes = true
                    let digests = hashes.changes.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
                        String(decoding: $0.value.new.values[0].prefix(6), as: UTF8.self)
                    }
                    let head = text.prefix { $0 != "|" }
                    result.bytes = Array("\(head)|\(digests.joined(separator: ","))".utf8)
                    return result
                }
            }
        }
    }

    private func digest(_ text: String) -> String {
        String(decoding: ContentHashes.Digests(Array(text.utf8)).values[0].prefix(6), as: UTF8.self)
    }

    @Test("PAGE-1 A document that names digests is done again when a changed file's digest changes, others are not")
    func digests() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["a.js": "\"/1\"", "b.css": "\"/2\"", "i.html": "sha256|", "other.html": "x"])
        try await prepare(fixture)
        #expect(fixture.prepared["i.html"] == "sha256|\(digest("\"REL:1\"")),\(digest("\"REL:2\""))")
        try await prepare(fixture)
        #expect(fixture.reads == [] && fixture.changes == [])
        try fixture.write(["a.js": "\"/3\""])
        try await prepare(fixture)
        #expect(fixture.prepared["i.html"] == "sha256|\(digest("\"REL:3\"")),\(digest("\"REL:2\""))")
        #expect(!fixture.reads.contains("other.html") && !fixture.reads.contains("b.css"))
    }

    @Test("PAGE-1 A document that begins to name digests gets those of files that did not change since")
    func late() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["a.js": "\"/1\"", "i.html": "x"])
        try await prepare(fixture)
        try fixture.write(["i.html": "sha256|"])
        try await prepare(fixture)
        #expect(fixture.prepared["i.html"] == "sha256|\(digest("\"REL:1\""))")
    }

    @Test("PAGE-1 In place a later document gets the digests of contents that are gone")
    func inPlace() async throws {
        let fixture = try PreparationFixture()
        try fixture.write(["a.js": "\"/1\"", "i.html": "x"])
        try await prepare(fixture, into: nil)
        try fixture.write(["i.html": "sha256|"])
        try await prepare(fixture, into: nil)
        #expect(PreparationFixture.tree(fixture.source)["i.html"] == "sha256|\(digest("\"REL:1\""))")
        #expect(fixture.reads == ["i.html"])
    }
}
