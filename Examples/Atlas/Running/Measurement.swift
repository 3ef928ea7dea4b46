import CityData
import CityStacks
import CoreData
import Foundation
import Mainspring
import MainspringAnimation
import MainspringApplication
import MainspringGraphics
import MainspringRendering

/// One import through one set-up while the screen is painted 60 times a second, in real time and without a display.
struct Measurement {
    let setUp: SetUpMeasurement
    /// When the main loop made its frames, in seconds from the import's begin.
    let frameTimes: [Double]
    /// The last frame.
    let picture: CGImage?
    /// What went wrong, as a sentence.
    let mistake: String?

    /// - Parameter budget: How long the screen's context merges at once.
    @MainActor
    static func take(
        _ kind: SetUpKind, _ cities: CityImport, _ windows: HeadlessWindowSystem, budget: Duration = .milliseconds(4)
    ) async throws -> Measurement {
        let store = try AtlasStore()
        defer { store.remove() }
        let setUp = kind.type.init(store.container.persistentStoreCoordinator)
        setUp.viewContext.mergeBudget = .time(budget)
        let window = try Window(WindowConfiguration(title: "Atlas", size: Style.size))
        let screen = try AtlasScreen(setUp.viewContext, in: window)
        window.show()
        let progress = ProgressLine()
        screen.onFrame = { [unowned screen] in
            progress.note(
                """
                \(kind.rawValue): \(ResultTable.grouped(screen.cityCount)) of \
                \(ResultTable.grouped(cities.cities.count)) cities
                """)
        }
        for _ in 0..<30 { await screen.nextFrame() }

        let first = screen.frameTimes.count
        let monitor = FrameMonitor(CFRunLoopGetMain())
        let begin = ContinuousClock.now
        let start = CACurrentMediaTime()
        try await setUp.run(cities)
        let time = ContinuousClock.now - begin
        let frames = monitor.stop()
        while !screen.hasShownAll { await screen.nextFrame() }
        // What has come last rolls and fades to its end.
        for _ in 0..<60 { await screen.nextFrame() }
        let rows = try await store.cityCount()
        let times = screen.frameTimes[first...].map { $0 - start }
        var picture = windows.surfaces.last?.frames.makeImage()
        // There is none while the next one is being painted.
        for _ in 0..<60 where picture == nil {
            await screen.nextFrame()
            picture = windows.surfaces.last?.frames.makeImage()
        }
        screen.end()
        window.close()
        // Before the row is printed, where both are on one terminal.
        progress.end()
        let wanted = cities.cities.count
        let mistake =
            rows != wanted
            ? "The store has \(rows) of \(wanted) cities."
            : screen.cityCount != wanted ? "The map has \(screen.cityCount) of \(wanted) cities." : nil
        return Measurement(
            setUp: SetUpMeasurement(kind: kind, rows: rows, seconds: time / .seconds(1), frames: frames),
            frameTimes: times.filter { $0 <= time / .seconds(1) + 0.05 }, picture: picture, mistake: mistake)
    }
}
