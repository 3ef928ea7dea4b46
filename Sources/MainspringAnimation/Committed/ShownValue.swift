/// What shows of a property at an instant, and how fast that changes.
struct ShownValue: Sendable {
    var value: AnimatedValue
    /// Per second of the layer's time; nil where it rests.
    var velocity: AnimatedValue?
}

extension LayerAnimations {
    /// What shows of a property, or a member of one, at an instant of the layer's time, without what is added to it:
    /// what another animation that takes its place has to begin with.
    func shown(_ target: AnimationTarget, at time: Double, values: LayerValues) -> ShownValue? {
        guard let course = courses.first(where: { $0.key == target.key }),
            let base = course.base ?? course.layerKey.flatMap({ values.animatedValue(of: $0) })
        else { return nil }
        let replacing = course.animations.filter { !$0.isAdditive }
        func whole(_ animations: some Sequence<CommittedAnimation>, _ time: Double) -> AnimatedValue {
            animations.reduce(base) { $1.value(at: time, within: $0) }
        }
        guard let last = replacing.last(where: { $0.isInEffect(at: time) }) else {
            return ShownValue(value: target.member(of: base), velocity: nil)
        }
        if last.target == target {
            let before = target.member(of: whole(replacing.prefix { $0 !== last }, time))
            guard let value = last.value(at: time, over: before) else { return nil }
            return ShownValue(value: value, velocity: last.velocity(at: time, over: before))
        }
        return ShownValue(
            value: target.member(of: whole(replacing, time)),
            velocity: AnimatedValue.velocity(at: time, within: last.span) {
                target.member(of: whole(replacing, $0))
            })
    }
}
