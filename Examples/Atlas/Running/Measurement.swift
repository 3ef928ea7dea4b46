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
    /// When the main loop made its frames, in seconds from the last one before the import, which is the first of them; the
    /// last is the first one after it.
    let frameTimes: [Double]
    /// The last frame.
    let picture: CGImage?
    /// What went wrong, as a sentence.
    let mistake: String?

    /// - Parameters:
    ///   - budget: How long the screen's context merges at once.
    ///   - trace: records the import and what moves after it; not the end, at which objects, store and window go.
    @MainActor
    static func take(
        _ kind: SetUpKind, _ cities: CityImport, _ windows: HeadlessWindowSystem, budget: Duration = .milliseconds(4),
        trace: TraceRecorder? = nil
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

        trace?.start()
        // If the import throws, too.
        defer { trace?.stop() }
        let monitor = FrameMonitor(CFRunLoopGetMain())
        let begin = ContinuousClock.now
        let start = CACurrentMediaTime()
        try await setUp.run(cities)
        let time = ContinuousClock.now - begin
        let frames = monitor.stop()
        let end = CACurrentMediaTime()
        while !screen.hasShownAll { await screen.nextFrame() }
        // What has come last rolls and fades to its end.
        for _ in 0..<60 { await screen.nextFrame() }
        trace?.stop()
        let rows = try await store.cityCount()
        let times = Self.times(of: screen.frameTimes, from: start, to: end)
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
            frameTimes: times, picture: picture, mistake: mistake)
    }

    /// The frames around a stretch of time, which belong to it: it may begin and end within a stop.
    /// - Parameters:
    ///   - frames: When frames were made, one after another, in seconds.
    ///   - begin: In seconds of the same clock, as `end`.
    /// - Returns: in seconds from the first of them.
    static func times(of frames: [Double], from begin: Double, to end: Double) -> [Double] {
        let first = frames.lastIndex { $0 <= begin } ?? 0
        let last = frames.firstIndex { $0 >= end } ?? frames.count - 1
        guard first <= last else { return [] }
        return frames[first...last].map { $0 - frames[first] }
    }
}
