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
        fileprivate(set) var animations: [TargetedAnimation]

        fileprivate func isOf(_ target: AnimationTarget) -> Bool {
            layerKey == target.layerKey && (layerKey != nil || key == target.key)
        }
    }

    /// An animation as a whole, which may change several properties or none.
    struct Record: Sendable {
        let record: AnimationRecord
        /// In the layer's time.
        let timing: MediaTiming
    }

    let courses: [Course]
    let records: [Record]
    /// Whether it has values of properties that do not stand in the layer's values.
    let hasBases: Bool

    /// - Parameter base: What a property that not every layer has is without animations.
    init(_ animations: [TargetedAnimation], records: [Record], base: (AnimationTarget) -> AnimatedValue?) {
        self.records = records
        var courses: [Course] = []
        for each in animations {
            if let index = courses.firstIndex(where: { $0.isOf(each.target) }) {
                courses[index].animations.append(each)
            } else {
                courses.append(
                    Course(
                        key: each.target.key, layerKey: each.target.layerKey, kind: each.target.kind,
                        base: each.target.layerKey == nil ? base(each.target) : nil, animations: [each]))
            }
        }
        for index in courses.indices where courses[index].animations.contains(where: { $0.animation.isAdditive }) {
            let own = courses[index].animations
            courses[index].animations =
                own.filter { !$0.animation.isAdditive } + own.filter { $0.animation.isAdditive }
        }
        self.courses = courses
        hasBases = courses.contains { $0.base != nil }
    }

    /// What a property has at an instant of the layer's time.
    func value(of course: Course, at time: Double, values: LayerValues) -> AnimatedValue? {
        guard var value = course.base ?? course.layerKey.flatMap({ values.animatedValue(of: $0) }) else { return nil }
        for animation in course.animations { value = animation.value(at: time, over: value) }
        return value
    }
}
