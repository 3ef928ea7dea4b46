public import Foundation

// Apple's Foundation bridges these structures to NSValue; that of Linux has the class and its initializers, but no
// bridge.

extension CGPoint: @retroactive _ObjectiveCBridgeable {
    /// The class whose objects hold points, as on Apple's platforms.
    public typealias _ObjectiveCType = NSValue

    /// The point in an object.
    public func _bridgeToObjectiveC() -> NSValue { NSValue(point: self) }

    /// Takes the point out of an object, for `as!`.
    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// Takes the point out of an object, for `as?`; fails if the object holds something else.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) -> Bool {
        guard source.holds(CGPoint.self) else { return false }
        result = source.pointValue
        return true
    }

    /// Takes the point out of an object; the origin without one.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGPoint {
        var result: CGPoint?
        if let source { _ = _conditionallyBridgeFromObjectiveC(source, result: &result) }
        return result ?? .zero
    }
}

extension CGSize: @retroactive _ObjectiveCBridgeable {
    /// The class whose objects hold sizes, as on Apple's platforms.
    public typealias _ObjectiveCType = NSValue

    /// The size in an object.
    public func _bridgeToObjectiveC() -> NSValue { NSValue(size: self) }

    /// Takes the size out of an object, for `as!`.
    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// Takes the size out of an object, for `as?`; fails if the object holds something else.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) -> Bool {
        guard source.holds(CGSize.self) else { return false }
        result = source.sizeValue
        return true
    }

    /// Takes the size out of an object; the empty one without one.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGSize {
        var result: CGSize?
        if let source { _ = _conditionallyBridgeFromObjectiveC(source, result: &result) }
        return result ?? .zero
    }
}

extension CGRect: @retroactive _ObjectiveCBridgeable {
    /// The class whose objects hold rectangles, as on Apple's platforms.
    public typealias _ObjectiveCType = NSValue

    /// The rectangle in an object.
    public func _bridgeToObjectiveC() -> NSValue { NSValue(rect: self) }

    /// Takes the rectangle out of an object, for `as!`.
    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// Takes the rectangle out of an object, for `as?`; fails if the object holds something else.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) -> Bool {
        guard source.holds(CGRect.self) else { return false }
        result = source.rectValue
        return true
    }

    /// Takes the rectangle out of an object; the empty one at the origin without one.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGRect {
        var result: CGRect?
        if let source { _ = _conditionallyBridgeFromObjectiveC(source, result: &result) }
        return result ?? .zero
    }
}
