internal import Foundation
internal import MainspringGraphics

/// The numbers of a cell, within bounds and with the layer's factors, as the walk over its births needs them.
struct ParticleCell {
    /// Births a second of the cell's time.
    let rate: Double
    /// From the emitter's time to the cell's.
    let begin: Double
    let speed: Double
    let offset: Double
    /// Births are at no later time of the cell.
    let lastBirth: Double

    let lifetime: Double
    let lifetimeRange: Double
    private let velocity: Double
    private let velocityRange: Double
    private let acceleration: SIMD3<Double>
    /// The middle of the cone, and two directions across it.
    private let direction: (along: SIMD3<Double>, across: SIMD3<Double>, upward: SIMD3<Double>)
    private let coneCosine: Double
    private let scale: Double
    private let scaleRange: Double
    private let scaleSpeed: Double
    private let spin: Double
    private let spinRange: Double
    private let color: SIMD4<Double>
    private let colorRange: SIMD4<Double>
    private let colorSpeed: SIMD4<Double>

    /// Where the cells in it are in the list.
    var inner = 0..<0
    /// Which of the cells around it, or of the layer's, it is.
    let number: Int
    /// How long after a birth something of the particle, or of what it emits, may be there.
    var reach = 0.0

    init(_ values: EmitterCellValues, number: Int, in layer: EmitterValues) {
        typealias Bounds = ParticleBounds
        func limited(_ value: some BinaryFloatingPoint, _ limit: Double) -> Double {
            Bounds.limited(Double(value), limit)
        }
        self.number = number
        rate =
            values.isEnabled
            ? min(max(limited(values.birthRate, Bounds.rate) * limited(layer.birthRate, Bounds.rate), 0), Bounds.rate)
            : 0
        let timing = values.timing
        begin = limited(timing.beginTime, Bounds.seconds)
        speed = limited(timing.speed, Bounds.speed)
        offset = limited(timing.timeOffset, Bounds.seconds)
        lastBirth = Self.activeDuration(timing)

        let lives = limited(layer.lifetime, Bounds.seconds)
        lifetime = limited(limited(values.lifetime, Bounds.seconds) * lives, Bounds.seconds)
        lifetimeRange = abs(limited(limited(values.lifetimeRange, Bounds.seconds) * lives, Bounds.seconds))
        let velocities = limited(layer.velocity, Bounds.points)
        velocity = limited(limited(values.velocity, Bounds.points) * velocities, Bounds.points)
        velocityRange = limited(limited(values.velocityRange, Bounds.points) * velocities, Bounds.points)
        acceleration = SIMD3(
            limited(values.xAcceleration, Bounds.points), limited(values.yAcceleration, Bounds.points),
            limited(values.zAcceleration, Bounds.points))
        let longitude = limited(values.emissionLongitude, Bounds.angle)
        let latitude = limited(values.emissionLatitude, Bounds.angle)
        direction = (
            SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)),
            SIMD3(-sin(longitude), cos(longitude), 0),
            SIMD3(-sin(latitude) * cos(longitude), -sin(latitude) * sin(longitude), cos(latitude))
        )
        // The range is the whole angle of the cone: that of all directions is 2π, as in Apple's examples.
        coneCosine = cos(min(abs(limited(values.emissionRange, Bounds.angle)) / 2, .pi))
        let scales = limited(layer.scale, Bounds.scale)
        scale = limited(limited(values.scale, Bounds.scale) * scales, Bounds.scale)
        scaleRange = limited(limited(values.scaleRange, Bounds.scale) * scales, Bounds.scale)
        scaleSpeed = limited(limited(values.scaleSpeed, Bounds.scale) * scales, Bounds.scale)
        let spins = limited(layer.spin, Bounds.angle)
        spin = limited(limited(values.spin, Bounds.angle) * spins, Bounds.angle)
        spinRange = limited(limited(values.spinRange, Bounds.angle) * spins, Bounds.angle)
        let encoded = (values.color ?? .white).encodedSRGB
        color = SIMD4(
            limited(encoded.x, 1), limited(encoded.y, 1), limited(encoded.z, 1), limited(encoded.w, 1))
        colorRange = SIMD4(
            limited(values.redRange, Bounds.component), limited(values.greenRange, Bounds.component),
            limited(values.blueRange, Bounds.component), limited(values.alphaRange, Bounds.component))
        colorSpeed = SIMD4(
            limited(values.redSpeed, Bounds.component), limited(values.greenSpeed, Bounds.component),
            limited(values.blueSpeed, Bounds.component), limited(values.alphaSpeed, Bounds.component))
    }

    /// How long the cell emits, with all repetitions; infinite where it goes on.
    private static func activeDuration(_ timing: LayerTiming) -> Double {
        guard timing.duration > 0 else { return 0 }
        if timing.repeatDuration > 0 { return timing.repeatDuration }
        let once = timing.autoreverses ? 2 * timing.duration : timing.duration
        return timing.repeatCount > 0 ? once * Double(timing.repeatCount) : once
    }

    /// The longest life of a particle.
    var longestLife: Double { max(0, lifetime + lifetimeRange) }

    /// How long a particle lives, in the cell's time.
    func life(_ chance: ParticleChance) -> Double {
        max(0, lifetime + lifetimeRange * chance.deviation(.lifetime))
    }

    /// How a particle moves and looks.
    func course(_ chance: ParticleChance, from start: ParticleStart) -> ParticleCourse {
        let deviations = SIMD4(
            chance.deviation(.red), chance.deviation(.green), chance.deviation(.blue), chance.deviation(.alpha))
        let speed = velocity + velocityRange * chance.deviation(.velocity)
        return ParticleCourse(
            place: start.place, velocity: speed * start.turned(heading(chance)), acceleration: acceleration,
            scale: start.scale * (scale + scaleRange * chance.deviation(.scale)), scaleSpeed: start.scale * scaleSpeed,
            spin: spin + spinRange * chance.deviation(.spin), color: color + colorRange * deviations,
            colorSpeed: colorSpeed, tint: start.tint)
    }

    /// A direction in the cone; equal parts of the sphere are as likely.
    private func heading(_ chance: ParticleChance) -> SIMD3<Double> {
        guard coneCosine < 1 else { return direction.along }
        let cosine = 1 - chance.part(.coneAngle) * (1 - coneCosine)
        let sine = max(0, 1 - cosine * cosine).squareRoot()
        let turn = 2 * Double.pi * chance.part(.coneTurn)
        return cosine * direction.along + (sine * cos(turn)) * direction.across
            + (sine * sin(turn)) * direction.upward
    }
}
