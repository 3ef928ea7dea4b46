import CityStacks
import Foundation

/// Spans of time as a chart's labels state them.
enum ChartTime {
    /// The longest span that is stated, in seconds: ten thousand hours.
    private static let most = 36_000_000.0

    /// Returns the length of a stop: in milliseconds, as in the table, up to ten seconds.
    static func stop(_ seconds: Double) -> String {
        seconds < 9.9995 ? ResultTable.grouped(Int((max(seconds, 0) * 1_000).rounded())) + " ms" : axis(seconds)
    }

    /// Returns a time on the axis: in seconds up to a minute, then in minutes, then in hours.
    static func axis(_ seconds: Double) -> String {
        let seconds = min(max(seconds, 0), most)
        guard seconds >= 59.95 else { return String(format: seconds < 9.995 ? "%.2f s" : "%.1f s", seconds) }
        let whole = Int(seconds.rounded())
        return whole < 3_600
            ? "\(whole / 60) min \(whole % 60) s"
            : "\(ResultTable.grouped(whole / 3_600)) h \(whole % 3_600 / 60) min"
    }
}
