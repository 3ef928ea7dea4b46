/// An animation of one property as it was when it was committed: a function of time and of what the property has
/// without it.
///
/// Nothing in it changes, so any thread may ask it for any instant, in any order.
final class CommittedAnimation: Sendable {
    /// What it changes.
    let target: AnimationTarget
    /// The groups it is in, the outermost first.
    let groups: [GroupTime]
    /// In the time of the layer, or of the innermost group.
    let timing: MediaTiming
    /// Nil is even.
    let pace: UnitBezier?
    let track: AnimationTrack
    /// Makes the property's value of the track's; nil takes it as it is.
    let function: CAValueFunction.Kind?
    /// Whether its value is added to what the property has without it.
    let isAdditive: Bool
    /// Whether each repeat begins where the one before it ended.
    let isCumulative: Bool

    init(
        target: AnimationTarget, groups: [GroupTime], timing: MediaTiming, pace: UnitBezier?, track: AnimationTrack,
        function: CAValueFunction.Kind?, isAdditive: Bool, isCumulative: Bool
    ) {
        self.target = target
        self.groups = groups
        self.timing = timing
        self.pace = pace
        self.track = track
        self.function = function
        self.isAdditive = isAdditive
        self.isCumulative = isCumulative
    }

    /// What the whole property has at an instant of the layer's time.
    /// - Parameter whole: What it is without this animation.
    func value(at time: Double, within whole: AnimatedValue) -> AnimatedValue {
        guard let member = value(at: time, over: target.member(of: whole)) else { return whole }
        return target.setting(member, in: whole)
    }

    /// What the target has at an instant of the layer's time; nil where the animation has no effect.
    /// - Parameter current: What the target has without the animation.
    func value(at time: Double, over current: AnimatedValue) -> AnimatedValue? {
        guard let sample = sample(at: time), sample.isInEffect else { return nil }
        let progress = pace?.value(at: sample.course.progress) ?? sample.course.progress
        var value = track.value(at: progress, over: input(current))
        if isCumulative, sample.course.repeats > 0 {
            // A repeat that goes back and forth ends where it began.
            let end = track.value(at: timing.autoreverses ? 0 : 1, over: input(current))
            value = value.adding(end.repeated(sample.course.repeats))
        }
        if let function, case .vector(let numbers) = value { value = .transform(function.transform(numbers)) }
        return isAdditive ? current.adding(value) : value
    }

    /// Where in its course it is at an instant of the layer's time; nil while a group around it has no effect.
    func sample(at time: Double) -> TimingSample? {
        var instant = GroupTime.Instant(time: time)
        for group in groups {
            guard let inner = group.inner(instant) else { return nil }
            instant = inner
        }
        return timing.sample(at: instant.time, isHeld: instant.isHeld)
    }

    /// What the track has to begin with: of a value function's numbers those that change nothing.
    private func input(_ current: AnimatedValue) -> AnimatedValue {
        guard let function else { return current }
        return .vector(function.neutral)
    }
}

extension CAValueFunction.Kind {
    /// The numbers of which the function makes a transform that changes nothing.
    var neutral: SIMD4<Double> {
        switch self {
        case .scale, .scaleX, .scaleY, .scaleZ: SIMD4(1, 1, 1, 0)
        default: .zero
        }
    }
}
