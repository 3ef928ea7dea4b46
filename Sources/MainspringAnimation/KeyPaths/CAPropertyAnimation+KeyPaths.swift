/// Animations of properties that the compiler knows.
///
/// ```swift
/// let fade = CABasicAnimation(\.opacity, from: 1, to: 0)
/// let turn = CABasicAnimation(\.transform.rotation.z, by: .pi)
/// let dial = CABasicAnimation(\DialLayer.angle, to: 2)
/// ```
extension CABasicAnimation {
    /// Ours: an animation of a property of every layer. Values that are nil are left out.
    public convenience init<Value>(
        _ path: ReferenceWritableKeyPath<CALayer, Value>, from: Value? = nil, to: Value? = nil, by: Value? = nil
    ) {
        self.init(keyPath: TypedPathNames.name(of: path))
        (fromValue, toValue, byValue) = (from, to, by)
    }

    /// Ours: an animation of a property of a class of layers. Values that are nil are left out.
    public convenience init<Layer: CALayer, Value>(
        _ path: ReferenceWritableKeyPath<Layer, Value>, from: Value? = nil, to: Value? = nil, by: Value? = nil
    ) {
        self.init(keyPath: TypedPathNames.name(of: path))
        (fromValue, toValue, byValue) = (from, to, by)
    }
}

extension CAKeyframeAnimation {
    /// Ours: an animation of a property of every layer through values.
    public convenience init<Value>(_ path: ReferenceWritableKeyPath<CALayer, Value>, values: [Value]) {
        self.init(keyPath: TypedPathNames.name(of: path))
        self.values = values
    }

    /// Ours: an animation of a property of a class of layers through values.
    public convenience init<Layer: CALayer, Value>(
        _ path: ReferenceWritableKeyPath<Layer, Value>, values: [Value]
    ) {
        self.init(keyPath: TypedPathNames.name(of: path))
        self.values = values
    }
}
