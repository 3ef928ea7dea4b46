public import Mainspring

/// Ours: one of the things that an ``AnimationSequence`` does. A value.
///
/// Made by the functions `animate`, `pause`, `perform` and `parallel`. Inside a class that has methods of these names
/// Swift does not find the functions: there the same ones of this type do, as `AnimationStep.perform { … }`.
public struct AnimationStep {
    enum Kind {
        case animate(PropertyStep)
        case pause(Double)
        case perform(() -> Void)
        case parallel(StepList)
        case sequence(StepList)
    }

    let kind: Kind

    /// A property is animated from what shows to a value; see `CALayer.animate`.
    public static func animate<Layer: CALayer, Value>(
        _ layer: Layer, _ path: ReferenceWritableKeyPath<Layer, Value>, to value: Value,
        duration: CFTimeInterval? = nil, timing: CAMediaTimingFunction? = .default, delay: CFTimeInterval = 0
    ) -> AnimationStep {
        AnimationStep(
            kind: .animate(PropertyStep(layer, path, to: value, .timing(duration: duration, timing), delay: delay)))
    }

    /// A property is animated from what shows to a value on a spring; see `CALayer.animate`.
    public static func animate<Layer: CALayer, Value>(
        _ layer: Layer, _ path: ReferenceWritableKeyPath<Layer, Value>, to value: Value, spring: AnimationSpring,
        delay: CFTimeInterval = 0
    ) -> AnimationStep {
        AnimationStep(kind: .animate(PropertyStep(layer, path, to: value, .spring(spring), delay: delay)))
    }

    /// Some seconds of the loop's clock go by. What is not above 0 ends in a later turn.
    public static func pause(for seconds: CFTimeInterval) -> AnimationStep { AnimationStep(kind: .pause(seconds)) }

    /// A closure is called, on the thread of the sequence.
    public static func perform(_ body: @escaping () -> Void) -> AnimationStep { AnimationStep(kind: .perform(body)) }

    /// Steps begin together; over when all of them are. A sequence among them goes on by itself.
    public static func parallel(@AnimationSequenceBuilder _ steps: () -> [AnimationStep]) -> AnimationStep {
        AnimationStep(kind: .parallel(StepList(steps())))
    }
}
