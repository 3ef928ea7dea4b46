import CityData
import CityStacks
import Foundation
import Mainspring
import MainspringApplication
import MainspringRendering
import MainspringWindows

/// Measures set-ups one after another, prints the table, and writes what was asked for beside.
enum MeasurementRun {
    /// How many cities are saved at once.
    private static let batch = 500

    /// - Returns: what went wrong in measurements, as sentences.
    /// - Throws: what an import throws, and ``OutputFile/Failure``.
    @MainActor
    static func run(_ options: Options) throws -> (measurements: [Measurement], mistakes: [String]) {
        let windows = HeadlessWindowSystem { LayerPainter(background: Style.night) }
        let cities = CityImport(
            countries: try CityData.countries(), cities: try CityData.cities(limit: options.rows), batchSize: batch)
        try StandardStreams.print(
            """
            \(ResultTable.cities(cities.cities.count)) of \(cities.countries.count) countries, \(batch) saved at \
            once, into an SQLite file, while the map of them is painted 60 times a second
            """)
        try StandardStreams.print(ResultTable.head)
        let kinds = options.setUps.isEmpty ? SetUpKind.allCases : options.setUps
        let recorder = options.trace.map { _ in TraceRecorder(eventsPerThread: 1 << 17) }
        var measurements: [Measurement] = []
        try HeadlessRun.run(windows) {
            for kind in kinds {
                let measurement = try await Measurement.take(
                    kind, cities, windows, trace: kind == kinds.last ? recorder : nil)
                try StandardStreams.print(ResultTable.row(measurement.setUp))
                measurements.append(measurement)
            }
        }
        if let recorder, let file = options.trace { try OutputFile(file).write(recorder.chromeTrace()) }
        let mistakes = measurements.compactMap { each in each.mistake.map { "\(each.setUp.kind.rawValue): \($0)" } }
        return (measurements, mistakes)
    }
}
