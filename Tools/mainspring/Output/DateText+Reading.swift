internal import Foundation

/// Dates as people write them.
extension DateText {
    /// Reads a date by ISO 8601, or seconds since 2001.
    static func date(_ text: String) -> Date? {
        if let seconds = Double(text), seconds.isFinite { return Date(timeIntervalSinceReferenceDate: seconds) }
        return iso(text)
    }

    /// Reads a date by ISO 8601: `2024-05-09`, `2024-05-09T12:30Z`, `2024-05-09 12:30:00.25+02:00`, `-0043-03-15`, `+12345-01-01`.
    ///
    /// A day is its beginning, and the time is Greenwich's if no other is named. Nil for what is more than a date, and for a day that
    /// no month has.
    static func iso(_ text: String) -> Date? {
        let form =
            /(\d{4}|[+-]\d{4,9})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?/
        guard let parts = text.wholeMatch(of: form)?.output, let year = Int64(parts.1), let month = Int64(parts.2),
            let day = Int64(parts.3), let hour = Int64(parts.4 ?? "0"), let minute = Int64(parts.5 ?? "0"),
            let second = Int64(parts.6 ?? "0"), hour < 24, minute < 60, second < 60, (1...12).contains(month)
        else { return nil }
        let whole = CalendarMoment.seconds(
            year: year, month: month, dayOfMonth: day, second: hour * 3_600 + minute * 60 + second)
        let moment = CalendarMoment(whole)
        guard moment.year == year, moment.month == month, moment.dayOfMonth == day else { return nil }
        let fraction = parts.7.map { Double("0.\($0)") } ?? 0
        let offset = parts.8.map(seconds(ofZone:)) ?? 0
        guard let fraction, let offset else { return nil }
        return Date(timeIntervalSinceReferenceDate: Double(whole)).addingTimeInterval(fraction - offset)
    }

    /// How many seconds a zone such as `+02:00` is before Greenwich; nil for one that there cannot be.
    private static func seconds(ofZone zone: Substring) -> Double? {
        guard zone != "Z" else { return 0 }
        let digits = zone.dropFirst().filter { $0 != ":" }
        guard let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)), hours < 24, minutes < 60 else {
            return nil
        }
        return Double((hours * 60 + minutes) * 60) * (zone.hasPrefix("-") ? -1 : 1)
    }
}
