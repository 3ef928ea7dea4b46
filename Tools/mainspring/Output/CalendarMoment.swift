/// A second in Greenwich's time, as the calendar has it: Gregory's from 15 October 1582 on, and Julius's before, as Foundation's
/// calendar and its formats have it. Years before the first are 0, -1 and so on, by ISO 8601.
struct CalendarMoment: Equatable {
    let year: Int64
    /// From 1 on, as those of days.
    let month: Int64
    let dayOfMonth: Int64
    /// Of the day.
    let second: Int64

    private static let secondsPerDay: Int64 = 86_400
    /// Days from 1 March of the year 0 to 1 January 2001, in Gregory's calendar. Years begin with March here, so that a leap day ends
    /// one.
    private static let daysToReference: Int64 = 730_791
    /// The first day of Gregory's calendar, by the same count.
    private static let reform: Int64 = 578_041
    /// How many days later a day of one name was in Julius's calendar, in the year 0.
    private static let shift: Int64 = -2

    /// - Parameter seconds: since the beginning of 2001.
    init(_ seconds: Int64) {
        let (days, second) = Self.divided(seconds, Self.secondsPerDay)
        let day = days + Self.daysToReference
        let (yearFromMarch, dayOfYear) = day < Self.reform ? Self.julian(day - Self.shift) : Self.gregorian(day)
        // Five months from March on have 153 days, and so have the next five.
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearFromMarch + (month <= 2 ? 1 : 0)
        self.second = second
    }

    /// Seconds from the beginning of 2001 to a second of a day.
    ///
    /// Days that no month has are those that follow: whoever reads a date looks whether it comes out again.
    /// - Parameter year: none of more than nine digits.
    static func seconds(year: Int64, month: Int64, dayOfMonth: Int64, second: Int64) -> Int64 {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + dayOfMonth - 1
        let quarter = divided(yearFromMarch, 4).quotient
        let century = divided(yearFromMarch, 100).quotient
        let gregorian = yearFromMarch * 365 + quarter - century + divided(yearFromMarch, 400).quotient + dayOfYear
        let day = gregorian < reform ? yearFromMarch * 365 + quarter + dayOfYear + shift : gregorian
        return (day - daysToReference) * secondsPerDay + second
    }

    /// The year that a day is in, and the day of that, from 0 on.
    private static func gregorian(_ day: Int64) -> (year: Int64, day: Int64) {
        let (era, rest) = divided(day, 146_097)
        // The last day of four years, of a century and of an era is no year more.
        let year = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365
        return (era * 400 + year, rest - (year * 365 + year / 4 - year / 100))
    }

    private static func julian(_ day: Int64) -> (year: Int64, day: Int64) {
        let (era, rest) = divided(day, 1_461)
        let year = (rest - rest / 1_460) / 365
        return (era * 4 + year, rest - year * 365)
    }

    /// A quotient that is rounded down, and a rest that is not below 0.
    private static func divided(_ number: Int64, _ divisor: Int64) -> (quotient: Int64, rest: Int64) {
        let rest = (number % divisor + divisor) % divisor
        return ((number - rest) / divisor, rest)
    }

    // MARK: Text

    /// The day by ISO 8601: the year has four digits, or a sign and as many as it needs.
    var day: String {
        let sign = year < 0 ? "-" : year > 9_999 ? "+" : ""
        return "\(sign)\(Self.padded(abs(year), 4))-\(Self.padded(month, 2))-\(Self.padded(dayOfMonth, 2))"
    }

    /// The time by ISO 8601.
    var time: String {
        "\(Self.padded(second / 3_600, 2)):\(Self.padded(second / 60 % 60, 2)):\(Self.padded(second % 60, 2))"
    }

    private static func padded(_ number: Int64, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(count - digits.count, 0)) + digits
    }
}
