internal import Foundation

/// Dates as text, in Greenwich's time.
enum DateText {
    /// Seconds since 2001 between which a date has a year of four digits.
    private static let years = -63_114_000_000.0..<252_423_000_000.0

    /// To the second, for people; what has no year of four digits in seconds since 2001.
    static func cell(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        guard years.contains(seconds) else { return "\(seconds) s" }
        return date.formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: false).dateTimeSeparator(.space))
    }

    /// To the microsecond where there are any, by ISO 8601.
    static func exact(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        guard years.contains(seconds) else { return "\(seconds)" }
        var whole = seconds.rounded(.down)
        var fraction = Int(((seconds - whole) * 1_000_000).rounded())
        if fraction == 1_000_000 { (whole, fraction) = (whole + 1, 0) }
        let text = Date(timeIntervalSinceReferenceDate: whole).formatted(.iso8601)
        guard fraction > 0 else { return text }
        var digits = String(String(fraction + 1_000_000).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return "\(text.dropLast()).\(digits)Z"
    }
}
