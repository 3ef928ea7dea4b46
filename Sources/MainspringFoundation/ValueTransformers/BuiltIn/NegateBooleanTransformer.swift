internal import Foundation

/// Turns a truth value into its opposite; what is none counts as `false`.
final class NegateBooleanTransformer: ValueTransformer {
    override class func transformedValueClass() -> AnyClass { NSNumber.self }

    override func transformedValue(_ value: Any?) -> Any? {
        guard let value = flattened(value) else { return true }
        if let text = value as? String { return !NSString(string: text).boolValue }
        return !(Number(value)?.boolean ?? false)
    }
}
