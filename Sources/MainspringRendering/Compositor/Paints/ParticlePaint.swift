internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// The particles of an emitter layer at an instant.
final class ParticlePaint {
    let particles: [Particle]
    /// What those of each cell show, about their middle; nil for nothing.
    let looks: [ImagePaint?]
    /// Whether light adds up.
    let isAdditive: Bool
    /// Around all of them.
    let rect: CGRect

    /// So many are drawn at most.
    static let most = 20_000

    /// Nil where there are none.
    init?(_ values: EmitterValues, at time: Double, _ cache: TextureCache) {
        let system = ParticleSystem(values)
        particles = system.particles(at: time, most: Self.most)
        guard !particles.isEmpty else { return nil }
        looks = system.looks.map { look in
            guard let image = look.contents else { return nil }
            let size = look.size
            guard size.width > 0, size.height > 0 else { return nil }
            let shown = CGRect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
            let (part, all) = (
                look.contentsRect,
                CGSize(width: size.width / look.contentsRect.width, height: size.height / look.contentsRect.height)
            )
            let whole = CGRect(
                x: shown.minX - part.minX * all.width, y: shown.minY - part.minY * all.height, width: all.width,
                height: all.height)
            return ImagePaint(
                cache.slot(of: image), Outline(shown), whole: whole, isUpward: false,
                isSharpEnlarged: look.magnificationFilter == "nearest",
                isSharpReduced: look.minificationFilter == "nearest")
        }
        isAdditive = values.renderMode == .additive
        var rect = CGRect.null
        for particle in particles {
            guard let look = looks[particle.look] else { continue }
            let reach = hypot(look.outline.rect.width, look.outline.rect.height) / 2 * abs(particle.scale)
            guard reach.isFinite, reach > 0 else { continue }
            let (x, y) = (particle.position.x, particle.position.y)
            rect = rect.union(CGRect(x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach))
        }
        guard !rect.isNull else { return nil }
        self.rect = rect
    }

    /// What particles show, with where it lies as small as it is seen: smaller versions of it must be there.
    func smallest(_ map: DeviceMap) -> [(ImagePaint, DeviceMap)] {
        guard map.isAffine else {
            return particles.compactMap { particle in looks[particle.look].map { ($0, self.map(of: particle, map)) } }
        }
        var scales = [Double](repeating: .infinity, count: looks.count)
        for particle in particles where particle.scale != 0 {
            scales[particle.look] = min(scales[particle.look], abs(particle.scale))
        }
        return zip(looks, scales).compactMap { look, scale in
            // A little less, so that rounding leaves no version out.
            guard let look, scale.isFinite else { return nil }
            return (look, map.texels(x: 0.999 * scale, y: 0.999 * scale, left: 0, top: 0))
        }
    }

    /// From a particle's own coordinates, about its middle, to the screen.
    func map(of particle: Particle, _ map: DeviceMap) -> DeviceMap {
        let (c, s) = (cos(particle.rotation) * particle.scale, sin(particle.rotation) * particle.scale)
        let own = PlaneMap(SIMD3(c, s, 0), SIMD3(-s, c, 0), SIMD3(particle.position.x, particle.position.y, 1))
        return DeviceMap(own * map.plane, isAffine: map.isAffine)
    }
}
