import CityData
import CoreData
import Foundation
import Mainspring

/// One run of a case: imports into fresh stores, again and again for so many seconds, with a control before them.
@MainActor
struct StopRun {
    private let item: StopCase
    private let seconds: Double
    private let cities: [CityRecord]
    private let countries: [CountryRecord]
    private let start: StartStore

    /// The machine's own stops: where an idle loop stops for longer, the run beside it says nothing.
    private static let steady = 4.0
    private static let attempts = 3
    private static let controlSeconds = 3.0

    init(_ item: StopCase, seconds: Double) throws {
        (self.item, self.seconds) = (item, seconds)
        (cities, countries) = (try CityData.cities(), try CityData.countries())
        start = try StartStore(cities: cities, countries: countries)
    }

    /// The line that the program prints.
    func line() async throws -> String {
        guard item.stack != nil else {
            let control = try await Self.control(seconds: min(seconds, 10))
            return "value=\(control.longestStop / .milliseconds(1)) missed=\(100 * control.missedShare)"
        }
        var (figures, controls) = (StopFigures(), [Double]())
        for _ in 0..<Self.attempts {
            let before = try await Self.control(seconds: Self.controlSeconds).longestStop / .milliseconds(1)
            figures = try await imports()
            let after = try await Self.control(seconds: Self.controlSeconds).longestStop / .milliseconds(1)
            controls.append(max(before, after))
            if controls[controls.count - 1] <= Self.steady { break }
        }
        return figures.line(isTotal: item.isTotal)
            + " control=\(controls[controls.count - 1]) attempts=\(controls.count)"
    }

    /// What the main loop's frames are like when nothing else is done.
    private static func control(seconds: Double) async throws -> FrameReport {
        let ticking = Ticking {}
        defer { ticking.stop() }
        await ticking.next()
        let monitor = FrameMonitor(CFRunLoopGetMain())
        try await Task.sleep(for: .seconds(seconds))
        return monitor.stop()
    }

    /// Imports until the time is over; of a total, once to warm up and once more.
    private func imports() async throws -> StopFigures {
        var figures = StopFigures()
        if item.isTotal {
            _ = try await importOnce()
            figures.add(try await importOnce())
            return figures
        }
        repeat { figures.add(try await importOnce()) } while figures.seconds < seconds
        return figures
    }

    private func importOnce() async throws -> StopFigures {
        guard let type = item.stack else { return StopFigures() }
        return try await start.withCopy { coordinator in
            let stack = type.init(coordinator)
            stack.viewContext.mergeBudget = item.hasBudget ? .standard : nil
            let load = item.isTotal ? nil : try MainLoad(stack.viewContext, start)
            let ticking = Ticking { load?.tick() }
            defer { ticking.stop() }
            await ticking.next()
            let batch = CityImport(countries: countries, cities: cities, batchSize: min(item.batch, cities.count))
            let saves = SaveTimes()
            let (begin, monitor) = (ContinuousClock.now, FrameMonitor(CFRunLoopGetMain()))
            try await stack.run(batch, saves)
            let time = ContinuousClock.now - begin
            let frames = monitor.stop()
            try await start.check(coordinator, imported: cities.count)
            return StopFigures(frames, time, load?.longestRead, saves.longest)
        }
    }
}
