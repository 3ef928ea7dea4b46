public import Mainspring

/// Ours: ``AnimationStep/animate(_:_:to:duration:timing:delay:)``, as it is written in an ``AnimationSequence``.
public func animate<Layer: CALayer, Value>(
    _ layer: Layer, _ path: ReferenceWritableKeyPath<Layer, Value>, to value: Value, duration: CFTimeInterval? = nil,
    timing: CAMediaTimingFunction? = .default, delay: CFTimeInterval = 0
) -> AnimationStep {
    .animate(layer, path, to: value, duration: duration, timing: timing, delay: delay)
}

/// Ours: ``AnimationStep/animate(_:_:to:spring:delay:)``, as it is written in an ``AnimationSequence``.
public func animate<Layer: CALayer, Value>(
    _ layer: Layer, _ path: ReferenceWritableKeyPath<Layer, Value>, to value: Value, spring: AnimationSpring,
    delay: CFTimeInterval = 0
) -> AnimationStep {
    .animate(layer, path, to: value, spring: spring, delay: delay)
}

/// Ours: ``AnimationStep/pause(for:)``, as it is written in an ``AnimationSequence``.
public func pause(for seconds: CFTimeInterval) -> AnimationStep { .pause(for: seconds) }

/// Ours: ``AnimationStep/perform(_:)``, as it is written in an ``AnimationSequence``.
public func perform(_ body: @escaping () -> Void) -> AnimationStep { .perform(body) }

/// Ours: ``AnimationStep/parallel(_:)``, as it is written in an ``AnimationSequence``.
public func parallel(@AnimationSequenceBuilder _ steps: () -> [AnimationStep]) -> AnimationStep { .parallel(steps) }
