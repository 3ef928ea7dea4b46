internal import Foundation

/// The animations of a frame's layers, made ready to be evaluated.
extension LayerFrame {
    /// Makes all animations ready.
    func adoptAll() {
        animations.removeAll(keepingCapacity: true)
        vectors.removeAll()
        transforms.removeAll()
        paces.removeAll()
        courses.removeAll(keepingCapacity: true)
        unusedAnimations = 0
        for index in nodes.indices {
            nodes[index].animations = -1
            adopt(index)
        }
    }

    /// Makes a layer's animations ready.
    private func adopt(_ index: Int) {
        guard let own = nodes[index].layer.animations else { return }
        let values = nodes[index].layer.values
        let node = Int32(index)
        var ready = FrameAnimations(node: node)
        let firstVector = Int32(vectors.runs.count)
        let firstTransform = Int32(transforms.runs.count)
        let firstCourse = Int32(courses.count)
        for (number, course) in own.courses.enumerated() {
            if let key = course.layerKey, let base = Self.vectorBase(of: key, values) {
                let hot = course.animations.compactMap { HotAnimation<VectorWay>($0, &paces) }
                if hot.count == course.animations.count {
                    vectors.append(hot, of: key, base: base, node: node)
                    continue
                }
            }
            if course.layerKey == .transform {
                let hot = course.animations.compactMap { HotAnimation<PlanarWay>($0, &paces) }
                if hot.count == course.animations.count {
                    transforms.append(hot, of: .transform, base: values.geometry.transform, node: node)
                    continue
                }
            }
            courses.append(
                FrameCourse(node: node, course: Int32(number), key: course.layerKey, value: .nothing))
        }
        ready.vectors = firstVector..<Int32(vectors.runs.count)
        ready.transforms = firstTransform..<Int32(transforms.runs.count)
        ready.others = firstCourse..<Int32(courses.count)
        nodes[index].animations = Int32(animations.count)
        animations.append(ready)
    }

    /// Makes a layer's animations ready in place of those that it had.
    func readopt(_ index: Int) {
        if nodes[index].animations >= 0 {
            let former = animations[Int(nodes[index].animations)]
            vectors.retire(former.vectors)
            transforms.retire(former.transforms)
            for each in former.others { courses[Int(each)].node = -1 }
            animations[Int(nodes[index].animations)].node = -1
            unusedAnimations += 1
            nodes[index].animations = -1
        }
        adopt(index)
    }

    /// A layer's animations begin with other values.
    func rebase(_ index: Int) {
        guard nodes[index].animations >= 0 else { return }
        let values = nodes[index].layer.values
        let own = animations[Int(nodes[index].animations)]
        vectors.rebase(own.vectors) { Self.vectorBase(of: $0, values) }
        transforms.rebase(own.transforms) { _ in values.geometry.transform }
        for each in own.others { courses[Int(each)].value = .nothing }
    }

    /// Begins anew where most of what is kept is not used any more.
    func tidyAnimations() {
        if unusedAnimations > 64, unusedAnimations * 2 > animations.count { adoptAll() }
    }

    /// The value without animations of a property that says where a layer is; nil for others.
    private static func vectorBase(of key: LayerKey, _ values: LayerValues) -> SIMD4<Double>? {
        switch key {
        case .position: SIMD4(values.geometry.position.x, values.geometry.position.y, 0, 0)
        case .bounds: SIMD4(values.geometry.bounds)
        case .opacity: SIMD4(Double(values.opacity), 0, 0, 0)
        default: nil
        }
    }
}
