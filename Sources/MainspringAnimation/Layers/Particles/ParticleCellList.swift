/// The cells of a layer, those in cells behind those around them, within bounds.
struct ParticleCellList {
    /// So many cells are looked at, and so deep: a few that contain each other may stand for any number.
    static let mostCells = 1_024
    static let deepest = 16

    private(set) var cells: [ParticleCell] = []
    private(set) var looks: [ParticleLook] = []
    /// Those of the layer itself.
    private(set) var outer = 0..<0
    /// Whether there are more cells than are looked at.
    private(set) var isCut = false

    init(_ layer: EmitterValues) {
        var sources: [(cell: CAEmitterCell, depth: Int)] = []
        outer = add(layer.emitterCells ?? [], depth: 1, to: &sources, layer)
        var index = 0
        while index < sources.count {
            let (cell, depth) = sources[index]
            cells[index].inner = add(cell.emitterCells ?? [], depth: depth + 1, to: &sources, layer)
            index += 1
        }
        for index in cells.indices.reversed() { cells[index].reach = reach(of: cells[index]) }
    }

    private mutating func add(
        _ added: [CAEmitterCell], depth: Int, to sources: inout [(cell: CAEmitterCell, depth: Int)],
        _ layer: EmitterValues
    ) -> Range<Int> {
        let first = cells.count
        guard depth <= Self.deepest else {
            if !added.isEmpty { isCut = true }
            return first..<first
        }
        for (number, cell) in added.enumerated() {
            guard cells.count < Self.mostCells else {
                isCut = true
                break
            }
            cells.append(ParticleCell(cell.values, number: number, in: layer))
            looks.append(ParticleLook(cell.values))
            sources.append((cell, depth))
        }
        return first..<cells.count
    }

    /// A particle's last child is born before it dies; how long that one's own are there counts in the child's time.
    private func reach(of cell: ParticleCell) -> Double {
        var longest = 0.0
        for inner in cells[cell.inner] where inner.speed > 0 && inner.rate > 0 {
            longest = max(longest, inner.reach / inner.speed)
        }
        return min(cell.longestLife + longest, ParticleBounds.seconds)
    }
}
