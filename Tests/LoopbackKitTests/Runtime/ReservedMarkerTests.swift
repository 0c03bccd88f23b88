import LoopbackKit
import Testing

@Suite("ReservedMarker") struct ReservedMarkerTests {
    @Test(
        "SCOPE-9 A marker is found at any depth, encoded or not, and only as a whole segment that another follows",
        arguments: [
            ("/~page/page.js", .page, 0, 6), ("/~bridge/bridge.js", .bridge, 0, 8), ("/%7Epage/x", .page, 0, 8),
            ("/%7e%70age/x", .page, 0, 10), ("/a/b/~page/x", .page, 4, 10), ("/~page/", .page, 0, 6),
            ("/~proxy/~page/x", .proxy, 0, 7), ("/~health/~page/x", .page, 8, 14), ("/~page/~bridge/x", .page, 0, 6),
            ("//~page/x", .page, 1, 7),
        ] as [(String, ReservedMarker, Int, Int)]
    )
    func found(path: String, marker: ReservedMarker, start: Int, end: Int) throws {
        let place = try required(ReservedMarker.find(in: Array(path.utf8).span))
        #expect(place.marker == marker)
        #expect(place.start == start)
        #expect(place.end == end)
    }

    @Test(
        "SCOPE-9 What merely looks like a marker is none",
        arguments: [
            "", "/", "/~page", "/~pages/x", "/~Page/x", "/~/x", "/a~page/x", "/~page%2Fx", "/%257Epage/x", "/%7/x",
            "/%",
            "/~health/x", "/.loopbackkit/page/page.js",
        ]
    )
    func absent(path: String) {
        let place = ReservedMarker.find(in: Array(path.utf8).span)
        #expect(place == nil)
    }

    @Test("SCOPE-9 The constants name what is answered")
    func constants() {
        for (path, marker) in [
            (ReservedMarker.pageScript, ReservedMarker.page), (ReservedMarker.bridgeScript, .bridge),
            (ReservedMarker.callScript, .calls),
        ] {
            let place = ReservedMarker.find(in: Array("/\(path)".utf8).span)
            #expect(place?.marker == marker && place?.start == 0, "\(path)")
        }
        #expect(ReservedMarker.pageFolder.hasPrefix("\(ReservedMarker.ownFolder)/"))
    }
}
