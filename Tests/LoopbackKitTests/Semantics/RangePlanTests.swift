import LoopbackKitHTTP
import Testing

@Suite("RangePlan")
struct RangePlanTests {
    @Test(
        "FILE-4 Ranges of 100 bytes",
        arguments: [
            ("bytes=0-1", .ranges([0..<2])),
            ("bytes=0-", .ranges([0..<100])),
            // Hummingbird, cordova-ios and Capacitor answer the first bytes.
            ("bytes=-500", .ranges([0..<100])),
            ("bytes=-1", .ranges([99..<100])),
            ("bytes=-0", .unsatisfiable),
            ("bytes=500-", .unsatisfiable),
            ("bytes=100-", .unsatisfiable),
            ("bytes=50-1000", .ranges([50..<100])),
            ("bytes=99-99", .ranges([99..<100])),
            ("BYTES=0-1", .ranges([0..<2])),
            ("bytes=0-1 , 4-5", .ranges([0..<2, 4..<6])),
            ("bytes=,0-1,,", .ranges([0..<2])),
            ("bytes=500-,0-1", .ranges([0..<2])),
            ("bytes=4-5,0-1", .ranges([4..<6, 0..<2])),
            // Overlapping and touching ones become one, at the place of the first.
            ("bytes=0-9,5-14", .ranges([0..<15])),
            ("bytes=0-9,10-19", .ranges([0..<20])),
            ("bytes=10-19,0-9", .ranges([0..<20])),
            ("bytes=50-59,0-9,55-64", .ranges([50..<65, 0..<10])),
            ("bytes=0-9,20-29,5-24", .ranges([0..<30])),
            ("bytes=00000000000000000000000000-01", .ranges([0..<2])),
            ("bytes=0-99", .ranges([0..<100])),
            // vapor 2837.
            ("bytes=9223372036854775807-", .unsatisfiable),
            ("bytes=0-9223372036854775807", .ranges([0..<100])),
            ("bytes=0-99999999999999999999999999", .ranges([0..<100])),
            ("bytes=99999999999999999999999999-", .unsatisfiable),
            ("bytes=-99999999999999999999999999", .ranges([0..<100])),
            ("bytes=9223372036854775807-0", .whole),
            // tauri 3143.
            ("bytes=0-*", .whole),
            ("bytes", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes=,", .whole), ("", .whole),
            ("bytes=5-4", .whole), ("bytes=0-1,5-4", .whole), ("bytes=a-b", .whole), ("bytes=+0-1", .whole),
            ("bytes=--1", .whole), ("bytes=0--1", .whole), ("bytes=0-1-2", .whole), ("bytes=0 -1", .whole),
            ("bytes = 0-1", .whole), ("bytes 0-1", .whole), ("items=0-1", .whole), ("bytes=0x0-0x1", .whole),
            ("bytes=0-1;", .whole), ("bytes=\u{661}-\u{662}", .whole),
            // They cost more than the whole.
            ("bytes=0-99,0-99", .whole), ("bytes=0-60,0-60", .whole),
        ] as [(String, RangePlan)]
    )
    func plan(field: String, expected: RangePlan) {
        #expect(RangePlan(field, size: 100) == expected)
    }

    @Test("FILE-4 Without a field it is the whole")
    func absent() {
        #expect(RangePlan(nil, size: 100) == .whole)
    }

    @Test("FILE-4 A list of 64 ranges is followed, a longer one is not")
    func bounded() {
        let ranges = (0..<65).map { "\($0 * 2)-\($0 * 2)" }
        #expect(RangePlan("bytes=" + ranges.prefix(64).joined(separator: ","), size: 1000) != .whole)
        #expect(RangePlan("bytes=" + ranges.joined(separator: ","), size: 1000) == .whole)
        let overlapping = Array(repeating: "0-1", count: 200).joined(separator: ",")
        #expect(RangePlan("bytes=" + overlapping, size: 1_000_000) == .whole)
    }

    @Test(
        "FILE-4 Of an empty representation only a suffix is there",
        arguments: [
            ("bytes=0-", .unsatisfiable), ("bytes=-5", .whole), ("bytes=-0", .unsatisfiable),
            ("bytes=0-0", .unsatisfiable),
        ] as [(String, RangePlan)]
    )
    func empty(field: String, expected: RangePlan) {
        #expect(RangePlan(field, size: 0) == expected)
    }

    @Test("FILE-4 The greatest size does not overflow")
    func greatest() {
        #expect(RangePlan("bytes=0-", size: .max) == .ranges([0..<Int.max]))
        #expect(RangePlan("bytes=0-,1-", size: .max) == .whole)
        #expect(RangePlan("bytes=-9223372036854775807", size: .max) == .ranges([0..<Int.max]))
    }

    @Test("FILE-4 Whatever the list, the runs lie inside, are not empty, and neither overlap nor touch")
    func invariants() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let list = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
                let (first, last) = (Int.random(in: 0...40), Int.random(in: 0...40))
                return ["\(first)-\(last)", "\(first)-", "-\(last)"][Int.random(in: 0...2, using: &generator)]
            }
            guard case .ranges(let ranges) = RangePlan("bytes=" + list.joined(separator: ","), size: 32) else {
                continue
            }
            let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
            #expect(sorted.allSatisfy { !$0.isEmpty && $0.lowerBound >= 0 && $0.upperBound <= 32 })
            #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        }
    }

    @Test("FILE-4 Content-Range tells the run and the size")
    func contentRange() {
        #expect(String(decoding: ContentRange.value(0..<500, of: 1234), as: UTF8.self) == "bytes 0-499/1234")
        #expect(String(decoding: ContentRange.unsatisfied(size: 47), as: UTF8.self) == "bytes */47")
    }
}
