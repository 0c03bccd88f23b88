import LoopbackKitHTTP
import Testing

@Suite("Head limits")
struct HeadLimitTests {
    private static let opening = "GET / HTTP/1.1\r\nHost: a\r\n"

    /// A head of exactly so many bytes; the filling field has this name.
    private static func head(_ count: Int, filledBy name: String, before: String = "") -> [UInt8] {
        let start = before + opening + name + ": "
        return Array((start + String(repeating: "v", count: count - start.utf8.count - 4) + "\r\n\r\n").utf8)
    }

    private static func requestLine(_ count: Int, before: String = "") -> [UInt8] {
        let target = String(repeating: "t", count: count - 16)
        return Array((before + "GET /" + target + " HTTP/1.1\r\nHost: a\r\n\r\n").utf8)
    }

    @Test("HTTP-2 A head of 16384 bytes passes", arguments: ["", "\r\n"])
    func largestHead(_ before: String) {
        let head = Self.head(16384, filledBy: "X", before: before)
        #expect(head.count == 16384)
        guard case .complete(16384, _, _) = HeadOutcome.whole(head) else {
            Issue.record("\(HeadOutcome.whole(head))")
            return
        }
        #expect(HeadOutcome.byteByByte(head) == HeadOutcome.whole(head))
    }

    @Test("HTTP-2 A head of 16385 bytes is refused with 431, at its last byte", arguments: ["", "\r\n"])
    func tooLargeHead(_ before: String) {
        let head = Self.head(16385, filledBy: "X", before: before)
        let outcome = HeadOutcome.whole(head)
        #expect(outcome == .refused(HTTPRefusal(.requestHeaderFieldsTooLarge, .headTooLarge)))
        #expect(HeadOutcome.byteByByte(head) == outcome)
        #expect(HeadOutcome.whole(Array(head.prefix(16384))) == outcome)
        #expect(HeadOutcome.whole(Array(head.prefix(16383))) == .incomplete)
    }

    @Test("HTTP-2 A request line of 8192 bytes passes", arguments: ["", "\r\n"])
    func longestLine(_ before: String) {
        let head = Self.requestLine(8192, before: before)
        #expect(HeadOutcome.whole(head).status == nil)
        #expect(HeadOutcome.byteByByte(head) == HeadOutcome.whole(head))
    }

    @Test("HTTP-2 A request line of 8193 bytes is refused with 414 before its end", arguments: ["", "\r\n"])
    func tooLongLine(_ before: String) {
        let head = Self.requestLine(8193, before: before)
        let outcome = HeadOutcome.whole(head)
        #expect(outcome == .refused(HTTPRefusal(.uriTooLong, .requestLineTooLong)))
        #expect(HeadOutcome.byteByByte(head) == outcome)
        let limit = before.utf8.count + 8192
        #expect(HeadOutcome.whole(Array(head.prefix(limit))) == outcome)
        #expect(HeadOutcome.whole(Array(head.prefix(limit - 1))) == .incomplete)
    }

    @Test("HTTP-2 What is wrong behind a limit does not change the refusal")
    func errorBehindLimit() {
        var line = Self.requestLine(9000)
        line[8500] = 0
        #expect(HeadOutcome.whole(line).status == 414)
        line[8191] = 0
        #expect(HeadOutcome.whole(line).status == 400)
        var head = Self.head(20000, filledBy: "X")
        head[18000] = 0
        #expect(HeadOutcome.whole(head).status == 431)
        head[16383] = 0
        #expect(HeadOutcome.whole(head).status == 400)
    }

    @Test("HTTP-2 The number of fields is limited", arguments: [128, 129])
    func fieldCount(_ count: Int) {
        let lines = String(repeating: "X: y\r\n", count: count - 1)
        let head = Array((Self.opening + lines + "\r\n").utf8)
        #expect(HeadOutcome.whole(head).status == (count == 128 ? nil : 431))
        #expect(HeadOutcome.firstDifferingSplit(head) == nil)
    }

    @Test(
        "HTTP-2 Cookies are blamed for a head that would be within half of the limit without them",
        arguments: [
            ("cookie", 0, true), ("COOKIE", 8000, true), ("Cookie", 8200, false), ("X", 0, false),
            ("Cookies", 0, false),
        ]
    )
    func unfinishedCookie(_ name: String, _ others: Int, _ isBlamed: Bool) {
        let other = others == 0 ? "" : "Y: " + String(repeating: "y", count: others) + "\r\n"
        let value = String(repeating: "c", count: 20000)
        let head = Array((Self.opening + other + "\(name): \(value)\r\n\r\n").utf8)
        let refusal = HTTPRefusal(.requestHeaderFieldsTooLarge, .headTooLarge, isCausedByCookies: isBlamed)
        #expect(HeadOutcome.whole(head) == .refused(refusal))
        #expect(HeadOutcome.byteByByte(head) == .refused(refusal))
    }

    @Test("HTTP-2 Complete cookie lines count as well as the unfinished one")
    func completeCookies() {
        let line = "Cookie: " + String(repeating: "c", count: 3000) + "\r\n"
        let other = "Y: " + String(repeating: "y", count: 6000) + "\r\n"
        let head = Array((Self.opening + line + line + line + other + other).utf8)
        guard case .refused(let refusal) = HeadOutcome.whole(head) else {
            Issue.record("taken")
            return
        }
        #expect(refusal.isCausedByCookies)
        #expect(HeadOutcome.byteByByte(head) == .refused(refusal))
    }

    @Test("HTTP-2 Odd limits never trap", arguments: [Int.min, -1, 0, 1, 2, 17, 64, Int.max])
    func oddLimits(_ limit: Int) {
        let head = Array("\r\nGET / HTTP/1.1\r\nHost: a\r\nCookie: b\r\n\r\n".utf8)
        var limits = HTTPHeadLimits()
        limits.head = limit
        #expect(HeadOutcome.firstDifferingSplit(head, limits: limits) == nil)
        limits.requestLine = limit
        limits.fieldCount = limit
        #expect((HeadOutcome.whole(head, limits: limits).status == nil) == (limit >= 64))
        limits.head = 16384
        limits.fieldCount = 128
        #expect((HeadOutcome.whole(head, limits: limits).status == nil) == (limit >= 16))
        limits.requestLine = 8192
        limits.fieldCount = limit
        #expect((HeadOutcome.whole(head, limits: limits).status == nil) == (limit >= 2))
    }
}
