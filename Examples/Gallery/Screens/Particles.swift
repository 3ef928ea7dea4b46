import Foundation
import MainspringAnimation
import MainspringGraphics

extension Screen {
    static var particles: Screen {
        Screen("particles", "CAEmitterLayer", "Particles that a seed repeats: the same in each run") { stage in
            let fire = stage.panel(CGRect(x: 40, y: 110, width: 430, height: 450), "A fire: additive, from a line")
            let flames = emitter(fire, at: CGPoint(x: fire.bounds.midX, y: fire.bounds.height - 40), .line)
            (flames.emitterSize, flames.renderMode) = (CGSize(width: 120, height: 0), .additive)
            let flame = cell(rate: 220, lifetime: 1.3, color: Palette.color(0xFF6A2A, alpha: 0.7))
            (flame.velocity, flame.velocityRange, flame.emissionLongitude, flame.emissionRange) = (
                130, 60, -.pi / 2, 0.6
            )
            (flame.scale, flame.scaleRange, flame.scaleSpeed, flame.alphaSpeed) = (1.4, 0.5, -0.8, -0.6)
            flame.greenRange = 0.3
            flames.emitterCells = [flame]

            let snow = stage.panel(CGRect(x: 490, y: 110, width: 430, height: 215), "Snow: from above, with wind")
            let sky = emitter(snow, at: CGPoint(x: snow.bounds.midX, y: -10), .line)
            sky.emitterSize = CGSize(width: 460, height: 0)
            let flake = cell(rate: 70, lifetime: 5, color: CGColor(gray: 1, alpha: 0.9))
            (flake.velocity, flake.velocityRange, flake.emissionLongitude, flake.xAcceleration) = (45, 25, .pi / 2, 6)
            (flake.scale, flake.scaleRange) = (0.3, 0.2)
            sky.emitterCells = [flake]

            let works = stage.panel(CGRect(x: 490, y: 345, width: 430, height: 215), "Fireworks: cells that emit cells")
            let ground = emitter(works, at: CGPoint(x: works.bounds.midX, y: works.bounds.height), .point)
            ground.renderMode = .additive
            let rocket = cell(rate: 2.2, lifetime: 0.9, color: Palette.amber)
            (rocket.velocity, rocket.velocityRange, rocket.emissionLongitude, rocket.emissionRange) = (
                210, 50, -.pi / 2, 0.9
            )
            (rocket.scale, rocket.yAcceleration) = (0.25, 90)
            (rocket.redRange, rocket.greenRange, rocket.blueRange) = (1, 1, 1)
            let burst = cell(rate: 2_400, lifetime: 0.8, color: Palette.text)
            (burst.beginTime, burst.duration, burst.velocity, burst.emissionRange) = (0.8, 0.05, 90, 2 * .pi)
            (burst.scale, burst.scaleSpeed, burst.alphaSpeed, burst.yAcceleration) = (0.3, -0.15, -1, 60)
            rocket.emitterCells = [burst]
            ground.emitterCells = [rocket]
        }
    }

    private static func emitter(_ panel: CALayer, at place: CGPoint, _ shape: CAEmitterLayerEmitterShape)
        -> CAEmitterLayer
    {
        panel.masksToBounds = true
        let layer = CAEmitterLayer()
        layer.frame = panel.bounds
        (layer.emitterPosition, layer.emitterShape, layer.seed) = (place, shape, 7)
        panel.addSublayer(layer)
        return layer
    }

    private static func cell(rate: Float, lifetime: Float, color: CGColor) -> CAEmitterCell {
        let cell = CAEmitterCell()
        cell.contents = Picture.spark()
        (cell.birthRate, cell.lifetime, cell.color) = (rate, lifetime, color)
        return cell
    }
}
