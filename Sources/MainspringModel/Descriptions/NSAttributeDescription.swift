internal import Foundation

/// What an entity says about one of its attributes: values that are no objects of the model.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
    // `@unchecked Sendable`: as the superclass.

    /// The default value as it was set.
    @_spi(Tools) public final var givenDefaultValue: Any? { willSet { willChange("defaultValue") } }
    /// The class name as it was set, which counts where the type does not say one.
    package final var explicitValueClassName: String? { willSet { willChange("attributeValueClassName") } }
    /// The converted default value, known once the model is frozen.
    private var frozenDefaultValue: Any?

    /// Makes an attribute of no type.
    public required init() { super.init() }

    /// What kind of value the attribute has.
    open var attributeType: NSAttributeType = .undefinedAttributeType { willSet { willChange("attributeType") } }

    /// What kind of value the attribute has: the newer face of ``attributeType``.
    public final var type: AttributeType {
        get { AttributeType(attributeType) }
        set { attributeType = newValue.attributeType }
    }

    /// The name of the values' class.
    ///
    /// Follows from the type; only for a transformable attribute, and for one of no type, is it what was set.
    open var attributeValueClassName: String? {
        get { attributeType.valueClassName ?? explicitValueClassName }
        set { explicitValueClassName = newValue }
    }

    /// The value of new objects.
    ///
    /// Converted to the attribute's type: a number of the type's size for numbers (`NSNumber`, `NSDecimalNumber`),
    /// `String`, `Date` (numbers are seconds since 2001), `Data`, `UUID` and `URL` (also of strings). What cannot be
    /// converted stays as it was set, and is an issue of the model (``NSManagedObjectModel/validate()``).
    open var defaultValue: Any? {
        get { isFrozen ? frozenDefaultValue : convertedDefaultValue }
        set { givenDefaultValue = newValue }
    }

    private var convertedDefaultValue: Any? {
        guard let givenDefaultValue else { return nil }
        return (try? AttributeConversion.convert(givenDefaultValue, to: attributeType).get()) ?? givenDefaultValue
    }

    /// The name of the transformer that makes bytes of values and values of bytes; for a transformable attribute.
    open var valueTransformerName: String? { willSet { willChange("valueTransformerName") } }
    /// Whether a store may keep long values in files beside it; for binary data.
    open var allowsExternalBinaryDataStorage = false { willSet { willChange("allowsExternalBinaryDataStorage") } }
    /// Whether the value of a deleted object stands in the store's history.
    open var preservesValueInHistoryOnDeletion = false { willSet { willChange("preservesValueInHistoryOnDeletion") } }
    /// Whether the value is encrypted in iCloud. Kept and written; there is no iCloud here.
    open var allowsCloudEncryption = false { willSet { willChange("allowsCloudEncryption") } }

    override func takeValues(of other: NSPropertyDescription) {
        super.takeValues(of: other)
        guard let other = other as? NSAttributeDescription else { return }
        attributeType = other.attributeType
        givenDefaultValue = other.givenDefaultValue
        explicitValueClassName = other.explicitValueClassName
        valueTransformerName = other.valueTransformerName
        allowsExternalBinaryDataStorage = other.allowsExternalBinaryDataStorage
        preservesValueInHistoryOnDeletion = other.preservesValueInHistoryOnDeletion
        allowsCloudEncryption = other.allowsCloudEncryption
    }

    override func freeze(slot: Int?) {
        frozenDefaultValue = convertedDefaultValue
        super.freeze(slot: slot)
    }
}
