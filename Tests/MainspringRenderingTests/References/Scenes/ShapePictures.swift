import Foundation
import MainspringAnimation
import MainspringGraphics

/// Corners, shapes and gradients.
extension PictureTest {
    private static let star: CGPath = {
        let path = CGMutablePath()
        path.addLines(
            between: (0..<5).map { index in
                let angle = Double(index) * 4 * .pi / 5 - .pi / 2
                return CGPoint(x: 20 + 19 * cos(angle), y: 20 + 19 * sin(angle))
            })
        path.closeSubpath()
        return path
    }()

    private static let bent: CGPath = {
        let path = CGMutablePath()
        path.addLines(between: [
            CGPoint(x: 6, y: 30), CGPoint(x: 14, y: 8), CGPoint(x: 24, y: 30), CGPoint(x: 36, y: 24),
        ])
        return path
    }()

    private static func line(_ x: CGFloat, _ y: CGFloat, _ change: (CAShapeLayer) -> Void) -> CAShapeLayer {
        let shape = CAShapeLayer(bent, .clear)
        (shape.frame, shape.strokeColor, shape.lineWidth) = (CGRect(x: x, y: y, width: 40, height: 40), .blue, 7)
        change(shape)
        return shape
    }

    private static let colors: [CGColor] = [.red, color(1, 0.9, 0.3), .blue, color(0.2, 0.4, 0.8, 0)]

    private static func gradient(_ x: CGFloat, _ y: CGFloat, _ change: (CAGradientLayer) -> Void) -> CAGradientLayer {
        let layer = CAGradientLayer()
        (layer.frame, layer.colors) = (CGRect(x: x, y: y, width: 56, height: 56), colors)
        change(layer)
        return layer
    }

    static let shapes: [PictureTest] = [
        PictureTest("corners-continuous", 128, 96) {
            // Beside parts of circles; with a border; where there is little room; some corners; a clip.
            $0.add(CALayer(4, 4, 36, 36, .red)) { ($0.cornerRadius, $0.cornerCurve) = (11, .continuous) }
            $0.add(CALayer(4, 52, 36, 36, .red)) { $0.cornerRadius = 11 }
            $0.add(CALayer(46, 4, 36, 36, .green)) {
                ($0.cornerRadius, $0.cornerCurve, $0.borderWidth, $0.borderColor) = (12, .continuous, 5, .blue)
            }
            $0.add(CALayer(46, 52, 36, 24, .green)) { ($0.cornerRadius, $0.cornerCurve) = (11, .continuous) }
            $0.add(CALayer(88, 4, 36, 36, .blue)) {
                ($0.cornerRadius, $0.cornerCurve) = (14, .continuous)
                $0.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
            }
            $0.add(CALayer(88, 52, 36, 36)) {
                ($0.cornerRadius, $0.cornerCurve, $0.masksToBounds) = (14, .continuous, true)
                $0.contents = testImage(36, 36)
                $0.add(CALayer(-10, 20, 100, 8, .glass))
            }
        },
        PictureTest("shapes", 128, 96) {
            for (place, rule) in [CAShapeLayerFillRule.nonZero, .evenOdd].enumerated() {
                $0.add(CAShapeLayer(star, .red)) {
                    ($0.position, $0.fillRule) = (CGPoint(x: 2, y: 4 + 46 * place), rule)
                    ($0.strokeColor, $0.lineWidth, $0.lineJoin) = (.blue, 2, .round)
                }
            }
            $0.add(line(44, 0) { ($0.lineJoin, $0.lineCap) = (.miter, .butt) })
            $0.add(line(86, 0) { ($0.lineJoin, $0.lineCap) = (.round, .round) })
            $0.add(line(44, 46) { ($0.lineJoin, $0.lineCap) = (.bevel, .square) })
            $0.add(
                line(86, 46) {
                    ($0.lineDashPattern, $0.lineDashPhase, $0.lineWidth, $0.strokeEnd) = ([9, 4], 3, 4, 0.9)
                })
        },
        PictureTest("gradients", 128, 128) {
            $0.add(CALayer(0, 0, 128, 128, color(0.9, 0.9, 0.9)))
            $0.add(
                gradient(4, 4) {
                    ($0.startPoint, $0.endPoint, $0.locations) = (
                        CGPoint(x: 0.1, y: 0), CGPoint(x: 0.9, y: 1), [0, 0.3, 0.6, 1]
                    )
                })
            $0.add(
                gradient(68, 4) {
                    ($0.type, $0.startPoint, $0.endPoint) = (.radial, CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 0.9))
                })
            $0.add(
                gradient(4, 68) {
                    ($0.type, $0.startPoint, $0.endPoint) = (.conic, CGPoint(x: 0.4, y: 0.5), CGPoint(x: 0.4, y: 0))
                })
            $0.add(
                gradient(68, 68) {
                    ($0.cornerRadius, $0.masksToBounds) = (20, true)
                    $0.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
                })
        },
        PictureTest("masks", 128, 64) {
            $0.add(CALayer(4, 4, 56, 56)) {
                $0.contents = testImage(56, 56)
                $0.mask = CAShapeLayer(star, .black)
                $0.mask?.transform = CATransform3DMakeScale(1.3, 1.3, 1)
            }
            $0.add(CALayer(68, 4, 56, 56, .red)) {
                let mask = CAGradientLayer()
                (mask.frame, mask.type) = (CGRect(x: 0, y: 0, width: 56, height: 56), .radial)
                (mask.startPoint, mask.endPoint) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 1))
                mask.colors = [CGColor.black, CGColor.black, color(0, 0, 0, 0)]
                $0.mask = mask
                $0.add(CALayer(0, 20, 56, 16, .blue))
                $0.opacity = 0.8
            }
        },
    ]
}
