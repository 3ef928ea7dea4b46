internal import Foundation

/// What a layer in a frame has, by key.
extension FrameLayer {
    /// The layer's class: tells a renderer what it shows, such as the path of a ``CAShapeLayer``.
    public var layerClass: CALayer.Type { node.layer.type }

    /// The value of a property at the frame's time, by its key: what the layer's presentation says, animations
    /// included.
    ///
    /// That goes for what ``CALayer`` and its subclasses in the library have, for ``CALayer/animatableProperties``, and
    /// for keys that are no properties. Nil for `superlayer`, `sublayers` and `mask`, which are ``outer``,
    /// ``sublayers`` and ``mask``, and for keys that only methods of a class of one's own know, which are not asked:
    /// they belong to the layer's thread.
    ///
    /// On the thread that has the frame. It makes an object and looks a name up, some hundred nanoseconds; what this
    /// structure has a property for is quicker to be had there. Objects, such as contents and cells, are the published
    /// ones: they are to be read only.
    public func value(forKey key: String) -> Any? {
        if LayerKey.ofTree.contains(key) { return nil }
        let shown = carrier
        if let value = shown.value(forKey: key) { return value }
        return node.layer.ownValues[key] == nil ? AnimatableProperties.of(layerClass).byKey[key]?.defaultValue : nil
    }

    /// What the layer's class says beside what every layer says, with its animations: as ``CAShapeLayer`` its
    /// `ShapeValues`.
    ///
    /// Costs nothing where none of it is animated.
    package func own<Values>(as type: Values.Type) -> Values? {
        (hasOwnCourses ? carrier.ownOfClass : node.layer.ownOfClass) as? Values
    }

    private var hasOwnCourses: Bool { ownCourses.contains { frame.courses[Int($0)].key == nil } }

    private var ownCourses: Range<Int32> {
        node.animations >= 0 ? frame.animations[Int(node.animations)].others : 0..<0
    }

    /// A layer of the nearest class of the library that has what this one has at the frame's time. Nobody else knows
    /// it.
    private var carrier: CALayer {
        let layer = node.layer
        let carrier = layer.type.makeDefault()
        // A copy's changes run no actions.
        carrier.modelLayer = Self.nobody
        carrier.take(layer, values: values)
        carrier.ownValues = layer.ownValues
        for index in ownCourses where frame.courses[Int(index)].key == nil {
            let course = frame.courses[Int(index)]
            guard let known = layer.animations?.courses[Int(course.course)] else { continue }
            carrier.setValue(known.kind.any(course.value), forKey: known.key)
        }
        return carrier
    }

    /// What carriers are copies of: a layer without anything.
    // `nonisolated(unsafe)`: it is never changed.
    private nonisolated(unsafe) static let nobody = CALayer()
}

extension LayerKey {
    /// Keys of layers around and inside a layer.
    fileprivate static let ofTree: Set<String> = [
        LayerKey.superlayer.rawValue, LayerKey.sublayers.rawValue, LayerKey.mask.rawValue,
    ]
}
