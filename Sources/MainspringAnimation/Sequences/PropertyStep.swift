internal import Foundation
internal import MainspringGraphics

/// A change of one property over time, ready to be begun.
struct PropertyStep {
    enum Pace {
        case timing(duration: Double?, CAMediaTimingFunction?)
        case spring(AnimationSpring)
    }

    let begin: () -> Void

    init<Layer: CALayer, Value>(
        _ layer: Layer, _ path: ReferenceWritableKeyPath<Layer, Value>, to value: Value, _ pace: Pace, delay: Double
    ) {
        begin = {
            guard let name = TypedPathNames.name(of: path, in: layer) else {
                // What cannot be animated is set.
                return layer[keyPath: path] = value
            }
            let animation: CABasicAnimation?
            switch pace {
            case .timing(let duration, let function):
                let seconds = duration ?? CATransaction.animationDuration()
                // 0 says at once here, not as the transaction has it.
                animation = seconds > 0 ? CABasicAnimation() : nil
                animation?.duration = seconds
                animation?.timingFunction = function
            case .spring(let spring):
                animation = CASpringAnimation(
                    perceptualDuration: spring.perceptualDuration, bounce: spring.bounce)
            }
            let former = layer[keyPath: path]
            animation?.fromValue = Self.given(former)
            animation?.toValue = Self.given(value)
            layer.hold(name, animation, delay: delay) { layer[keyPath: path] = value }
        }
    }

    /// A value as animations take it: of an optional what it wraps.
    private static func given(_ value: Any) -> Any? {
        guard let optional = value as? any NoneOrSome else { return value }
        return optional.inside
    }
}
