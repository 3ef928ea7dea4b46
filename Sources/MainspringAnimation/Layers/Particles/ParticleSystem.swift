internal import Diagnostics

/// What an emitter layer shows, as a function of its values and of time: no step before is needed, and each instant gives the
/// same particles whenever it is asked.
///
/// Births are at regular times of each cell, from the beginning of the layer's local time on; what is left to chance comes from
/// the layer's seed, the cell's place among the cells, the birth's number and the property. A particle's path, size, turn
/// and colour are closed forms of its age.
///
/// From Apple's documentation: what the values mean, and what particles in particles inherit (``ParticleStart``). Not documented, and
/// so ours: chances are even within a range to both sides; directions are even within a cone of three dimensions, whose whole
/// angle the range is; the first birth is a birth's time after the beginning; particles in particles begin while their emitter
/// lives, and do not take over its velocity and turn; a cell's births stop with its `duration`, its particles live on; the
/// layer's factors go for cells in cells as well.
///
/// A value that any thread may ask.
package struct ParticleSystem: Sendable {
    /// So many particles are given at most, however many are asked for.
    package static let most = 1 << 20

    /// How the particles of each cell look.
    package var looks: [ParticleLook] { list.looks }

    private let list: ParticleCellList
    private let places: EmitterPlaces
    private let order: CAEmitterLayerRenderMode
    private let chance: ParticleChance
    /// What the layer is called in sentences.
    private let name: String

    private static let complaints = OnceLog<String>(ending: "No further complaints about emitters are written.")

    /// - Parameter name: What the layer is called in sentences.
    package init(_ values: EmitterValues, name: String = "an emitter layer") {
        list = ParticleCellList(values)
        places = EmitterPlaces(values)
        order = values.renderMode
        chance = ParticleChance(seed: values.seed)
        self.name = name
        if list.isCut {
            Self.complaints.write(
                "cells of \(name)",
                """
                \(name) has more than \(ParticleCellList.mostCells) cells, cells in cells counted, or cells nested deeper than \
                \(ParticleCellList.deepest); the others show nothing. Use fewer.
                """)
        }
    }

    /// What a layer has now.
    package init(of layer: CAEmitterLayer) { self.init(layer.own, name: layer.nameInSentences) }

    /// Whether particles come out at all; if not, no instant has any.
    package var emits: Bool { list.cells[list.outer].contains { $0.rate > 0 && $0.reach > 0 } }

    /// The particles at an instant of the layer's local time, in the order in which they are drawn, the one at the back first.
    ///
    /// Time goes with the births that may be alive; of more particles than `most` the youngest of each cell are there, each cell
    /// having its share, and a sentence on standard error says so once.
    package func particles(at time: Double, most: Int = 10_000) -> [Particle] {
        let most = min(max(most, 0), Self.most)
        guard !time.isNaN, most > 0, emits else { return [] }
        var walk = ParticleWalk(list.cells, places)
        let age = ParticleBounds.limited(time, ParticleBounds.seconds)
        walk.emit(
            list.outer, from: .init(age: age, life: .infinity, pace: 1, chance: chance, course: nil), most: most)
        if walk.isCut {
            Self.complaints.write(
                "particles of \(name)",
                "\(name) has more particles than the \(most) that are drawn; the oldest do not show. "
                    + "Let fewer be born, or live shorter.")
        }
        return ordered(walk.found)
    }

    private func ordered(_ found: [Particle]) -> [Particle] {
        // The newest was found first; the last cell before the others.
        var particles = Array(found.reversed())
        switch order {
        case .oldestFirst: particles.sort { $0.layerAge > $1.layerAge }
        case .oldestLast: particles.sort { $0.layerAge < $1.layerAge }
        case .backToFront: particles.sort { $0.position.z < $1.position.z }
        default: break
        }
        return particles
    }
}
