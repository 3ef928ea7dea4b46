internal import Foundation

/// The animations of a frame's layers, made ready to be evaluated.
extension LayerFrame {
    /// Makes all animations ready.
    func adoptAll() {
        animations.removeAll(keepingCapacity: true)
        points.removeAll()
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
        var ready = FrameAnimations(node: Int32(index))
        let first = (Int32(points.runs.count), Int32(transforms.runs.count), Int32(courses.count))
        for (number, course) in own.courses.enumerated() {
            switch course.layerKey {
            case .position?, .opacity?:
                let key = course.layerKey ?? .position
                if points.append(course.animations, of: key, base: Self.base(of: key, values), &paces) { continue }
            case .transform? where values.geometry.transform.isAffine2D:
                let base = AffineMap(values.geometry.transform)
                if transforms.append(course.animations, of: .transform, base: base, &paces) { continue }
            default: break
            }
            courses.append(FrameCourse(course: Int32(number), key: course.layerKey, value: .nothing))
        }
        ready.points = first.0..<Int32(points.runs.count)
        ready.transforms = first.1..<Int32(transforms.runs.count)
        ready.others = first.2..<Int32(courses.count)
        nodes[index].animations = Int32(animations.count)
        animations.append(ready)
    }

    /// Makes a layer's animations ready in place of those that it had.
    func readopt(_ index: Int) {
        if nodes[index].animations >= 0 {
            animations[Int(nodes[index].animations)].node = -1
            unusedAnimations += 1
            nodes[index].animations = -1
        }
        adopt(index)
        // Its time is found anew for the animations that it has now.
        retime(index)
    }

    /// A layer's animations begin with other values.
    func rebase(_ index: Int) {
        guard nodes[index].animations >= 0 else { return }
        let values = nodes[index].layer.values
        let own = animations[Int(nodes[index].animations)]
        guard own.transforms.isEmpty || values.geometry.transform.isAffine2D else { return readopt(index) }
        points.rebase(own.points) { Self.base(of: $0, values) }
        transforms.rebase(own.transforms) { _ in AffineMap(values.geometry.transform) }
        for each in own.others { courses[Int(each)].value = .nothing }
    }

    /// Begins anew where most of what is kept is not used any more.
    func tidyAnimations() {
        guard unusedAnimations > 64, unusedAnimations * 2 > animations.count else { return }
        adoptAll()
        for index in nodes.indices { retime(index) }
    }

    /// Finds the way from the host's time to a layer's.
    func retime(_ index: Int) {
        guard nodes[index].animations >= 0 else { return }
        var time = nodes[index].layer.timing
        var parent = nodes[index].parent
        while parent >= 0 {
            time = nodes[Int(parent)].layer.timing.appending(time)
            parent = nodes[Int(parent)].parent
        }
        animations[Int(nodes[index].animations)].time = time
        animations[Int(nodes[index].animations)].nextNotice = -.infinity
    }

    /// The value of position or opacity without animations.
    private static func base(of key: LayerKey, _ values: LayerValues) -> SIMD2<Double> {
        key == .opacity
            ? SIMD2(Double(values.opacity), 0)
            : SIMD2(Double(values.geometry.position.x), Double(values.geometry.position.y))
    }
}
