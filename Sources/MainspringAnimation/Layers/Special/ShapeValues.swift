package import Foundation
package import MainspringGraphics

/// What a shape layer says of itself beside what every layer does.
package struct ShapeValues {
    package var path: CGPath?
    package var fillColor: CGColor? = .black
    package var fillRule: CAShapeLayerFillRule = .nonZero
    package var strokeColor: CGColor?
    package var strokeStart: CGFloat = 0
    package var strokeEnd: CGFloat = 1
    package var lineWidth: CGFloat = 1
    package var miterLimit: CGFloat = 10
    package var lineCap: CAShapeLayerLineCap = .butt
    package var lineJoin: CAShapeLayerLineJoin = .miter
    package var lineDashPhase: CGFloat = 0
    package var lineDashPattern: [NSNumber]?
}
