internal import Foundation

/// What animated layers have at the frame's time.
extension LayerFrame {
    /// Evaluates all animations.
    /// - Parameter looksBack: The time is before that of the last frame, so that what has ended may not have.
    func evaluate(looksBack: Bool) {
        let isSorted = changed.isEmpty
        isMoving = false
        nextNotice = .infinity
        nodes.withUnsafeMutableBufferPointer { nodes in
            animated.withUnsafeBufferPointer { animated in
                for index in animated {
                    let change = evaluate(&nodes[Int(index)])
                    if looksBack || time >= nodes[Int(index)].nextNotice { lookForNotices(&nodes[Int(index)]) }
                    isMoving = isMoving || nodes[Int(index)].isMoving
                    nextNotice = min(nextNotice, nodes[Int(index)].nextNotice)
                    if !change.isEmpty { mark(index, change) }
                }
            }
        }
        if !isSorted { changed.sort() }
    }

    /// Evaluates a layer's animations. Returns what has changed.
    private func evaluate(_ node: inout FrameNode) -> FrameChange {
        let layer = node.layer
        guard let animations = layer.animations else { return [] }
        let time = node.time.local(time)
        var change: FrameChange = []
        var slot = Int(node.values)
        for course in animations.courses {
            defer { slot += 1 }
            if let hot = course.hot, let key = course.layerKey, evaluate(hot, key, &node, at: time, &change) {
                continue
            }
            guard let value = animations.value(of: course, at: time, values: layer.values) else { continue }
            if let key = course.layerKey, node.set(value, of: key, &change) { continue }
            if values[slot] != value {
                values[slot] = value
                change.formUnion(course.layerKey?.isOnPlace ?? false ? [.look, .place] : .look)
            }
        }
        return change
    }

    /// The quick way: properties that say where a layer is, changed by plain numbers. False for others.
    @inline(__always)
    private func evaluate(
        _ hot: ContiguousArray<HotAnimation>, _ key: LayerKey, _ node: inout FrameNode, at time: Double,
        _ change: inout FrameChange
    ) -> Bool {
        switch key {
        case .position:
            let base = node.layer.values.geometry.position
            var value = SIMD4<Double>(base.x, base.y, 0, 0)
            for animation in hot { animation.apply(to: &value, at: time) }
            if value.x != node.geometry.position.x || value.y != node.geometry.position.y {
                node.geometry.position = CGPoint(x: value.x, y: value.y)
                change = [.look, .place]
            }
        case .opacity:
            var value = SIMD4(Double(node.layer.values.opacity), 0, 0, 0)
            for animation in hot { animation.apply(to: &value, at: time) }
            if value.x != node.opacity {
                node.opacity = value.x
                change = [.look, .place]
            }
        case .transform:
            var value = node.layer.values.geometry.transform
            for animation in hot { animation.apply(to: &value, at: time) }
            if value != node.geometry.transform {
                node.geometry.transform = value
                change = [.look, .place]
            }
        case .bounds:
            var value = SIMD4(node.layer.values.geometry.bounds)
            for animation in hot { animation.apply(to: &value, at: time) }
            if value != SIMD4(node.geometry.bounds) {
                node.geometry.bounds = CGRect(value)
                change = [.look, .place]
            }
        default: return false
        }
        return true
    }
}

extension FrameNode {
    /// Sets what says where a layer is; false for other properties.
    fileprivate mutating func set(_ value: AnimatedValue, of key: LayerKey, _ change: inout FrameChange) -> Bool {
        let was = geometry
        switch (key, value) {
        case (.position, .vector(let v)): geometry.position = CGPoint(x: v.x, y: v.y)
        case (.bounds, .vector(let v)): geometry.bounds = CGRect(v)
        case (.anchorPoint, .vector(let v)): geometry.anchorPoint = CGPoint(x: v.x, y: v.y)
        case (.zPosition, .vector(let v)): geometry.zPosition = v.x
        case (.anchorPointZ, .vector(let v)): geometry.anchorPointZ = v.x
        case (.transform, .transform(let matrix)): geometry.transform = matrix
        case (.sublayerTransform, .transform(let matrix)): geometry.sublayerTransform = matrix
        case (.opacity, .vector(let v)):
            if opacity != v.x {
                opacity = v.x
                change = [.look, .place]
            }
            return true
        default: return false
        }
        if geometry != was { change = [.look, .place] }
        return true
    }
}

extension LayerKey {
    /// Whether the property changes where, or whether, those inside the layer show.
    fileprivate var isOnPlace: Bool { self == .hidden || self == .masksToBounds || self == .geometryFlipped }
}
