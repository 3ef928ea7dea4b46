internal import CPixels
internal import Foundation
internal import MainspringAnimation

extension ScenePass {
    /// Draws particles, each over those before it, or as light that adds up.
    func draw(_ paint: ParticlePaint, _ alpha: UInt32, _ map: DeviceMap, on canvas: Canvas, _ clip: PixelBox) {
        for particle in paint.particles {
            guard let look = paint.looks[particle.look], particle.color.w > 0 else { continue }
            let own = paint.map(of: particle, map)
            guard own.isFinite else { continue }
            let area = own.box(of: look.outline.rect).grown(by: 1).meeting(clip)
            guard !area.isEmpty else { continue }
            // The particle's colour has its alpha in it.
            var tint = particle.color / particle.color.w
            tint.w = particle.color.w * Float(alpha) / 255
            if !paint.isAdditive, tint.x == 1, tint.y == 1, tint.z == 1 {
                draw(look, UInt32((min(tint.w, 1) * 255).rounded()), own, on: canvas, area)
                continue
            }
            memory.withCanvas(area) { ground in
                draw(look, 255, own, on: ground, area)
                self.tint(ground, tint.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1)))
                for y in area.top..<area.bottom {
                    if paint.isAdditive {
                        pixels_add(canvas.at(area.left, y), ground.at(area.left, y), area.width)
                    } else {
                        pixels_over(canvas.at(area.left, y), 0, ground.at(area.left, y), 0, 255, area.width, 1)
                    }
                }
            }
        }
    }
}
