import Foundation
import MainspringAnimation
import MainspringGraphics

/// Blurs, shadows and particles.
extension PictureTest {
    private static func addBoxes(to layer: CALayer) {
        layer.add(CALayer(4, 4, 24, 18, .red))
        layer.add(CALayer(16, 14, 20, 22, .blue)) { $0.cornerRadius = 6 }
    }

    private static func shade(
        _ layer: CALayer, _ radius: CGFloat, _ x: CGFloat, _ y: CGFloat, _ color: CGColor = .black
    ) {
        (layer.shadowOpacity, layer.shadowRadius, layer.shadowColor) = (0.7, radius, color)
        layer.shadowOffset = CGSize(width: x, height: y)
    }

    /// A disc that fades to its edge.
    private static let spark = PixelPicture(
        16, 16,
        (0..<256).map { place in
            let (x, y) = (Double(place % 16) - 7.5, Double(place / 16) - 7.5)
            let cover = max(0, 1 - (x * x + y * y).squareRoot() / 8)
            return UInt32((cover * 255).rounded()) &* 0x0101_0101
        })

    private static func emitter(_ change: (CAEmitterLayer, CAEmitterCell) -> Void) -> CAEmitterLayer {
        let (emitter, cell) = (CAEmitterLayer(), CAEmitterCell())
        emitter.frame = CGRect(x: 0, y: 0, width: 96, height: 96)
        (emitter.emitterPosition, emitter.seed) = (CGPoint(x: 48, y: 48), 7)
        (cell.contents, cell.birthRate, cell.lifetime, cell.velocity) = (spark.image, 30, 2, 30)
        (cell.velocityRange, cell.emissionRange, cell.color) = (15, .pi * 2, .blue)
        change(emitter, cell)
        emitter.emitterCells = [cell]
        return emitter
    }

    static let effects: [PictureTest] = [
        PictureTest("blur", 128, 64) { root in
            for (place, radius) in [1, 3, 8].enumerated() {
                root.add(CALayer(2 + 42 * CGFloat(place), 12, 40, 40)) {
                    addBoxes(to: $0)
                    $0.filters = [LayerFilter.gaussianBlur(radius: CGFloat(radius))]
                }
            }
        },
        PictureTest("blur-turned", 96, 96) {
            $0.add(CALayer(0, 0, 96, 96, .green)) { $0.masksToBounds = true }.add(CALayer(30, 30, 40, 40)) {
                addBoxes(to: $0)
                $0.filters = [LayerFilter.gaussianBlur(radius: 2), LayerFilter.hueRotation(1)]
                $0.transform = CATransform3DScale(CATransform3DMakeRotation(0.6, 0, 0, 1), 1.6, 1.2, 1)
            }
        },
        PictureTest("shadows", 128, 128) {
            // Of a known shape, of a path, of what is in it, of a picture, of what is turned.
            $0.add(CALayer(12, 10, 36, 28, .red)) {
                $0.cornerRadius = 8
                shade($0, 4, 4, 5)
            }
            $0.add(CALayer(72, 10, 36, 28)) {
                $0.shadowPath = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 36, height: 28), transform: nil)
                shade($0, 3, 0, 0, .blue)
            }
            $0.add(CALayer(10, 56, 40, 40)) {
                addBoxes(to: $0)
                shade($0, 3, 5, 6)
            }
            $0.add(CALayer(74, 54, 24, 24)) {
                $0.contents = spark.image
                shade($0, 2, 6, 8, .red)
            }
            $0.add(CALayer(66, 90, 44, 20, .green)) {
                $0.transform = CATransform3DMakeRotation(-0.5, 0, 0, 1)
                shade($0, 3, 6, 6)
            }
        },
        PictureTest("particles", 96, 96, at: 2.5) {
            $0.add(
                emitter { _, cell in
                    (cell.scale, cell.scaleRange, cell.scaleSpeed, cell.alphaSpeed) = (1, 0.4, -0.3, -0.4)
                    (cell.redRange, cell.greenRange) = (0.8, 0.8)
                })
        },
        PictureTest("particles-of-light", 96, 96, at: 3) {
            $0.add(CALayer(0, 0, 96, 96, color(0.05, 0.05, 0.2)))
            $0.add(
                emitter { emitter, cell in
                    (emitter.renderMode, emitter.emitterShape, emitter.emitterMode) = (.additive, .circle, .outline)
                    (emitter.emitterSize, cell.velocity, cell.velocityRange) = (CGSize(width: 30, height: 30), 8, 4)
                    (cell.color, cell.yAcceleration, cell.scaleSpeed) = (color(1, 0.5, 0.2, 0.7), -12, -0.3)
                })
        },
        PictureTest("particles-of-particles", 96, 96, at: 2.25) {
            $0.add(
                emitter { _, cell in
                    (cell.birthRate, cell.contents, cell.velocity, cell.yAcceleration) = (3, nil, 30, 20)
                    cell.color = .white
                    let trail = CAEmitterCell()
                    (trail.contents, trail.birthRate, trail.lifetime) = (spark.image, 20, 0.6)
                    (trail.scale, trail.color, trail.alphaSpeed, trail.spin) = (0.6, .red, -1.5, 3)
                    cell.emitterCells = [trail]
                })
        },
    ]
}
