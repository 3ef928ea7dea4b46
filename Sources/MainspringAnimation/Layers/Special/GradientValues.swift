package import Foundation

/// What a gradient layer says of itself beside what every layer does.
package struct GradientValues {
    package var colors: [Any]?
    package var locations: [NSNumber]?
    package var startPoint: CGPoint = CGPoint(x: 0.5, y: 0)
    package var endPoint: CGPoint = CGPoint(x: 0.5, y: 1)
    package var type: CAGradientLayerType = .axial
}
