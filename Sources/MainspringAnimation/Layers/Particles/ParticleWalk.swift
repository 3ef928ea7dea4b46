/// Goes through births, the newest first, and gathers what lives.
struct ParticleWalk {
    let cells: [ParticleCell]
    let places: EmitterPlaces
    /// Particles, each in front of those that are to be behind it.
    private(set) var found: [Particle] = []
    /// Something is missing, because there is more than may be.
    private(set) var isCut = false
    /// So many may be found altogether, and so many births be looked at, by the cell of the layer whose turn it is.
    private var most = 0
    private var work = 0

    /// What emits: the layer, or a particle.
    struct Emitter {
        /// Seconds since it began, and after which it ends.
        var age: Double
        var life: Double
        /// How many seconds pass in its time while one does in the layer's.
        var pace: Double
        var chance: ParticleChance
        /// Nil for the layer.
        var course: ParticleCourse?
    }

    init(_ cells: [ParticleCell], _ places: EmitterPlaces) { (self.cells, self.places) = (cells, places) }

    /// Births that are looked at for each particle that may be found: those between may have ended before their time.
    private static let birthsPerParticle = 8
    private static let fewestBirths = 1_024

    /// Gathers what comes of some of the layer's cells. What one leaves of its share of the particles goes to the next.
    mutating func emit(_ outer: Range<Int>, from layer: Emitter, most: Int) {
        var left = outer.count
        for index in outer.reversed() {
            let share = (most - found.count) / left
            left -= 1
            self.most = found.count + share
            work = Self.birthsPerParticle * share + Self.fewestBirths
            emit(index, from: layer)
        }
    }

    /// Recursive: cells are nested ``ParticleCellList/deepest`` deep at most.
    private mutating func emit(_ index: Int, from emitter: Emitter) {
        let cell = cells[index]
        guard cell.rate > 0, emitter.age >= cell.begin else { return }
        // Limited, since a cell in a fast cell may be fast itself, and births are counted in whole numbers.
        let now = ParticleBounds.limited(
            (emitter.age - cell.begin) * cell.speed + cell.offset, ParticleBounds.seconds)
        var last = min(now, cell.lastBirth)
        if cell.speed > 0, emitter.life < emitter.age {
            last = min(last, (emitter.life - cell.begin) * cell.speed + cell.offset)
        }
        // The n-th birth is n + 1 births' time after the beginning: so Apple's fireworks burst "at the end of travel",
        // one a second from a rocket that lives little longer.
        var number = (last * cell.rate).rounded(.down) - 1
        let first = max(0, ((now - cell.reach) * cell.rate).rounded(.down) - 1)
        let chance = emitter.chance.inner(UInt64(cell.number))
        while number >= first {
            guard work > 0, found.count < most else {
                isCut = true
                return
            }
            work -= 1
            birth(number, of: cell, index, from: emitter, now, chance)
            number -= 1
        }
    }

    private mutating func birth(
        _ number: Double, of cell: ParticleCell, _ index: Int, from emitter: Emitter, _ now: Double,
        _ chances: ParticleChance
    ) {
        let born = (number + 1) / cell.rate
        let age = now - born
        let emitterAge = cell.speed == 0 ? cell.begin : cell.begin + (born - cell.offset) / cell.speed
        guard age >= 0, emitterAge < emitter.life else { return }
        let chance = chances.inner(UInt64(number))
        let life = cell.life(chance)
        guard age < life || !cell.inner.isEmpty else { return }
        let start =
            emitter.course.map { ParticleStart($0, at: max(0, emitterAge)) } ?? ParticleStart(places.place(chance))
        let course = cell.course(chance, from: start)
        let pace = emitter.pace * cell.speed
        if !cell.inner.isEmpty {
            let inside = Emitter(age: age, life: life, pace: pace, chance: chance, course: course)
            for inner in cell.inner.reversed() { emit(inner, from: inside) }
        }
        guard age < life, found.count < most else { return }
        let color = course.color(at: age)
        found.append(
            Particle(
                position: course.position(at: age), rotation: course.rotation(at: age), scale: course.scale(at: age),
                color: SIMD4<Float>(color * SIMD4(color.w, color.w, color.w, 1)), age: age,
                layerAge: pace > 0 ? age / pace : age, look: index))
    }
}
