/// The animations of a layer as they were published: by property, in the order in which they take effect.
final class LayerAnimations: Sendable {
    /// What happens to one property.
    struct Course: Sendable {
        let key: String
        let layerKey: LayerKey?
        let kind: ValueKind
        /// What the property has without animations; nil for one that every layer has, which stands in the layer's
        /// values.
        let base: AnimatedValue?
        /// First those that take the place of the value, in the order in which they were added, then those that add to
        /// it.
        fileprivate(set) var animations: [CommittedAnimation]

        fileprivate func isOf(_ target: AnimationTarget) -> Bool {
            layerKey == target.layerKey && (layerKey != nil || key == target.key)
        }
    }

    let courses: [Course]
    /// The animations as wholes, each of which may change several properties or none.
    let records: [AnimationRecord]
    /// The one that changes the layer's whole picture.
    let transition: AnimationRecord?
    /// Whether it has values of properties that do not stand in the layer's values.
    let hasBases: Bool

    /// - Parameters:
    ///   - records: Committed ones.
    ///   - base: What a property that not every layer has is without animations.
    init(_ records: [AnimationRecord], base: (AnimationTarget) -> AnimatedValue?) {
        self.records = records
        var courses: [Course] = []
        var transition: AnimationRecord?
        for index in records.indices {
            guard let first = records[index].tracks.first else {
                if records[index].animation is CATransition { transition = records[index] }
                continue
            }
            Self.append(first, to: &courses, room: records.count, base)
            for other in records[index].tracks.others { Self.append(other, to: &courses, room: 1, base) }
        }
        for index in courses.indices where courses[index].animations.contains(where: { $0.isAdditive }) {
            let own = courses[index].animations
            courses[index].animations = own.filter { !$0.isAdditive } + own.filter { $0.isAdditive }
        }
        self.courses = courses
        self.transition = transition
        hasBases = courses.contains { $0.base != nil }
    }

    /// What others do to properties, but for some of them, and nothing to be told of.
    init(_ other: LayerAnimations, without keys: Set<LayerKey>) {
        courses = other.courses.filter { course in course.layerKey.map { !keys.contains($0) } ?? true }
        records = []
        transition = nil
        hasBases = other.hasBases
    }

    private static func append(
        _ animation: CommittedAnimation, to courses: inout [Course], room: Int,
        _ base: (AnimationTarget) -> AnimatedValue?
    ) {
        let target = animation.target
        // By member: a course that is asked as a whole is copied, and what it holds is counted.
        for index in courses.indices
        where courses[index].layerKey == target.layerKey
            && (target.layerKey != nil || courses[index].key == target.key)
        {
            return courses[index].animations.append(animation)
        }
        var animations: [CommittedAnimation] = []
        // Mostly a layer's animations are all of one property, or each of another.
        animations.reserveCapacity(courses.isEmpty ? room : 1)
        animations.append(animation)
        courses.append(
            Course(
                key: target.key, layerKey: target.layerKey, kind: target.kind,
                base: target.layerKey == nil ? base(target) : nil, animations: animations))
    }

    /// What a property that not every layer has is without animations; nil where there are none of it.
    func base(of target: AnimationTarget) -> AnimatedValue? { courses.first { $0.isOf(target) }?.base }

    /// What the property of a course has at an instant of the layer's time; nil where there is none of it.
    /// - Parameters:
    ///   - course: Its place.
    ///   - values: The layer's without animations.
    func value(of course: Int, at time: Double, values: LayerValues) -> AnimatedValue? {
        // By member, since to copy a course costs as much as to ask it.
        courses.withUnsafeBufferPointer { courses in
            guard var value = courses[course].base ?? courses[course].layerKey.flatMap({ values.animatedValue(of: $0) })
            else { return nil }
            for animation in courses[course].animations { value = animation.value(at: time, within: value) }
            return value
        }
    }
}
