extension HTTPDate {
    /// Reads a date in any of the three forms that a recipient has to know (RFC 9110, section 5.6.7).
    ///
    /// Names are compared with case, as the standard says, and the calendar must have the day; in the two forms with
    /// a whole year the weekday must be the day's. A 60th second is the next minute's first.
    ///
    /// - Parameters:
    ///   - text: the field's value.
    ///   - now: decides the century of an RFC 850 date, whose year has two digits: one that would be more than 50 years
    ///     ahead lies in the past.
    public init?(_ text: String, now: HTTPDate) {
        self.init(Array(text.utf8).span, now: now)
    }

    /// Reads a date from the bytes of a field's value; `nil` when it has none of the three forms.
    package init?(_ bytes: Span<UInt8>, now: HTTPDate) {
        switch bytes.count {
        case 29: self.init(preferred: bytes)
        case 24: self.init(asctime: bytes)
        case 30...33: self.init(rfc850: bytes, now: now)
        default: return nil
        }
    }

    /// The preferred form: `Sun, 06 Nov 1994 08:49:37 GMT`.
    private init?(preferred bytes: Span<UInt8>) {
        var reader = DateReader(at: 0)
        guard let weekday = reader.weekday(bytes), reader.skip(", ", bytes),
            let day = reader.digits(2, bytes), reader.skip(" ", bytes),
            let month = reader.month(bytes), reader.skip(" ", bytes),
            let year = reader.digits(4, bytes), reader.skip(" ", bytes),
            let second = reader.timeOfDay(bytes), reader.skip(" GMT", bytes)
        else { return nil }
        self.init(CalendarDay(year: year, month: month, day: day), second: second, weekday: weekday)
    }

    /// The form of C's asctime: `Sun Nov  6 08:49:37 1994`.
    private init?(asctime bytes: Span<UInt8>) {
        var reader = DateReader(at: 0)
        guard let weekday = reader.weekday(bytes), reader.skip(" ", bytes),
            let month = reader.month(bytes), reader.skip(" ", bytes),
            let day = reader.skip(" ", bytes) ? reader.digits(1, bytes) : reader.digits(2, bytes),
            reader.skip(" ", bytes), let second = reader.timeOfDay(bytes), reader.skip(" ", bytes),
            let year = reader.digits(4, bytes)
        else { return nil }
        self.init(CalendarDay(year: year, month: month, day: day), second: second, weekday: weekday)
    }

    /// The form of RFC 850: `Sunday, 06-Nov-94 08:49:37 GMT`.
    private init?(rfc850 bytes: Span<UInt8>, now: HTTPDate) {
        var reader = DateReader(at: 0)
        guard reader.longWeekday(bytes), reader.skip(", ", bytes),
            let day = reader.digits(2, bytes), reader.skip("-", bytes),
            let month = reader.month(bytes), reader.skip("-", bytes),
            let year = reader.digits(2, bytes), reader.skip(" ", bytes),
            let second = reader.timeOfDay(bytes), reader.skip(" GMT", bytes), reader.index == bytes.count
        else { return nil }
        let today = CalendarDay(daysSince1970: now.secondsSince1970.flooredQuotientAndRemainder(by: 86400).quotient)
        // The latest year with these digits that is at most 50 years ahead; on the 50th, the very moment decides.
        var full = (today.year + 50) / 100 * 100 + year
        if full > today.year + 50 { full -= 100 }
        if full == today.year + 50 {
            let limit = CalendarDay(year: full, month: today.month, day: today.day).daysSince1970 * 86400
            let moment = CalendarDay(year: full, month: month, day: day).daysSince1970 * 86400 + second
            let secondOfToday = now.secondsSince1970.flooredQuotientAndRemainder(by: 86400).remainder
            if moment > limit + secondOfToday { full -= 100 }
        }
        self.init(CalendarDay(year: full, month: month, day: day), second: second, weekday: nil)
    }

    private init?(_ day: CalendarDay, second: Int, weekday: Int?) {
        guard day.exists else { return nil }
        let days = day.daysSince1970
        if let weekday, weekday != CalendarDay.weekday(daysSince1970: days) { return nil }
        self.init(secondsSince1970: days * 86400 + second)
    }
}

/// Walks over a date's bytes; every step checks that they are there.
private struct DateReader {
    private(set) var index: Int

    init(at index: Int) { self.index = index }

    mutating func skip(_ text: StaticString, _ bytes: Span<UInt8>) -> Bool {
        guard bytes.holds(text, at: index) else { return false }
        index += text.utf8CodeUnitCount
        return true
    }

    mutating func digits(_ count: Int, _ bytes: Span<UInt8>) -> Int? {
        guard bytes.count - index >= count else { return nil }
        var number = 0
        for offset in index..<index + count {
            let digit = bytes[offset] &- 48
            guard digit < 10 else { return nil }
            number = number * 10 + Int(digit)
        }
        index += count
        return number
    }

    /// The second of the day, from `08:49:37`.
    mutating func timeOfDay(_ bytes: Span<UInt8>) -> Int? {
        guard let hour = digits(2, bytes), skip(":", bytes), let minute = digits(2, bytes), skip(":", bytes),
            let second = digits(2, bytes), hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    mutating func month(_ bytes: Span<UInt8>) -> Int? {
        for month in 1...12 where skip(CalendarDay.monthName(month), bytes) { return month }
        return nil
    }

    mutating func weekday(_ bytes: Span<UInt8>) -> Int? {
        // The days of 1970's second week, which began on Monday, the 5th of January.
        for weekday in 0..<7 where skip(CalendarDay.weekdayName(daysSince1970: 4 + weekday), bytes) { return weekday }
        return nil
    }

    mutating func longWeekday(_ bytes: Span<UInt8>) -> Bool {
        skip("Monday", bytes) || skip("Tuesday", bytes) || skip("Wednesday", bytes) || skip("Thursday", bytes)
            || skip("Friday", bytes) || skip("Saturday", bytes) || skip("Sunday", bytes)
    }
}
