import Foundation

@testable import MainspringAnimation

extension LayerFrame {
    /// What a layer has in the frame; nil where it is in none, or the property cannot be animated.
    func value(of key: LayerKey, _ layer: CALayer) -> AnimatedValue? {
        guard layer.hostPlace >= 0, indices.indices.contains(Int(layer.hostPlace)) else { return nil }
        let index = indices[Int(layer.hostPlace)]
        guard index >= 0 else { return nil }
        let node = nodes[Int(index)]
        switch key {
        case .opacity: return .number(node.opacity)
        case .position, .bounds, .anchorPoint, .zPosition, .anchorPointZ, .transform, .sublayerTransform:
            var values = LayerValues()
            values.geometry = node.geometry
            return values.animatedValue(of: key)
        default: return animatedValue(of: key, node) ?? node.layer.values.animatedValue(of: key)
        }
    }
}

/// Whether two values are the same but for rounding; `Float` properties are rounded to it.
func isNear(_ a: AnimatedValue?, _ b: AnimatedValue?, within tolerance: Double = 1e-6) -> Bool {
    switch (a, b) {
    case (.vector(let a)?, .vector(let b)?): (0..<4).allSatisfy { isNear(a[$0], b[$0], within: tolerance) }
    case (.transform(let a)?, .transform(let b)?): isNear(a, b, within: tolerance)
    case (.step(let a)?, .step(let b)?): String(describing: a.value) == String(describing: b.value)
    default: a == b
    }
}
