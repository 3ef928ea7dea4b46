internal import Foundation

/// Dates as text, in Greenwich's time.
enum DateText {
    /// Seconds since 2001 between which each whole second is a number of its own: some 285 million years before and after.
    private static let seconds = -9_007_199_254_740_992.0...9_007_199_254_740_992.0

    /// To the second, for people; what is in no year that can be computed in seconds since 2001.
    static func cell(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        guard Self.seconds.contains(seconds) else { return "\(seconds) s" }
        let moment = CalendarMoment(Int64(seconds.rounded(.down)))
        return "\(moment.day) \(moment.time)"
    }

    /// To the microsecond where there are any, by ISO 8601. What is in no year that can be computed in seconds since 2001.
    static func exact(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        guard Self.seconds.contains(seconds) else { return "\(seconds)" }
        var whole = seconds.rounded(.down)
        var fraction = Int(((seconds - whole) * 1_000_000).rounded())
        if fraction == 1_000_000 { (whole, fraction) = (whole + 1, 0) }
        let moment = CalendarMoment(Int64(whole))
        let text = "\(moment.day)T\(moment.time)"
        guard fraction > 0 else { return text + "Z" }
        var digits = String(String(fraction + 1_000_000).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return "\(text).\(digits)Z"
    }
}
