import Foundation
import MainspringAnimation
import MainspringGraphics

/// Backgrounds, borders, corners, shapes and gradients.
extension Reftest {
    private static let frame = CGRect(x: 8, y: 10, width: 40, height: 32)
    private static let circle = AllowedDifference.upTo(
        12, except: 40,
        because:
            "Cairo makes curves lines, up to a tenth of a pixel beside, and takes areas where the distance is taken here"
    )

    /// The rectangle's path with round corners, those of a mask.
    private static func rounded(
        _ rect: CGRect, _ radius: CGFloat,
        _ corners: CACornerMask = [
            .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
        ]
    ) -> CGPath {
        let path = CGMutablePath()
        let turns: [(CACornerMask, CGPoint, CGPoint)] = [
            (.layerMaxXMinYCorner, CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.midY)),
            (.layerMaxXMaxYCorner, CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.midX, y: rect.maxY)),
            (.layerMinXMaxYCorner, CGPoint(x: rect.minX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.midY)),
            (.layerMinXMinYCorner, CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.midX, y: rect.minY)),
        ]
        path.move(to: CGPoint(x: rect.midX, y: rect.minY))
        for (corner, point, next) in turns {
            if corners.contains(corner) {
                path.addArc(tangent1End: point, tangent2End: next, radius: radius)
            } else {
                path.addLine(to: point)
            }
            path.addLine(to: next)
        }
        path.closeSubpath()
        return path
    }

    private static func layer(_ change: (CALayer) -> Void = { _ in }) -> CALayer {
        let layer = CALayer()
        (layer.frame, layer.backgroundColor) = (frame, .red)
        change(layer)
        return layer
    }

    static let backgrounds: [Reftest] = [
        Reftest("a background is a shape's rectangle") {
            $0.add(layer())
        } as: {
            $0.add(CAShapeLayer(CGPath(rect: frame, transform: nil), .red))
        },
        Reftest(
            "a background between pixels is a shape's rectangle there",
            .upTo(2, because: "Cairo's edges lie on one of 256 places within a pixel")
        ) {
            $0.add(CALayer(8.25, 10.4, 40.5, 30.1, .red))
        } as: {
            $0.add(
                CAShapeLayer(CGPath(rect: CGRect(x: 8.25, y: 10.4, width: 40.5, height: 30.1), transform: nil), .red))
        },
        Reftest(
            "a colour that covers in part is one of opacity",
            .upTo(
                1,
                because:
                    "alpha times colour is rounded once on either side, of parts of 255 of which one is itself rounded")
        ) {
            $0.add(CALayer(0, 0, 64, 64, .blue))
            $0.add(layer { $0.backgroundColor = CGColor.red.copy(alpha: 0.4) })
        } as: {
            $0.add(CALayer(0, 0, 64, 64, .blue))
            $0.add(layer { $0.opacity = 0.4 })
        },
        Reftest("a gradient of one colour is a background") {
            $0.add(layer())
        } as: {
            $0.add(CAGradientLayer()) {
                $0.frame = frame
                $0.colors = [CGColor.red, CGColor.red, CGColor.red]
            }
        },
        Reftest(
            "a gradient that changes at once is two backgrounds",
            .upTo(1, because: "a gradient's colours are mixed with sixteen bits, and rounded")
        ) {
            $0.add(CAGradientLayer()) {
                $0.frame = frame
                (($0.startPoint), ($0.endPoint)) = (CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5))
                $0.colors = [CGColor.red, CGColor.red, CGColor.blue, CGColor.blue]
                $0.locations = [0, 0.5, 0.5, 1]
            }
        } as: {
            $0.add(CALayer(8, 10, 20, 32, .red))
            $0.add(CALayer(28, 10, 20, 32, .blue))
        },
        Reftest("corners of half the side are an ellipse's", circle) {
            $0.add(CALayer(10, 10, 40, 40, .red)) { $0.cornerRadius = 20 }
        } as: {
            $0.add(CAShapeLayer(CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 40, height: 40), transform: nil), .red))
        },
        Reftest("corners of more than half the side are those of half of it") {
            $0.add(layer { $0.cornerRadius = 500 })
        } as: {
            $0.add(layer { $0.cornerRadius = 16 })
        },
        Reftest("corners are arcs of a shape", circle) {
            $0.add(layer { $0.cornerRadius = 10 })
        } as: {
            $0.add(CAShapeLayer(rounded(frame, 10), .red))
        },
        Reftest("corners that are not among the masked ones are no arcs", circle) {
            $0.add(layer { ($0.cornerRadius, $0.maskedCorners) = (12, [.layerMinXMinYCorner, .layerMinXMaxYCorner]) })
        } as: {
            $0.add(CAShapeLayer(rounded(frame, 12, [.layerMinXMinYCorner, .layerMinXMaxYCorner]), .red))
        },
        Reftest("one masked corner is one arc", circle) {
            $0.add(layer { ($0.cornerRadius, $0.maskedCorners) = (12, .layerMaxXMaxYCorner) })
        } as: {
            $0.add(CAShapeLayer(rounded(frame, 12, .layerMaxXMaxYCorner), .red))
        },
        Reftest("without masked corners a radius is none") {
            $0.add(layer { ($0.cornerRadius, $0.maskedCorners) = (12, []) })
        } as: {
            $0.add(layer())
        },
        Reftest(
            "corners that begin gently are circles where there is no room",
            circle
        ) {
            $0.add(CALayer(10, 10, 40, 40, .red)) { ($0.cornerRadius, $0.cornerCurve) = (20, .continuous) }
        } as: {
            $0.add(CAShapeLayer(CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 40, height: 40), transform: nil), .red))
        },
        Reftest("a border is the part between two rectangles") {
            $0.add(layer { ($0.borderWidth, $0.borderColor) = (5, .blue) })
        } as: {
            $0.add(layer())
            let path = CGMutablePath()
            path.addRect(frame)
            path.addRect(frame.insetBy(dx: 5, dy: 5))
            $0.add(CAShapeLayer(path, .blue)) { $0.fillRule = .evenOdd }
        },
        Reftest("a border of round corners is the part between two edges", circle) {
            $0.add(
                layer { ($0.borderWidth, $0.borderColor, $0.cornerRadius, $0.backgroundColor) = (5, .blue, 12, nil) })
        } as: {
            let path = CGMutablePath()
            path.addPath(rounded(frame, 12))
            path.addPath(rounded(frame.insetBy(dx: 5, dy: 5), 7))
            $0.add(CAShapeLayer(path, .blue)) { $0.fillRule = .evenOdd }
        },
        Reftest("a border of more than half the width covers all") {
            $0.add(layer { ($0.borderWidth, $0.borderColor) = (20, .blue) })
        } as: {
            $0.add(layer { $0.backgroundColor = .blue })
        },
        Reftest("a border lies over what is in the layer") {
            $0.add(
                layer { layer in
                    (layer.borderWidth, layer.borderColor) = (4, .glass)
                    layer.add(CALayer(-4, 5, 30, 50, .green))
                })
        } as: {
            $0.add(layer()).add(CALayer(-4, 5, 30, 50, .green))
            $0.add(layer { ($0.borderWidth, $0.borderColor, $0.backgroundColor) = (4, .glass, nil) })
        },
        Reftest(
            "a stroke is the part on both sides of its line",
            .upTo(1, because: "Cairo strokes one, and fills the other")
        ) {
            $0.add(CAShapeLayer(CGPath(rect: frame, transform: nil), .clear)) {
                ($0.strokeColor, $0.lineWidth) = (.blue, 6)
            }
        } as: {
            let path = CGMutablePath()
            path.addRect(frame.insetBy(dx: -3, dy: -3))
            path.addRect(frame.insetBy(dx: 3, dy: 3))
            $0.add(CAShapeLayer(path, .blue)) { $0.fillRule = .evenOdd }
        },
        Reftest(
            "a part of a stroke is a shorter line",
            .upTo(1, because: "the part's ends are found by lengths along the path")
        ) {
            let line = CGMutablePath()
            line.move(to: CGPoint(x: 4, y: 20))
            line.addLine(to: CGPoint(x: 60, y: 20))
            $0.add(CAShapeLayer(line, .clear)) {
                ($0.strokeColor, $0.lineWidth, $0.strokeStart, $0.strokeEnd) = (.blue, 8, 0.25, 0.75)
            }
        } as: {
            $0.add(CALayer(18, 16, 28, 8, .blue))
        },
        Reftest(
            "dashes are boxes along a line",
            .upTo(1, because: "Cairo strokes them")
        ) {
            let line = CGMutablePath()
            line.move(to: CGPoint(x: 4, y: 20))
            line.addLine(to: CGPoint(x: 60, y: 20))
            $0.add(CAShapeLayer(line, .clear)) {
                ($0.strokeColor, $0.lineWidth, $0.lineDashPattern, $0.lineDashPhase) = (.blue, 4, [10, 6], 4)
            }
        } as: { root in
            for (x, width) in [(4, 6), (16, 10), (32, 10), (48, 10)] as [(CGFloat, CGFloat)] {
                root.add(CALayer(x, 18, width, 4, .blue))
            }
        },
        Reftest("hidden layers, those without opacity and empty ones are none") { root in
            root.add(layer())
            root.add(layer { ($0.isHidden, $0.backgroundColor) = (true, .blue) }).add(CALayer(2, 2, 10, 10, .green))
            root.add(layer { ($0.opacity, $0.backgroundColor) = (0, .blue) }).add(CALayer(2, 2, 10, 10, .green))
            root.add(CALayer(10, 10, 0, 20, .blue))
            root.add(CALayer()) { $0.position = CGPoint(x: 20, y: 20) }
        } as: {
            $0.add(layer())
        },
    ]
}
