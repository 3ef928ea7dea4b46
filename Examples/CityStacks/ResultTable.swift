internal import Foundation
internal import Mainspring

/// Measurements as lines of text.
package struct ResultTable {
    package static let titles = [
        "stack", "rows", "seconds", "frames due", "shown", "missed", "longest stop", "longest call-out",
    ]
    private static let widths = [8, 9, 9, 12, 7, 8, 14, 18]

    /// The line above.
    package static var head: String { line(titles) }

    /// A measurement's line.
    package static func row(_ measurement: SetUpMeasurement) -> String { line(cells(measurement)) }

    /// What stands in a measurement's line.
    package static func cells(_ measurement: SetUpMeasurement) -> [String] {
        [
            measurement.kind.rawValue, grouped(measurement.rows), fixed(measurement.seconds, 2),
            grouped(measurement.frames.due),
            grouped(measurement.frames.shown), grouped(measurement.frames.missed),
            milliseconds(measurement.frames.longestStop), milliseconds(measurement.frames.longestCallOut),
        ]
    }

    /// Names to the left, numbers to the right.
    private static func line(_ cells: [String]) -> String {
        zip(cells, widths).enumerated().map { index, cell in
            let space = String(repeating: " ", count: max(cell.1 - cell.0.count, 0))
            return index == 0 ? cell.0 + space : space + cell.0
        }.joined()
    }

    /// With a comma after every third digit.
    package static func grouped(_ number: Int) -> String {
        let digits = String(number)
        return String(
            digits.enumerated().flatMap { index, digit in
                index > 0 && (digits.count - index).isMultiple(of: 3) ? [",", digit] : [digit]
            })
    }

    /// So many cities, in words.
    package static func cities(_ number: Int) -> String { "\(grouped(number)) \(number == 1 ? "city" : "cities")" }

    private static func milliseconds(_ duration: Duration) -> String { fixed(duration / .milliseconds(1), 1) + " ms" }

    private static func fixed(_ number: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", number) }
}
