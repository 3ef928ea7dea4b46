internal import MainspringAnimation

/// What layers were told of the tiles that a scene shows of them. When it goes, they are told that nothing is seen.
final class TileWishes {
    private struct Wish: Equatable {
        let demand: TileDemand
        let grid: TileGrid
        var wanted: [TileKey] = []
        var used: [TileKey] = []

        static func == (left: Wish, right: Wish) -> Bool {
            left.demand === right.demand && left.grid == right.grid && left.wanted == right.wanted
                && left.used == right.used
        }
    }

    private var told: [ObjectIdentifier: Wish] = [:]
    private let viewer = TileDemand.makeViewer()

    deinit {
        for wish in told.values { wish.demand.leave(viewer) }
    }

    var isEmpty: Bool { told.isEmpty }

    /// Tells what is seen of some mosaics, several of which may be of one layer.
    func tell(_ mosaics: [TileMosaic]) {
        var wishes: [ObjectIdentifier: Wish] = [:]
        for mosaic in mosaics {
            guard let grid = mosaic.view?.grid, let demand = mosaic.demand else { continue }
            let known = wishes[ObjectIdentifier(demand)] ?? Wish(demand: demand, grid: grid)
            wishes[ObjectIdentifier(demand)] = Wish(
                demand: demand, grid: grid, wanted: known.wanted + mosaic.wanted, used: known.used + mosaic.used)
        }
        for (id, former) in told where wishes[id] == nil { former.demand.leave(viewer) }
        for (id, wish) in wishes where told[id] != wish {
            wish.demand.show(wish.wanted, using: wish.used, of: wish.grid, to: viewer)
        }
        told = wishes
    }
}
