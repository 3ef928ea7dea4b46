internal import Foundation
internal import MainspringFoundation
internal import MainspringGraphics

/// Ours: a property of a layer class of one's own that can be animated as the layer's are, named by a key path that the
/// compiler checks.
///
/// ```swift
/// class DialLayer: CALayer {
///     override class var animatableProperties: [AnimatableProperty] {
///         [AnimatableProperty(\DialLayer.angle, key: "angle", default: 0, needsDisplay: true)]
///     }
///
///     var angle: CGFloat {
///         get { self[animatable: \DialLayer.angle] }
///         set { self[animatable: \DialLayer.angle] = newValue }
///     }
/// }
/// ```
/// The value is kept in the layer, and copied by `init(layer:)`; it is known to key-value coding,
/// `defaultValue(forKey:)` and `presentation()`, and its changes animate. Numbers (`CGFloat`, `Double`, `Float`),
/// points, sizes, rectangles, transforms, colours, paths, and lists of numbers and colours pass through what lies
/// between; other values change in the middle of an animation.
public struct AnimatableProperty: @unchecked Sendable {
    // `@unchecked Sendable`: constant; the default is of a type that is `Sendable`, or nothing.

    /// What key-value coding, actions and animations call it.
    public let key: String
    /// What it has before it was set; nil for nothing.
    public let defaultValue: Any?
    /// Whether the contents are to be drawn anew when it changes, and with each frame of an animation of it.
    public let needsDisplay: Bool
    let path: any AnyKeyPath & Sendable
    let kind: ValueKind
    /// Makes the key known to key-value coding.
    let register: @Sendable () -> Void
    /// Its key path, and those of the members of its value, by what they are called.
    let names: @Sendable () -> [AnyKeyPath: String]

    /// - Parameters:
    ///   - path: The property.
    ///   - key: Its name: not empty, and without a dot; not that of a property that the superclass has.
    ///   - default: What it has before it was set.
    ///   - needsDisplay: Whether the contents are to be drawn anew when it changes, and with each frame of an animation
    ///     of it.
    public init<Layer: CALayer, Value: Sendable>(
        _ path: any ReferenceWritableKeyPath<Layer, Value> & Sendable, key: String, default: Value,
        needsDisplay: Bool = false
    ) {
        self.init(path, key: key, constant: `default`, needsDisplay: needsDisplay)
    }

    /// - Parameter constant: what it has before it was set; of a type that is `Sendable`, or a value without a reference
    ///   to anything.
    init<Layer: CALayer, Value>(
        _ path: any ReferenceWritableKeyPath<Layer, Value> & Sendable, key: String, constant: Value, needsDisplay: Bool
    ) {
        self.key = key
        self.path = path
        self.needsDisplay = needsDisplay
        defaultValue = (constant as? any NoneOrSome).map { $0.inside } ?? constant
        kind = ValueKind(ofType: Value.self)
        register = { KeyTable.register(Layer.self) { $0.add(key, path) } }
        names = {
            var paths = TypedPaths()
            paths.add(path, key)
            return paths.names
        }
    }
}

/// An optional, of whatever it may wrap.
protocol NoneOrSome {
    var inside: Any? { get }
    static var wrapped: Any.Type { get }
    static var nothing: Any { get }
}

extension Optional: NoneOrSome {
    var inside: Any? { self }
    static var wrapped: Any.Type { Wrapped.self }
    static var nothing: Any { Wrapped?.none as Any }
}

extension ValueKind {
    /// The kind of the values of a property of a type.
    init(ofType type: Any.Type) {
        switch (type as? any NoneOrSome.Type)?.wrapped ?? type {
        case is CGFloat.Type, is Double.Type, is Float.Type: self = .number
        case is CGPoint.Type: self = .point
        case is CGSize.Type: self = .size
        case is CGRect.Type: self = .rect
        case is CATransform3D.Type: self = .transform
        case is CGColor.Type: self = .color
        case is CGPath.Type: self = .path
        case is [CGFloat].Type, is [Double].Type, is [NSNumber].Type: self = .numbers
        case is [CGColor].Type: self = .colors
        default: self = .step
        }
    }
}
