import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("Page preparation")
struct PagePreparationTests {
    private func fixture() throws -> PreparationFixture {
        let fixture = try PreparationFixture()
        try fixture.write([
            "index.html": "<a href=\"/a.css\">", "a.css": "url(\"/i.svg\")", "i.svg": "<svg/>", "deep/er/s.js": "\"/x\"",
            "data.bin": String(repeating: "d", count: 5000), ".hidden": "h", ".git/config": "c",
        ])
        return fixture
    }

    @Test("PAGE-1 Into a target every served file appears, rewritten or as it was, and the source is untouched")
    func target() async throws {
        let fixture = try fixture()
        let before = PreparationFixture.tree(fixture.source)
        let report = try await fixture.prepare()
        #expect(
            fixture.prepared == [
                "index.html": "<a href=\"REL:a.css\">", "a.css": "url(\"REL:i.svg\")", "i.svg": "<svg/>",
                "deep/er/s.js": "\"REL:x\"", "data.bin": String(repeating: "d", count: 5000),
            ]
        )
        #expect(PreparationFixture.tree(fixture.source) == before)
        #expect(PreparationFixture.leftovers(fixture.target).isEmpty)
        #expect(report.documents == 1 && report.styleSheets == 1 && report.scripts == 1 && report.images == 1)
        #expect(report.otherFiles == 1 && report.prepared == 3 && report.references == 3)
        #expect(report.linked + report.cloned == 1 && report.copied == 1)
    }

    @Test("PAGE-1 A second preparation reads and changes nothing", arguments: [true, false])
    func again(intoTarget: Bool) async throws {
        let fixture = try fixture()
        try await fixture.prepare(into: intoTarget ? "" : nil)
        let folder = intoTarget ? fixture.target : fixture.source
        let before = PreparationFixture.tree(folder)
        let report = try await fixture.prepare(into: intoTarget ? "" : nil)
        #expect(fixture.reads == [])
        #expect(fixture.changes == [])
        #expect(PreparationFixture.tree(folder) == before)
        #expect(report.changedNothing && report.unchanged == (intoTarget ? 5 : 4) && report.references == 3)
    }
}
