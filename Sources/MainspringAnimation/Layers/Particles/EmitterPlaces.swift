internal import Foundation

/// Where particles come from: points of a shape.
///
/// Positions and sizes are Apple's documentation's: a line, rectangle and box lie around the emitter's position, the radius of
/// a circle and a ball is the emitter's width. Which points are as likely as others is not documented: here equal lengths,
/// areas and volumes are. What has no corners, such as a circle, takes ``CAEmitterLayerEmitterMode/points`` as its outline;
/// the outline of a ball is the circle that is seen.
struct EmitterPlaces {
    private let middle: SIMD3<Double>
    /// From the middle to each side; of a round shape the radius.
    private let half: SIMD3<Double>
    private let shape: CAEmitterLayerEmitterShape
    private let mode: CAEmitterLayerEmitterMode

    init(_ values: EmitterValues) {
        func points(_ value: CGFloat) -> Double { ParticleBounds.limited(Double(value), ParticleBounds.points) }
        middle = SIMD3(
            points(values.emitterPosition.x), points(values.emitterPosition.y), points(values.emitterZPosition))
        let size = SIMD3(
            abs(points(values.emitterSize.width)), abs(points(values.emitterSize.height)),
            abs(points(values.emitterDepth)))
        (shape, mode) = (values.emitterShape, values.emitterMode)
        half =
            switch values.emitterShape {
            case .line: SIMD3(size.x / 2, 0, 0)
            case .rectangle: SIMD3(size.x / 2, size.y / 2, 0)
            case .cuboid: size / 2
            case .circle: SIMD3(size.x, size.x, 0)
            case .sphere: SIMD3(repeating: size.x)
            default: .zero
            }
    }

    /// Where a particle comes from.
    func place(_ chance: ParticleChance) -> SIMD3<Double> {
        switch shape {
        case .line, .rectangle, .cuboid: middle + half * inBox(chance)
        case .circle, .sphere: middle + half * inBall(chance)
        default: middle
        }
    }

    // MARK: Boxes, and what is as flat as a rectangle or a line

    /// From -1 to 1 along each side.
    private func inBox(_ chance: ParticleChance) -> SIMD3<Double> {
        var place = SIMD3(chance.deviation(.x), chance.deviation(.y), chance.deviation(.z))
        switch mode {
        case .points:
            for axis in 0..<3 { place[axis] = place[axis] < 0 ? -1 : 1 }
        case .outline:
            // Along one axis, at an end of the others.
            guard let along = axis(chance, weights: half) else { break }
            for axis in 0..<3 where axis != along { place[axis] = place[axis] < 0 ? -1 : 1 }
        case .surface where shape == .cuboid:
            // At an end of one axis, anywhere along the others.
            let areas = SIMD3(half.y * half.z, half.x * half.z, half.x * half.y)
            guard let across = axis(chance, weights: areas) else { break }
            place[across] = place[across] < 0 ? -1 : 1
        default: break
        }
        return place
    }

    /// One of the axes, as often as its weight says; nil where none has any.
    private func axis(_ chance: ParticleChance, weights: SIMD3<Double>) -> Int? {
        let all = weights.sum()
        guard all > 0 else { return nil }
        let part = chance.part(.side) * all
        if part < weights.x { return 0 }
        if part < weights.x + weights.y { return 1 }
        return weights.z > 0 ? 2 : weights.y > 0 ? 1 : 0
    }

    // MARK: Circles and balls

    private func inBall(_ chance: ParticleChance) -> SIMD3<Double> {
        let turn = 2 * Double.pi * chance.part(.x)
        let isOutline = mode == .outline || mode == .points
        if shape == .circle || isOutline {
            let distance = isOutline ? 1 : chance.part(.y).squareRoot()
            return SIMD3(distance * cos(turn), distance * sin(turn), 0)
        }
        // Slices of a sphere of the same height have the same area (Archimedes).
        let height = chance.deviation(.y)
        let radius = (1 - height * height).squareRoot()
        let distance = mode == .surface ? 1 : cbrt(chance.part(.z))
        return distance * SIMD3(radius * cos(turn), radius * sin(turn), height)
    }
}
