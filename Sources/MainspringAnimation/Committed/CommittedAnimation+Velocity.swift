extension CommittedAnimation {
    /// Whether it has an effect at an instant of the layer's time.
    func isInEffect(at time: Double) -> Bool { sample(at: time)?.isInEffect ?? false }

    /// From when to when it runs, in the layer's time.
    var span: (start: Double, end: Double) { TimeMap.identity.span(of: groups.first?.timing ?? timing) }

    /// How fast its value changes at an instant of the layer's time, per second; nil where it rests.
    /// - Parameter current: What the property has without the animation.
    func velocity(at time: Double, over current: AnimatedValue) -> AnimatedValue? {
        let span = span
        guard time >= span.start, time < span.end else { return nil }
        return springVelocity(at: time)
            ?? AnimatedValue.velocity(at: time, within: span) { value(at: $0, over: current) }
    }

    /// The exact one, of springs between two vectors.
    private func springVelocity(at time: Double) -> AnimatedValue? {
        guard groups.isEmpty, pace == nil, function == nil, !isCumulative, !timing.autoreverses else { return nil }
        let seconds = timing.sample(at: time).course.progress * timing.duration
        switch track {
        case .spring(let track, let motion, _):
            guard case .vector(_, let change)? = track.fixedWay else { return nil }
            return .vector(change * (motion.velocity(at: seconds) * timing.map.speed))
        case .thrown(let track, let motion, _, .vector(let thrown)):
            guard case .vector(_, let change)? = track.fixedWay else { return nil }
            let velocity = change * motion.velocity(at: seconds) + thrown * motion.impulseVelocity(at: seconds)
            return .vector(velocity * timing.map.speed)
        default: return nil
        }
    }
}
