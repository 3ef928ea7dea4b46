/// Animations that begin at what shows.
extension CALayer {
    /// Gives an animation that is to begin at what shows the value and the velocity of that, and so the time that it
    /// needs.
    /// - Parameter now: Seconds of the host's clock.
    func takeOver(_ animation: CAAnimation, at now: Double) {
        // A part of an endless duration is no time: a spring that never rests swings for some days.
        if let spring = animation as? CASpringAnimation { spring.duration = min(spring.duration, Self.longestSwing) }
        guard let basic = animation as? CABasicAnimation, basic.beginsAtShown, basic.valueFunction == nil,
            let target = basic.keyPath.flatMap({ animationTarget($0) }), var shown = shown(target, at: now)
        else { return }
        let speed = Double(basic.speed)
        // What begins later rests until then.
        let isDelayed = basic.beginTime > convertedTime(now, from: nil)
        shown.velocity =
            isDelayed || speed == 0 ? nil : shown.velocity.map { ($0.still ?? $0).adding($0, times: 1 / speed) }
        basic.shown = shown
        guard let spring = basic as? CASpringAnimation, let velocity = shown.velocity,
            spring.duration >= spring.settlingDuration,
            let end = spring.toValue.flatMap({ target.memberKind.value(of: $0) })
        else { return }
        let rest = spring.motion.settlingDuration(
            way: shown.value.adding(end, times: -1).magnitude, speed: velocity.magnitude)
        spring.duration = min(rest, Self.longestSwing)
    }

    /// Seconds.
    private static var longestSwing: Double { 1e6 }

    /// What shows of a property, or a member of one, without what is added to it; nil for a layer that does not show
    /// yet.
    /// - Parameter now: Seconds of the host's clock.
    func shown(_ target: AnimationTarget, at now: Double) -> ShownValue? {
        guard let (layer, time) = context?.shown(self, at: now) else { return nil }
        if let shown = layer.animations?.shown(target, at: time, values: layer.values) { return shown }
        let own =
            target.layerKey.flatMap { layer.values.animatedValue(of: $0) }
            ?? Self.blendable(committedOwn[target.key], of: target.key)
        return own.map { ShownValue(value: target.member(of: $0), velocity: nil) }
    }
}
