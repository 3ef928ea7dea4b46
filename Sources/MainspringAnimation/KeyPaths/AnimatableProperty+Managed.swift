internal import Diagnostics
internal import Foundation
internal import MainspringGraphics

extension AnimatableProperty {
    /// Ours: a property that is declared with `@NSManaged`; for what the model compiler writes.
    ///
    /// Before it was set it is zero, empty, the identity, or nothing. A property of another type without such a value
    /// stops the program with a sentence.
    ///
    /// The type need not be `Sendable`, since only the value that it has before anybody has set it is shared. As on Apple's
    /// platforms, what is set is in the committed copies of the layer too.
    /// - Parameters:
    ///   - path: The property.
    ///   - key: Its name.
    public static func managed<Layer: CALayer, Value>(
        _ path: any ReferenceWritableKeyPath<Layer, Value> & Sendable, key: String
    ) -> AnimatableProperty {
        guard let value = firstValue(of: Value.self) else {
            programmerError(
                """
                “\(key)” of \(Layer.self) is declared with @NSManaged, and there is no \(Value.self) that it could be \
                before it is set. Declare it as an optional.
                """)
        }
        return AnimatableProperty(path, key: key, constant: value, needsDisplay: false)
    }

    /// What a value of a type is before anybody has set it.
    private static func firstValue<Value>(of type: Value.Type) -> Value? {
        // An optional in an optional: that there is a first value, and that it is nothing.
        if let optional = type as? any NoneOrSome.Type { return optional.nothing as? Value }
        let candidates: [Any] = [
            CGFloat.zero, Double.zero, Float.zero, Int.zero, Int16.zero, Int32.zero, Int64.zero, UInt.zero, false, "",
            CGPoint.zero, CGSize.zero, CGRect.zero, CATransform3DIdentity, CGAffineTransform.identity,
        ]
        if let value = candidates.first(where: { Swift.type(of: $0) == type }) as? Value { return value }
        return (type as? any ListOfValues.Type)?.none as? Value
    }
}

/// A list, of whatever it may hold.
private protocol ListOfValues {
    static var none: Any { get }
}

extension Array: ListOfValues {
    static var none: Any { [Element]() }
}
