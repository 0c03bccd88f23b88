/// A moment as HTTP writes it: whole seconds, in GMT (RFC 9110, section 5.6.7).
public struct HTTPDate: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The seconds since the start of 1970, leap seconds left out; negative before it.
    public let secondsSince1970: Int

    /// The first and the last second that four digits of a year can write: the years 0 to 9999.
    static let writable = -62_167_219_200...253_402_300_799

    /// Makes a date; moments outside the years 0 to 9999 become the nearest one inside.
    public init(secondsSince1970: Int) {
        self.secondsSince1970 = min(max(secondsSince1970, Self.writable.lowerBound), Self.writable.upperBound)
    }

    /// The date in the preferred form, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The 29 bytes of the preferred form.
    package var bytes: [UInt8] {
        var buffer = OutputBuffer(capacity: 29)
        write(into: &buffer)
        return buffer.copy()
    }

    /// Orders by time.
    public static func < (left: Self, right: Self) -> Bool { left.secondsSince1970 < right.secondsSince1970 }
}

extension HTTPDate {
    /// Writes the preferred form without an allocation.
    package static func write(secondsSince1970: Int, into buffer: inout OutputBuffer) {
        HTTPDate(secondsSince1970: secondsSince1970).write(into: &buffer)
    }

    /// Writes the preferred form, always 29 bytes.
    package func write(into buffer: inout OutputBuffer) {
        let (days, second) = secondsSince1970.flooredQuotientAndRemainder(by: 86400)
        let date = CalendarDay(daysSince1970: days)
        buffer.reserve(29)
        buffer.append(CalendarDay.weekdayName(daysSince1970: days))
        buffer.append(", ")
        buffer.append(twoDigits: date.day)
        buffer.append(32)
        buffer.append(CalendarDay.monthName(date.month))
        buffer.append(32)
        buffer.append(twoDigits: date.year / 100)
        buffer.append(twoDigits: date.year % 100)
        buffer.append(32)
        buffer.append(twoDigits: second / 3600)
        buffer.append(58)
        buffer.append(twoDigits: second / 60 % 60)
        buffer.append(58)
        buffer.append(twoDigits: second % 60)
        buffer.append(" GMT")
    }
}

extension OutputBuffer {
    /// Writes a number from 0 to 99.
    fileprivate mutating func append(twoDigits number: Int) {
        append(48 + UInt8(truncatingIfNeeded: number / 10))
        append(48 + UInt8(truncatingIfNeeded: number % 10))
    }
}

extension Int {
    /// Division that rounds down, so that the remainder is never negative.
    func flooredQuotientAndRemainder(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
