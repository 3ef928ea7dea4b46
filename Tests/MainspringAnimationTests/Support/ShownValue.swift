import Foundation

@testable import MainspringAnimation

extension LayerFrame {
    /// What a layer has in the frame; nil where it is in none, or the property cannot be animated.
    func value(of key: LayerKey, _ layer: CALayer) -> AnimatedValue? {
        self[layer]?.values.animatedValue(of: key)
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
