public import Foundation

// Apple's CGFloat is bridged to NSNumber; that of Foundation on Linux is not, so that neither `value as? NSNumber` nor
// `number as? CGFloat` would succeed for a value that was read by its key.

extension CGFloat: @retroactive _ObjectiveCBridgeable {
    /// The class whose objects stand for floats of this type, as on Apple's platforms.
    public typealias _ObjectiveCType = NSNumber

    /// The number as an object.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

    /// Takes the number out of an object, for `as!`.
    public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
        result = CGFloat(source.doubleValue)
    }

    /// Takes the number out of an object, for `as?`; always succeeds.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) -> Bool {
        result = CGFloat(source.doubleValue)
        return true
    }

    /// Takes the number out of an object; 0 without one.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
        CGFloat(source?.doubleValue ?? 0)
    }
}
