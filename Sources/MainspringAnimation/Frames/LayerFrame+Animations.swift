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
            ready.changesLook = ready.changesLook || course.layerKey?.isOfPlace != true
        }
        ready.points = first.0..<Int32(points.runs.count)
        ready.transforms = first.1..<Int32(transforms.runs.count)
        ready.others = first.2..<Int32(courses.count)
        nodes[index].animations = Int32(animations.count)
        animations.append(ready)
    }

    /// Makes a layer's animations ready in place of those that it had. Their time is to be found.
    func readopt(_ index: Int) {
        if nodes[index].animations >= 0 {
            animations[Int(nodes[index].animations)].node = -1
            unusedAnimations += 1
            nodes[index].animations = -1
        }
        adopt(index)
    }

    /// A layer's animations begin with other values. Returns whether they were made ready anew, so that their time is
    /// to be found.
    func rebase(_ index: Int) -> Bool {
        guard nodes[index].animations >= 0 else { return false }
        let values = nodes[index].layer.values
        let own = animations[Int(nodes[index].animations)]
        guard own.transforms.isEmpty || values.geometry.transform.isAffine2D else {
            readopt(index)
            return true
        }
        points.rebase(own.points) { Self.base(of: $0, values) }
        transforms.rebase(own.transforms) { _ in AffineMap(values.geometry.transform) }
        for each in own.others { courses[Int(each)].value = .nothing }
        return false
    }

    /// Begins anew where most of what is kept is not used any more.
    func tidyAnimations() {
        guard unusedAnimations > 64, unusedAnimations * 2 > animations.count else { return }
        adoptAll()
        retimeAll()
    }

    /// Finds the way from the host's time to that of each layer that has animations.
    func retimeAll() {
        var times: ContiguousArray<TimeMap> = []
        times.reserveCapacity(nodes.count)
        for index in nodes.indices {
            let own = nodes[index].layer.timing
            let time = nodes[index].parent < 0 ? own : own.inside(times[Int(nodes[index].parent)])
            times.append(time)
            setTime(time, of: index)
        }
    }

    /// The same for some layers; for all of them, where they have so many around them that this takes no longer.
    func retime(_ indices: [Int]) {
        var left = nodes.count
        for index in indices where nodes[index].animations >= 0 {
            var maps: [TimeMap] = []
            var next = Int32(index)
            while next >= 0 {
                let map = nodes[Int(next)].layer.timing
                if map != .identity { maps.append(map) }
                next = nodes[Int(next)].parent
                left -= 1
            }
            guard left > 0 else { return retimeAll() }
            setTime(maps.reversed().reduce(.identity) { $1.inside($0) }, of: index)
        }
    }

    private func setTime(_ time: TimeMap, of index: Int) {
        guard nodes[index].animations >= 0 else { return }
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
