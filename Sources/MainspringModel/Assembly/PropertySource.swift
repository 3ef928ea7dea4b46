/// What a file says about a property beside its description, for those who write code or the file again.
package struct PropertySource: Hashable, Sendable {
    /// Whether code has a number or truth value of Swift's for it, and not an object, if the file says so.
    package var usesScalarValueType: Bool?
    /// The class that code has for a transformable attribute's values. It is not the attribute's
    /// `attributeValueClassName`:
    /// Xcode's compiler leaves it out.
    package var customClassName: String?
    /// The name under which the model's file describes a composite attribute's elements.
    package var compositeName: String?
    /// Whether the property may be synchronized, if the file says so. Without effect.
    package var isSyncable: Bool?

    package init() {}
}

extension NSAttributeDescription {
    /// Whether code has a number or truth value of Swift's for the attribute, and not an object, if the file says so.
    package final var usesScalarValueType: Bool? {
        get { source.usesScalarValueType }
        set { source.usesScalarValueType = newValue }
    }

    /// The class that code has for a transformable attribute's values, if the file says so.
    package final var customClassName: String? {
        get { source.customClassName }
        set { source.customClassName = newValue }
    }
}
