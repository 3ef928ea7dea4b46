public import Foundation

/// A property in an index, and how it is kept there.
open class NSFetchIndexElementDescription: NSObject, NSCopying, @unchecked Sendable {
    // `@unchecked Sendable`: constant once the model is in use, as the descriptions of properties.

    var isFrozen = false
    /// The index that the element is part of.
    public internal(set) final weak var indexDescription: NSFetchIndexDescription?
    private let givenName: String?
    /// The property whose values are kept; `nil` where only a name is known.
    public internal(set) final var property: NSPropertyDescription?

    /// Makes an element of an index.
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
        self.property = property
        givenName = nil
        self.collationType = collationType
        super.init()
    }

    /// Makes an element for a property that is known by its name only, as in files.
    package init(propertyName: String, collationType: NSFetchIndexElementType) {
        property = nil
        givenName = propertyName
        self.collationType = collationType
        super.init()
    }

    /// The name of the property.
    public final var propertyName: String? { property?.name ?? givenName }
    /// How the values are kept.
    open var collationType: NSFetchIndexElementType { willSet { willChange("collationType") } }
    /// Whether the least comes first; true unless set.
    open var isAscending = true { willSet { willChange("isAscending") } }

    /// Returns a copy of the element that belongs to no index.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy =
            property.map { NSFetchIndexElementDescription(property: $0, collationType: collationType) }
            ?? NSFetchIndexElementDescription(propertyName: propertyName ?? "", collationType: collationType)
        copy.isAscending = isAscending
        return copy
    }

    /// The element in a line.
    open override var description: String { DescriptionPrinter.line(for: self) }

    /// Whether the other one keeps the property of the same name in the same way.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSFetchIndexElementDescription else { return false }
        return self === other
            || (propertyName == other.propertyName && collationType == other.collationType
                && isAscending == other.isAscending)
    }

    /// Hashes the property's name.
    open override var hash: Int { propertyName.hashValue }
}
