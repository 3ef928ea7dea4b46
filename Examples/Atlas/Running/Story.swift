import CityData
import CityStacks
import CoreData
import Foundation
import Mainspring
import MainspringAnimation
import MainspringApplication
import MainspringGraphics
import MainspringRendering
import MainspringWindows

/// What a recording shows: the cities arrive, two flights over twelve of them, a search, and a form that is left by Cancel.
///
/// On a virtual clock: nobody waits for it, and it is the same each time.
@MainActor
final class Story {
    /// Frames of a second.
    nonisolated static let rate = 20
    private let clock: VirtualClock
    private let store: AtlasStore
    private let importing: PacedImport
    private let window: Window
    let screen: AtlasScreen
    /// The time on the clock at which the story ends, checked after each pause; nil plays the whole story.
    private let end: CFAbsoluteTime?

    /// Thrown by a pause that ends at or after ``end``.
    private struct IsOver: Error {}

    /// Opens the window, over an empty store.
    ///
    /// - Parameter length: The seconds after which the story ends, at the end of a pause; nil plays the whole story.
    init(_ cities: CityImport, _ clock: VirtualClock, length: Double? = nil) throws {
        self.clock = clock
        end = length.map { clock.absoluteTime + $0 }
        store = try AtlasStore()
        importing = PacedImport(cities: cities, clock: clock, pause: 1 / Double(Self.rate))
        let context = store.container.viewContext
        window = try Window(WindowConfiguration(title: "Atlas", size: Style.size))
        screen = try AtlasScreen(context, in: window)
        window.show()
    }

    /// The cities in as many batches as there are frames in some seconds.
    static func cities(rows: Int, seconds: Double) throws -> CityImport {
        let cities = try CityData.cities(limit: rows)
        let count = max(Int(Double(rate) * seconds), 1)
        return CityImport(
            countries: try CityData.countries(), cities: cities, batchSize: max((cities.count + count - 1) / count, 1))
    }

    /// Plays it to its end.
    func play() async throws {
        do {
            try await tell()
        } catch is IsOver {}
    }

    private func tell() async throws {
        let context = store.container.viewContext
        try await pause(0.5)
        try await importing.run(store.container, into: context)
        await screen.finishImport()
        try await pause(1)
        await screen.fly(to: try Leg.all(in: context))
        try await pause(1)
        try await searchAndEdit()
    }

    private func searchAndEdit() async throws {
        window.focusLayer = screen.search
        for letter in "population > 9000000" {
            screen.search.insert(String(letter))
            await clock.withHold { await screen.list.searchEnd() }
            try await pause(0.05)
        }
        try await pause(0.6)
        window.focusLayer = nil
        guard let city = screen.list.firstCity else { return }
        screen.choose(city)
        try await pause(1)
        screen.edit()
        try await pause(0.6)
        screen.form?.name.selectAll()
        for letter in "A new name" {
            screen.form?.name.insert(String(letter))
            try await pause(0.05)
        }
        try await pause(0.5)
        screen.form?.cancel()
        try await pause(1.2)
    }

    /// Time stands still from the instant at which it is over until what follows has begun.
    private func pause(_ seconds: Double) async throws {
        try await clock.withHold { try await clock.sleep(for: .seconds(seconds)) }
        if let end, clock.absoluteTime >= end { throw IsOver() }
    }

    /// Closes its window, and removes its store.
    func close() {
        screen.end()
        window.close()
        store.remove()
    }
}

/// Gives the frames of a window to recordings instead of painting them.
final class RecordingPainter: FramePainter {
    private let recordings: [HostRecording]

    init(_ recordings: [HostRecording]) { self.recordings = recordings }

    func paint(_ update: FrameUpdate, into pixels: PixelMemory) {
        for recording in recordings { recording.add(update.frame) }
    }
}
