import LoopbackKitHTTP
import Testing

@Suite("HTTPDate")
struct HTTPDateTests {
    /// The day of RFC 9110's examples.
    static let example = 784_111_777
    static let now = HTTPDate(secondsSince1970: 1_700_000_000)

    @Test(
        "FILE-5 Dates are written in the preferred form",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (example, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (Int.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (-62_167_219_200, "Sat, 01 Jan 0000 00:00:00 GMT"),
            (Int.min, "Sat, 01 Jan 0000 00:00:00 GMT"),
        ]
    )
    func written(seconds: Int, text: String) {
        #expect(HTTPDate(secondsSince1970: seconds).description == text)
        var buffer = OutputBuffer()
        HTTPDate.write(secondsSince1970: seconds, into: &buffer)
        #expect(buffer.copy() == Array(text.utf8))
    }

    @Test(
        "FILE-5 All three forms of a date are read",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        ]
    )
    func read(text: String) {
        #expect(HTTPDate(text, now: Self.now)?.secondsSince1970 == Self.example)
    }

    @Test("FILE-5 Every day of 800 years is read as it was written")
    func everyDay() {
        for day in stride(from: -146_097, through: 146_097, by: 1) {
            let date = HTTPDate(secondsSince1970: day * 86400 + 43_201)
            guard HTTPDate(date.description, now: Self.now) == date else {
                Issue.record("\(date) is not read as it was written")
                return
            }
        }
    }

    @Test(
        "FILE-5 A year of two digits that would be more than 50 years ahead lies in the past",
        arguments: [
            ("Sunday, 06-Nov-94 08:49:37 GMT", "Tue, 14 Nov 2023 22:13:20 GMT", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "Sat, 01 Jan 2050 00:00:00 GMT", "Sat, 06 Nov 2094 08:49:37 GMT"),
            ("Monday, 14-Nov-73 22:13:20 GMT", "Tue, 14 Nov 2023 22:13:20 GMT", "Tue, 14 Nov 2073 22:13:20 GMT"),
            ("Tuesday, 14-Nov-78 22:13:20 GMT", "Tue, 14 Nov 2023 22:13:20 GMT", "Tue, 14 Nov 1978 22:13:20 GMT"),
            ("Monday, 14-Nov-73 22:13:21 GMT", "Tue, 14 Nov 2023 22:13:20 GMT", "Wed, 14 Nov 1973 22:13:21 GMT"),
            ("Monday, 01-Jan-01 00:00:00 GMT", "Sun, 01 Jan 2051 00:00:00 GMT", "Sat, 01 Jan 2101 00:00:00 GMT"),
        ]
    )
    func century(text: String, now: String, expected: String) throws {
        let now = try #require(HTTPDate(now, now: Self.now))
        #expect(HTTPDate(text, now: now)?.description == expected)
    }

    @Test(
        "FILE-5 What is not exactly a date is refused",
        arguments: [
            "", "Sun", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "sun, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 nov 1994 08:49:37 GMT", "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
            "Wed, 30 Feb 1994 08:49:37 GMT", "Thu, 29 Feb 1900 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov -994 08:49:37 GMT", " Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sun Nov 06 08:49:37 1994 GMT",
            "Sun Nov 6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
            "Someday, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMTx", "1700000000",
        ]
    )
    func refused(text: String) {
        #expect(HTTPDate(text, now: Self.now) == nil)
    }

    @Test("FILE-5 A date with a leap second is the next minute's first second")
    func leapSecond() {
        let date = HTTPDate("Sat, 31 Dec 2016 23:59:60 GMT", now: Self.now)
        #expect(date?.description == "Sun, 01 Jan 2017 00:00:00 GMT")
    }

    @Test("FILE-5 No truncation and no changed byte of a date traps")
    func damaged() {
        for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            let bytes = Array(text.utf8)
            for index in bytes.indices {
                let truncated = Array(bytes[..<index])
                let date = HTTPDate(truncated.span, now: Self.now)
                #expect(date == nil)
                for byte in UInt8.min...UInt8.max {
                    var damaged = bytes
                    damaged[index] = byte
                    _ = HTTPDate(damaged.span, now: Self.now)
                }
            }
        }
    }
}
