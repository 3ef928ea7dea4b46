/// The animations of a layer as they were published: by property, in the order in which they take effect.
final class LayerAnimations: Sendable {
    /// What happens to one property.
    struct Course: Sendable {
        let key: String
        let layerKey: LayerKey?
        let kind: ValueKind
        /// What the property has without animations; nil for one that every layer has, which stands in the layer's values.
        let base: AnimatedValue?
        /// First those that take the place of the value, in the order in which they were added, then those that add to it.
        let animations: [TargetedAnimation]
        /// The same, where all of them have this form.
        let hot: ContiguousArray<HotAnimation>?
    }

    let courses: [Course]

    /// - Parameter base: What a property that not every layer has is without animations.
    init(_ animations: [TargetedAnimation], base: (AnimationTarget) -> AnimatedValue?) {
        var order: [String] = []
        var byKey: [String: [TargetedAnimation]] = [:]
        for each in animations {
            if byKey[each.target.key] == nil { order.append(each.target.key) }
            byKey[each.target.key, default: []].append(each)
        }
        courses = order.compactMap { key in
            guard let own = byKey[key], let target = own.first?.target else { return nil }
            let sorted = own.filter { !$0.animation.isAdditive } + own.filter { $0.animation.isAdditive }
            let hot = ContiguousArray(sorted.compactMap(HotAnimation.init))
            return Course(
                key: key, layerKey: target.layerKey, kind: target.kind,
                base: target.layerKey == nil ? base(target) : nil, animations: sorted,
                hot: hot.count == sorted.count ? hot : nil)
        }
    }

    /// What a property has at an instant of the layer's time.
    func value(of course: Course, at time: Double, values: LayerValues) -> AnimatedValue? {
        guard var value = course.base ?? course.layerKey.flatMap({ values.animatedValue(of: $0) }) else { return nil }
        for animation in course.animations { value = animation.value(at: time, over: value) }
        return value
    }
}
