internal import Foundation

/// What a gradient layer says of itself beside what every layer does.
struct GradientValues {
    var colors: [Any]?
    var locations: [NSNumber]?
    var startPoint: CGPoint = CGPoint(x: 0.5, y: 0)
    var endPoint: CGPoint = CGPoint(x: 0.5, y: 1)
    var type: CAGradientLayerType = .axial
}
