package import LoopbackKitHTTP

/// Reads the dates of Expires attributes, which have many forms (RFC 6265bis, section 5.1.1).
///
/// The text is cut into tokens; the first that looks like a time of day is the time, the first short number the day, the
/// first with a month's name the month, and the first longer number the year.
package enum CookieDate {
    /// Reads a date; `nil` where a part is missing or the calendar has no such day.
    package static func read(_ text: ArraySlice<UInt8>) -> HTTPDate? {
        var parts = Parts()
        for token in text.split(whereSeparator: isDelimiter) { parts.take(token) }
        return parts.date
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private struct Parts {
        /// The second of the day.
        var time: Int?
        var day: Int?
        var month: Int?
        var year: Int?
        /// A time of day, or a year, that no clock or calendar has.
        var isImpossible = false

        /// Takes a token for the first part that it can be and that is still missing.
        mutating func take(_ token: ArraySlice<UInt8>) {
            if time == nil, let found = Self.time(token) {
                time = found.hour * 3600 + found.minute * 60 + found.second
                isImpossible = isImpossible || found.hour > 23 || found.minute > 59 || found.second > 59
            } else if day == nil, let found = Self.number(token, 1...2) {
                day = found
            } else if month == nil, let found = Self.month(token) {
                month = found
            } else if year == nil, let found = Self.number(token, 2...4) {
                switch found {
                case 0...69: year = found + 2000
                case 70...99: year = found + 1900
                default: year = found
                }
            }
        }

        var date: HTTPDate? {
            guard !isImpossible, let time, let day, let month, let year, year >= 1601 else { return nil }
            let date = CalendarDay(year: year, month: month, day: day)
            guard date.exists else { return nil }
            return HTTPDate(secondsSince1970: date.daysSince1970 * 86400 + time)
        }

        /// A number of so many digits, with anything but a digit behind them.
        private static func number(_ token: ArraySlice<UInt8>, _ lengths: ClosedRange<Int>) -> Int? {
            let digits = token.prefix { $0 &- 48 < 10 }
            guard lengths.contains(digits.count) else { return nil }
            return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        }

        /// Three numbers of one or two digits with colons between them, and anything but a digit behind.
        private static func time(_ token: ArraySlice<UInt8>) -> (hour: Int, minute: Int, second: Int)? {
            let fields = token.split(separator: 58, maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, fields[0].allSatisfy({ $0 &- 48 < 10 }), fields[1].allSatisfy({ $0 &- 48 < 10 }),
                let hour = number(fields[0], 1...2), let minute = number(fields[1], 1...2),
                let second = number(fields[2], 1...2)
            else { return nil }
            return (hour, minute, second)
        }

        private static let months: [StaticString] = [
            "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
        ]

        private static func month(_ token: ArraySlice<UInt8>) -> Int? {
            months.firstIndex { token.hasPrefix(word: $0) }.map { $0 + 1 }
        }
    }
}
