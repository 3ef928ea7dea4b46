internal import Diagnostics
public import Foundation

/// Makes one value of another, and often back: what a store keeps of what an object has.
///
/// Subclass it, say by ``transformedValueClass()`` what comes out, and register an instance by name with
/// ``setValueTransformer(_:forName:)`` before something asks for it, as models do.
///
/// ```swift
/// final class ReversedText: ValueTransformer {
///     override class func transformedValueClass() -> AnyClass { NSString.self }
///     override func transformedValue(_ value: Any?) -> Any? { (value as? String).map { String($0.reversed()) } }
///     override func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }
/// }
/// ```
///
/// A registered transformer is asked from any thread, by several at once.
///
/// **Differences from Apple:** a name that is not registered leads to nothing; on Apple's platforms a class of that
/// name is looked up. Names come from files.
open class ValueTransformer: NSObject {
    /// Makes a transformer.
    public override init() {}

    /// The class of what ``transformedValue(_:)`` gives; `NSObject` unless a subclass knows better.
    open class func transformedValueClass() -> AnyClass { NSObject.self }

    /// Whether there is a way back; `true` unless a subclass says otherwise.
    open class func allowsReverseTransformation() -> Bool { true }

    /// What a value becomes; unless a subclass says otherwise, the value itself.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// The value that becomes another; unless a subclass says otherwise, what ``transformedValue(_:)`` gives.
    ///
    /// Must not be called where ``allowsReverseTransformation()`` is `false`.
    open func reverseTransformedValue(_ value: Any?) -> Any? {
        let transformer = type(of: self)
        guard transformer.allowsReverseTransformation() else {
            programmerError(
                "\(transformer) transforms in one direction. Ask allowsReverseTransformation() before "
                    + "reverseTransformedValue(_:).")
        }
        return transformedValue(value)
    }
}
