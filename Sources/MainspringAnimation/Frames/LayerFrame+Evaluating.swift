internal import Foundation

/// What animated layers have at the frame's time.
extension LayerFrame {
    /// Evaluates all animations.
    /// - Parameter looksBack: The time is before that of the last frame, so that what has ended may not have.
    func evaluate(looksBack: Bool) {
        nodes.withUnsafeMutableBufferPointer { nodes in
            guard let first = nodes.baseAddress else { return }
            paces.withReader { paces in
                evaluateVectors(first, paces)
                evaluateTransforms(first, paces)
            }
            evaluateCourses(first)
        }
        isMoving = false
        nextNotice = .infinity
        for index in animations.indices where animations[index].node >= 0 {
            if looksBack || time >= animations[index].nextNotice { lookForNotices(&animations[index]) }
            isMoving = isMoving || animations[index].isMoving
            nextNotice = min(nextNotice, animations[index].nextNotice)
        }
    }

    private func evaluateVectors(
        _ nodes: UnsafeMutablePointer<FrameNode>, _ paces: PreparedPaces.Reader
    ) {
        let time = time
        let changes = changes
        vectors.runs.withUnsafeBufferPointer { runs in
            vectors.animations.withUnsafeBufferPointer { animations in
                for run in runs where run.node >= 0 {
                    let node = nodes + Int(run.node)
                    let time = node.pointee.time.local(time)
                    var value = run.base
                    for index in Int(run.first)..<Int(run.first + run.count) {
                        animations[index].apply(to: &value, at: time, paces)
                    }
                    if node.pointee.set(value, of: run.key) { changes.mark(run.node, [.look, .place]) }
                }
            }
        }
    }

    private func evaluateTransforms(
        _ nodes: UnsafeMutablePointer<FrameNode>, _ paces: PreparedPaces.Reader
    ) {
        let time = time
        let changes = changes
        transforms.runs.withUnsafeBufferPointer { runs in
            transforms.animations.withUnsafeBufferPointer { animations in
                for run in runs where run.node >= 0 {
                    let node = nodes + Int(run.node)
                    let time = node.pointee.time.local(time)
                    var value = run.base
                    for index in Int(run.first)..<Int(run.first + run.count) {
                        animations[index].apply(to: &value, at: time, paces)
                    }
                    guard node.pointee.set(planar: value) else { continue }
                    changes.mark(run.node, [.look, .place])
                }
            }
        }
    }

    private func evaluateCourses(_ nodes: UnsafeMutablePointer<FrameNode>) {
        for index in courses.indices where courses[index].node >= 0 {
            let node = nodes + Int(courses[index].node)
            let layer = node.pointee.layer
            guard let animations = layer.animations else { continue }
            let course = animations.courses[Int(courses[index].course)]
            let time = node.pointee.time.local(time)
            guard let value = animations.value(of: course, at: time, values: layer.values),
                value != courses[index].value
            else { continue }
            courses[index].value = value
            let isPlace = courses[index].key.map { node.pointee.set(value, of: $0) } ?? false
            changes.mark(courses[index].node, isPlace ? [.look, .place] : .look)
        }
    }
}

extension FrameNode {
    /// Sets a vector that says where the layer is. Returns whether it is another one.
    @inline(__always)
    fileprivate mutating func set(_ value: SIMD4<Double>, of key: LayerKey) -> Bool {
        switch key {
        case .position:
            guard value.x != geometry.position.x || value.y != geometry.position.y else { return false }
            geometry.position = CGPoint(x: value.x, y: value.y)
        case .opacity:
            guard value.x != opacity else { return false }
            opacity = value.x
        default:
            guard value != SIMD4(geometry.bounds) else { return false }
            geometry.bounds = CGRect(value)
        }
        return true
    }

    /// Sets the transform to one that stays in the plane. Returns whether it is another one.
    @inline(__always)
    fileprivate mutating func set(planar value: Matrix4) -> Bool {
        let former = geometry.transform
        if value.r0 == former.r0, value.r1 == former.r1, value.r3 == former.r3, !traits.contains(.isSpatial) { return false }
        geometry.transform = value
        traits.insert(.isTransformed)
        traits.remove(.isSpatial)
        return true
    }

    /// Sets what says where the layer is, or whether it shows. Returns false for other properties.
    fileprivate mutating func set(_ value: AnimatedValue, of key: LayerKey) -> Bool {
        switch (key, value) {
        case (.position, .vector(let v)), (.opacity, .vector(let v)), (.bounds, .vector(let v)):
            _ = set(v, of: key)
        case (.anchorPoint, .vector(let v)): geometry.anchorPoint = CGPoint(x: v.x, y: v.y)
        case (.zPosition, .vector(let v)): geometry.zPosition = v.x
        case (.anchorPointZ, .vector(let v)):
            geometry.anchorPointZ = v.x
            if v.x != 0 { traits.insert(.isSpatial) }
        case (.transform, .transform(let matrix)):
            geometry.transform = matrix
            traits.noteTransform(matrix)
        case (.sublayerTransform, .transform(let matrix)):
            geometry.sublayerTransform = matrix
            traits.formUnion(.placesOthers)
        case (.hidden, .step(let stepped)): set(.isHidden, to: stepped.value as? Bool)
        case (.masksToBounds, .step(let stepped)): set(.clips, to: stepped.value as? Bool)
        case (.geometryFlipped, .step(let stepped)):
            set(.isFlipped, to: stepped.value as? Bool)
            traits.formUnion(.placesOthers)
        case (.shadowOpacity, _), (.shadowRadius, _), (.shadowOffset, _), (.shadowPath, _):
            // What it throws is found when it is placed.
            traits.insert(.throwsShadow)
        default: return false
        }
        return true
    }

    private mutating func set(_ trait: FrameTraits, to flag: Bool?) {
        guard let flag else { return }
        if flag { traits.insert(trait) } else { traits.remove(trait) }
    }
}
