import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("Cookie dates")
struct CookieDateTests {
    private func read(_ text: String) -> Int? { CookieDate.read(Array(text.utf8)[...])?.secondsSince1970 }

    @Test(
        "PROXY-6 Dates are read in every form that sites write",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("6 nOvEmBeR 1994 8:49:37", 784_111_777),
            ("1994 06 Nov 08:49:37", 784_111_777),
            ("08:49:37 06 Nov 1994", 784_111_777),
            ("06th Nov 1994AD 08:49:37Z", 784_111_777),
            (";Sun;06/Nov/1994;08:49:37;", 784_111_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("1 Jan 70 0:0:0", 0),
            ("1 Jan 69 0:0:0", 3_124_224_000),
            ("1 Jan 00 0:0:0", 946_684_800),
            ("1 Jan 99 0:0:0", 915_148_800),
            ("1 Jan 1601 0:0:0", -11_644_473_600),
            ("31 Dec 9999 23:59:59", 253_402_300_799),
            ("29 Feb 2000 12:00:00", 951_825_600),
            // The first number that can be a day is the day, and "2" is no year, which has two digits at least.
            ("1 2 Jan 2000 0:0:0 2003", 946_684_800),
        ]
    )
    func forms(text: String, seconds: Int) { #expect(read(text) == seconds) }

    @Test(
        "PROXY-6 A date that lacks a part, or that no calendar has, is none",
        arguments: [
            "", " ", "Nov 1994 08:49:37", "06 1994 08:49:37", "06 Nov 08:49:37", "06 Nov 1994", "06 Nov 1994 08:49",
            "06 Nov 1994 24:00:00", "06 Nov 1994 00:60:00", "06 Nov 1994 00:00:60", "00 Nov 1994 00:00:00",
            "32 Nov 1994 00:00:00", "31 Nov 1994 00:00:00", "29 Feb 1900 00:00:00", "1 Jan 1600 0:0:0",
            "1 Jan 10000 0:0:0", "1 Jan 1 0:0:0", "001 Jan 1994 0:0:0", "1 Jam 1994 0:0:0", "1 Jan 1994 000:0:0",
            "1 Jan 1994 0:000:0", "1 Jan 1994 0:0:000", "1 Jan 1994 :0:0", "1 Jan 1994 0a:0:0", "1 Ja 1994 0:0:0",
        ]
    )
    func noDate(text: String) { #expect(read(text) == nil) }

    @Test("PROXY-6 No cut of a date traps")
    func truncations() {
        let date = Array("Sun, 06-Nov-1994 08:49:37 GMT".utf8)
        for start in date.indices {
            for end in start...date.count { _ = CookieDate.read(date[start..<end]) }
        }
    }
}
