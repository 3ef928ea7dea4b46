internal import Locks
import Synchronization

/// Which tiles of a layer are to be seen: what those who draw its frames tell the thread that draws its tiles. From any thread.
package final class TileDemand: Sendable {
    private struct Viewer {
        let number: UInt64
        let grid: TileGrid
        let wanted: [TileKey]
        let used: [TileKey]
    }

    private struct State {
        /// By who wants them, the most wanted ones first.
        var viewers: [Viewer] = []
        /// When each was seen last, counted by the changes of what is.
        var lastUses: [TileKey: UInt64] = [:]
        var count: UInt64 = 0
        weak var drawing: TileDrawing?

        mutating func note(_ viewer: Viewer, _ most: Int) {
            count += 1
            for key in viewer.wanted { lastUses[key] = count }
            for key in viewer.used { lastUses[key] = count }
            guard lastUses.count > most else { return }
            let latest = lastUses.values.sorted(by: >)[most / 2]
            lastUses = lastUses.filter { $0.value > latest }
        }
    }

    private let state = Guarded(State())
    private static let lastViewer = Atomic<UInt64>(0)

    /// So many uses are remembered of tiles that may not be there any more.
    private static let mostUses = 4 * TileGrid.mostTiles

    init() {}

    /// A number for somebody who draws frames.
    package static func makeViewer() -> UInt64 { lastViewer.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Somebody shows other tiles than before.
    /// - Parameters:
    ///   - wanted: Those to be seen, whether they are there or not, the most wanted ones first.
    ///   - used: Others that are shown as long as those are not there.
    ///   - grid: What they are tiles of.
    package func show(_ wanted: [TileKey], using used: [TileKey], of grid: TileGrid, to viewer: UInt64) {
        let drawing = state.withLock { state -> TileDrawing? in
            let new = Viewer(number: viewer, grid: grid, wanted: wanted, used: used)
            state.note(new, Self.mostUses)
            guard let place = state.viewers.firstIndex(where: { $0.number == viewer }) else {
                state.viewers.append(new)
                return state.drawing
            }
            let former = state.viewers[place]
            state.viewers[place] = new
            // Others in their place are no reason to draw.
            if former.grid == grid, former.wanted == wanted { return nil }
            return state.drawing
        }
        drawing?.send()
    }

    /// Somebody shows the layer no more.
    package func leave(_ viewer: UInt64) { state.withLock { $0.viewers.removeAll { $0.number == viewer } } }

    /// Who is told of tiles that are to be seen.
    func follow(_ drawing: TileDrawing) { state.withLock { $0.drawing = drawing } }

    /// The first of a grid's tiles to be seen for which something holds.
    func firstWanted(of grid: TileGrid, where holds: (TileKey) -> Bool) -> TileKey? {
        // Not under the lock: what is asked is the layer's.
        for viewer in state.withLock({ $0.viewers }) where viewer.grid == grid {
            if let found = viewer.wanted.first(where: holds) { return found }
        }
        return nil
    }

    /// All that are shown or to be shown, and of the others when they were seen last: the greater the later.
    var uses: (shown: Set<TileKey>, last: [TileKey: UInt64]) {
        state.withLock { state in
            (Set(state.viewers.flatMap { $0.wanted + $0.used }), state.lastUses)
        }
    }
}
