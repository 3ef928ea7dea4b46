import Foundation
import MainspringAnimation
import MainspringGraphics

/// Particles, each of which is a layer whose place is known by a formula.
extension Reftest {
    /// A particle a second, which goes to the right by 10 a second from 12, 32 on.
    private static func emitter(_ change: (CAEmitterCell) -> Void = { _ in }) -> CAEmitterLayer {
        let emitter = CAEmitterLayer()
        emitter.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
        emitter.emitterPosition = CGPoint(x: 12, y: 32)
        let cell = CAEmitterCell()
        (cell.contents, cell.birthRate, cell.lifetime, cell.velocity) = (testImage(12, 12), 1, 10, 10)
        change(cell)
        emitter.emitterCells = [cell]
        return emitter
    }

    /// What a particle looks like.
    private static func particle(_ x: CGFloat, _ y: CGFloat = 32, _ change: (CALayer) -> Void = { _ in }) -> CALayer {
        let layer = CALayer(x - 6, y - 6, 12, 12)
        layer.contents = testImage(12, 12)
        change(layer)
        return layer
    }

    private static let rounding = AllowedDifference.upTo(
        1, because: "places and turns of particles are kept with fewer digits, and colours are rounded once more")

    static let particles: [Reftest] = [
        Reftest("particles are born one after another, and move on", at: 3.5) {
            $0.add(emitter())
        } as: { root in
            // Born at 1, 2 and 3.
            for x in [37, 27, 17] { root.add(particle(CGFloat(x))) }
        },
        Reftest("a particle goes into the direction that it is told, and falls", rounding, at: 2) {
            $0.add(emitter { ($0.emissionLongitude, $0.yAcceleration, $0.lifetime) = (.pi / 2, -12, 1.5) })
        } as: {
            $0.add(particle(12, 32 + 10 - 6))
            $0.add(particle(12))
        },
        Reftest("a particle that has lived is no more", at: 3.5) {
            $0.add(emitter { $0.lifetime = 1 })
        } as: {
            $0.add(particle(17))
        },
        Reftest("a particle turns, grows and fades", rounding, at: 2.5) {
            $0.add(
                emitter {
                    ($0.lifetime, $0.spin, $0.scale, $0.scaleSpeed, $0.alphaSpeed) = (1.75, 0.8, 0.5, 0.5, -0.4)
                    $0.birthRate = 0.5
                })
        } as: {
            // Born at 2, half a second old.
            $0.add(particle(17)) {
                $0.opacity = 0.8
                $0.transform = CATransform3DScale(CATransform3DMakeRotation(0.4, 0, 0, 1), 0.75, 0.75, 1)
            }
        },
        Reftest("a particle's colour multiplies its picture's", rounding, at: 2.5) {
            $0.add(emitter { ($0.birthRate, $0.color) = (0.5, color(1, 0.5, 0.25, 0.8)) })
        } as: {
            $0.add(particle(17)) {
                $0.opacity = 0.8
                $0.filters = [
                    LayerFilter.colorMatrix([
                        1, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0.25, 0, 0, 0, 0, 0, 1, 0,
                    ])
                ]
            }
        },
        Reftest("particles whose light adds up are layers that do", rounding, at: 3.5) {
            $0.add(CALayer(0, 0, 64, 64, color(0, 0, 0.3)))
            $0.add(emitter()) { $0.renderMode = .additive }
        } as: { root in
            root.add(CALayer(0, 0, 64, 64, color(0, 0, 0.3)))
            for x in [37, 27, 17] { root.add(particle(CGFloat(x))) { $0.compositingFilter = "plusL" } }
        },
        Reftest("particles of particles go on from where those are", rounding, at: 3) {
            $0.add(
                emitter { cell in
                    (cell.birthRate, cell.contents) = (0.5, nil)
                    let inner = CAEmitterCell()
                    (inner.contents, inner.birthRate, inner.lifetime, inner.velocity) = (testImage(12, 12), 2, 10, 0)
                    cell.emitterCells = [inner]
                })
        } as: {
            // The outer one is born at 2; half a second later the first inner one, and another one now.
            $0.add(particle(17))
            $0.add(particle(22))
        },
        Reftest("a faster emitter is one of faster cells", at: 2.25) {
            $0.add(emitter()) { ($0.birthRate, $0.velocity, $0.lifetime) = (2, 3, 0.1) }
        } as: {
            $0.add(emitter { ($0.birthRate, $0.velocity, $0.lifetime) = (2, 30, 1) })
        },
    ]
}
