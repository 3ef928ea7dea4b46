public import Mainspring

/// Animations that are awaited.
extension CAMediaTiming where Self: CALayer {
    /// Ours: animates a property from what shows to a value, and suspends until that is over.
    ///
    /// ```swift
    /// if await layer.animate(\.opacity, to: 0, duration: 0.3, timing: .easeOut) { layer.removeFromSuperlayer() }
    /// await layer.animate(\.transform.rotation.z, to: .pi, duration: 1)
    /// ```
    /// The layer has the value at once, without its actions, so that nothing snaps back; an earlier animation of the
    /// property is replaced where it is just now, and so are animations of its members. A member that is animated while
    /// its whole property is on its way goes its own way, and the whole's again if that takes longer. The animation's
    /// key is the property's name. When the task is cancelled the animation is removed, and the value shows. What
    /// cannot be animated is set, with a sentence on standard error. As to threads and open transactions see
    /// ``CATransaction/run(duration:timingFunction:file:line:_:)``.
    /// - Parameters:
    ///   - path: A property of the layer that can be animated, or a member of one.
    ///   - value: Where it goes.
    ///   - duration: Seconds; nil is the transaction's, 0 or less sets the value at once.
    ///   - timing: The pace; nil is even, unless the transaction has one.
    ///   - delay: Seconds until it begins; the value that shows stays until then.
    /// - Returns: Whether it came to its end; false if it was removed or replaced, or the layer has no host.
    @discardableResult
    public nonisolated(nonsending) func animate<Value>(
        _ path: ReferenceWritableKeyPath<Self, Value>, to value: Value, duration: CFTimeInterval? = nil,
        timing: CAMediaTimingFunction? = .default, delay: CFTimeInterval = 0,
        file: StaticString = #fileID, line: UInt = #line
    ) async -> Bool {
        let step = PropertyStep(self, path, to: value, .timing(duration: duration, timing), delay: delay)
        return await CATransaction.run(file: file, line: line) { step.begin() }
    }

    /// Ours: animates a property from what shows to a value on a spring, and suspends until it has come to rest.
    ///
    /// Where the property moves already, by a spring or otherwise, it goes on with the velocity that it has, in
    /// whatever direction. Everything else is as with a duration.
    @discardableResult
    public nonisolated(nonsending) func animate<Value>(
        _ path: ReferenceWritableKeyPath<Self, Value>, to value: Value, spring: AnimationSpring,
        delay: CFTimeInterval = 0, file: StaticString = #fileID, line: UInt = #line
    ) async -> Bool {
        let step = PropertyStep(self, path, to: value, .spring(spring), delay: delay)
        return await CATransaction.run(file: file, line: line) { step.begin() }
    }
}
