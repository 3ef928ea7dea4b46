public import Mainspring

/// Ours: one of the things that an ``AnimationSequence`` does: made by `animate`, `pause`, `perform` and `parallel`. A value.
public struct AnimationStep {
    indirect enum Kind {
        case animate(PropertyStep)
        case pause(Double)
        case perform(() -> Void)
        case parallel([AnimationStep])
        case sequence([AnimationStep])
    }

    let kind: Kind
}

/// Ours: a step that animates a property from what shows to a value; see `CALayer.animate`.
public func animate<Layer: CALayer, Value>(
    _ layer: Layer, _ path: ReferenceWritableKeyPath<Layer, Value>, to value: Value, duration: CFTimeInterval? = nil,
    timing: CAMediaTimingFunction? = .default, delay: CFTimeInterval = 0
) -> AnimationStep {
    AnimationStep(
        kind: .animate(PropertyStep(layer, path, to: value, .timing(duration: duration, timing), delay: delay)))
}

/// Ours: a step that animates a property from what shows to a value on a spring; see `CALayer.animate`.
public func animate<Layer: CALayer, Value>(
    _ layer: Layer, _ path: ReferenceWritableKeyPath<Layer, Value>, to value: Value, spring: AnimationSpring,
    delay: CFTimeInterval = 0
) -> AnimationStep {
    AnimationStep(kind: .animate(PropertyStep(layer, path, to: value, .spring(spring), delay: delay)))
}

/// Ours: a step that lets some seconds of the loop's clock go by. What is not above 0 ends in the next turn.
public func pause(for seconds: CFTimeInterval) -> AnimationStep {
    AnimationStep(kind: .pause(seconds))
}

/// Ours: a step that calls a closure on the thread of the sequence.
public func perform(_ body: @escaping () -> Void) -> AnimationStep {
    AnimationStep(kind: .perform(body))
}

/// Ours: steps that begin together; over when all of them are. A sequence among them goes on by itself.
public func parallel(@AnimationSequenceBuilder _ steps: () -> [AnimationStep]) -> AnimationStep {
    AnimationStep(kind: .parallel(steps()))
}
