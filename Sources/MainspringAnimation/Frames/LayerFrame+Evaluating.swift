internal import Foundation

/// What animated layers have at the frame's time.
extension LayerFrame {
    /// Evaluates all animations.
    /// - Parameter looksBack: The time is before that of the last frame, so that what has ended may not have.
    func evaluate(looksBack: Bool) {
        var (isMoving, isStepping, hasStepped) = (false, false, false)
        var (nextNotice, nextStep) = (Double.infinity, Double.infinity)
        let time = time
        let changes = changes
        nodes.withUnsafeMutableBufferPointer { nodes in
            guard let nodes = nodes.baseAddress else { return }
            animations.withUnsafeMutableBufferPointer { animations in
                paces.withReader { paces in
                    points.withReader { points in
                        transforms.withReader { transforms in
                            for own in animations.indices where animations[own].node >= 0 {
                                let own = animations.baseAddress.unsafelyUnwrapped + own
                                let node = nodes + Int(own.pointee.node)
                                let local = own.pointee.time.local(time)
                                var isChanged = false
                                for run in own.pointee.points {
                                    let value = points.value(of: run, at: local, paces)
                                    isChanged = node.pointee.set(value, of: points.key(of: run)) || isChanged
                                }
                                for run in own.pointee.transforms {
                                    let value = transforms.value(of: run, at: local, paces)
                                    isChanged = node.pointee.set(value) || isChanged
                                }
                                if isChanged { changes.mark(own.pointee.node, [.look, .place]) }
                                if !own.pointee.others.isEmpty { evaluateOthers(own.pointee, node, at: local) }
                                if looksBack || time >= own.pointee.nextNotice || time >= own.pointee.nextStep {
                                    lookForNotices(&own.pointee, node.pointee.layer)
                                    hasStepped = hasStepped || own.pointee.isStepping || !notices.ended.isEmpty
                                }
                                isMoving = isMoving || own.pointee.isMoving
                                isStepping = isStepping || own.pointee.isStepping
                                nextNotice = min(nextNotice, own.pointee.nextNotice)
                                nextStep = min(nextStep, own.pointee.nextStep)
                            }
                        }
                    }
                }
            }
        }
        (self.isMoving, self.isStepping) = (isMoving, isStepping)
        (self.nextNotice, self.nextStep) = (nextNotice, nextStep)
        // What shows later than this goes on from here.
        if hasStepped { lastMotion = time }
    }

    /// Evaluates what has no quick form.
    private func evaluateOthers(_ own: FrameAnimations, _ node: UnsafeMutablePointer<FrameNode>, at time: Double) {
        let layer = node.pointee.layer
        guard let animations = layer.animations else { return }
        for index in own.others {
            let course = Int(courses[Int(index)].course)
            guard let value = animations.value(of: course, at: time, values: layer.values),
                value != courses[Int(index)].value
            else { continue }
            courses[Int(index)].value = value
            let isPlace = courses[Int(index)].key.map { node.pointee.set(value, of: $0) } ?? false
            changes.mark(own.node, isPlace ? [.look, .place] : .look)
        }
    }
}

extension FrameNode {
    /// Sets position or opacity. Returns whether it is another one.
    @inline(__always)
    fileprivate mutating func set(_ value: SIMD2<Double>, of key: LayerKey) -> Bool {
        if key == .opacity {
            let opacity = Float(value.x)
            guard opacity != self.opacity else { return false }
            self.opacity = opacity
        } else {
            guard value.x != position.x || value.y != position.y else { return false }
            position = CGPoint(x: value.x, y: value.y)
        }
        return true
    }

    /// Sets the transform to one that stays in the plane. Returns whether it is another one.
    @inline(__always)
    fileprivate mutating func set(_ value: AffineMap) -> Bool {
        guard value != transform else { return false }
        transform = value
        traits.insert(.isTransformed)
        return true
    }

    /// Sets what says where the layer is, or whether it shows; what has no place here is asked of the course. Returns
    /// false for other properties.
    fileprivate mutating func set(_ value: AnimatedValue, of key: LayerKey) -> Bool {
        switch (key, value) {
        case (.position, .vector(let v)), (.opacity, .vector(let v)): _ = set(v.lowHalf, of: key)
        case (.bounds, .vector(let v)): bounds = CGRect(v)
        case (.anchorPoint, .vector(let v)): anchorPoint = CGPoint(x: v.x, y: v.y)
        case (.transform, .transform(let matrix)):
            transform = AffineMap(matrix)
            traits.note(matrix)
        case (.zPosition, _): break
        case (.anchorPointZ, _): traits.insert(.isSpatial)
        case (.sublayerTransform, _): traits.formUnion(.placesOthers)
        case (.hidden, .step(let stepped)): set(.isHidden, to: stepped.flag)
        case (.masksToBounds, .step(let stepped)): set(.clips, to: stepped.flag)
        case (.geometryFlipped, .step(let stepped)):
            set(.isFlipped, to: stepped.flag)
            traits.formUnion(.placesOthers)
        // What it throws is found when it is placed.
        case (.shadowOpacity, _), (.shadowRadius, _), (.shadowOffset, _), (.shadowPath, _): traits.insert(.throwsShadow)
        default: return false
        }
        return true
    }

    private mutating func set(_ trait: FrameTraits, to flag: Bool?) {
        guard let flag else { return }
        if flag { traits.insert(trait) } else { traits.remove(trait) }
    }
}
