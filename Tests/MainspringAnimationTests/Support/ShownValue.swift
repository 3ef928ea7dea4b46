import Foundation

@testable import MainspringAnimation

extension LayerFrame {
    /// What a layer has in the frame; nil where it is in none, or the property cannot be animated.
    func value(of key: LayerKey, _ layer: CALayer) -> AnimatedValue? {
        self[layer]?.values.animatedValue(of: key)
    }
}
