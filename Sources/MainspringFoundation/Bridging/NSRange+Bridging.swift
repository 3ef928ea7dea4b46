public import Foundation

// Apple's Foundation bridges these structures to NSValue; that of Linux has the class and its initializers, but no
// bridge.

extension NSRange: @retroactive _ObjectiveCBridgeable {
    /// The class whose objects hold ranges, as on Apple's platforms.
    public typealias _ObjectiveCType = NSValue

    /// The range in an object.
    public func _bridgeToObjectiveC() -> NSValue { NSValue(range: self) }

    /// Takes the range out of an object, for `as!`.
    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout NSRange?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// Takes the range out of an object, for `as?`; fails if the object holds something else.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout NSRange?) -> Bool {
        guard source.holds(NSRange.self) else { return false }
        result = source.rangeValue
        return true
    }

    /// Takes the range out of an object; the empty one at 0 without one.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> NSRange {
        var result: NSRange?
        if let source { _ = _conditionallyBridgeFromObjectiveC(source, result: &result) }
        return result ?? NSRange(location: 0, length: 0)
    }
}
