/// A day of the proleptic Gregorian calendar.
///
/// Years are counted in eras of 400, which all have 146,097 days, and begin in March, so that the leap day is a year's
/// last one.
package struct CalendarDay: Hashable {
    var year: Int
    /// From 1 to 12.
    var month: Int
    /// From 1 to 31.
    var day: Int

    /// From the start of the year 0 in March to the start of 1970.
    private static let daysBefore1970 = 719_468
    private static let daysOfEra = 146_097

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    init(daysSince1970 days: Int) {
        let (era, dayOfEra) = (days + Self.daysBefore1970).flooredQuotientAndRemainder(by: Self.daysOfEra)
        // Take out the leap days before the division by 365; the era's last one belongs to its last year.
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    package var daysSince1970: Int {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredQuotientAndRemainder(by: 400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysOfEra + dayOfEra - Self.daysBefore1970
    }

    /// Whether the calendar has that day.
    package var exists: Bool {
        guard (1...12).contains(month), day >= 1 else { return false }
        switch month {
        case 2: return day <= (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28)
        case 4, 6, 9, 11: return day <= 30
        default: return day <= 31
        }
    }

    /// 0 for Monday to 6 for Sunday.
    static func weekday(daysSince1970 days: Int) -> Int { (days + 3).flooredQuotientAndRemainder(by: 7).remainder }

    static func weekdayName(daysSince1970 days: Int) -> StaticString {
        switch weekday(daysSince1970: days) {
        case 0: "Mon"
        case 1: "Tue"
        case 2: "Wed"
        case 3: "Thu"
        case 4: "Fri"
        case 5: "Sat"
        default: "Sun"
        }
    }

    static func monthName(_ month: Int) -> StaticString {
        switch month {
        case 1: "Jan"
        case 2: "Feb"
        case 3: "Mar"
        case 4: "Apr"
        case 5: "May"
        case 6: "Jun"
        case 7: "Jul"
        case 8: "Aug"
        case 9: "Sep"
        case 10: "Oct"
        case 11: "Nov"
        default: "Dec"
        }
    }
}
