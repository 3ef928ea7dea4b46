/// An animation of one property as it was committed, with what it changes and who is told of its end.
struct TargetedAnimation: Sendable {
    let target: AnimationTarget
    let animation: CommittedAnimation
    let record: AnimationRecord

    /// The property's value at an instant of the layer's time.
    /// - Parameter value: What it is without this animation.
    func value(at time: Double, over value: AnimatedValue) -> AnimatedValue {
        guard let member = animation.value(at: time, over: target.member(of: value)) else { return value }
        return target.setting(member, in: value)
    }
}
