package import MainspringModel

/// Rows as stores of other modules read and make them.
extension Row {
    /// Makes a row.
    /// - Parameters:
    ///   - version: The version in the store, at least 1.
    ///   - value: Returns the value of an attribute or the identity at a relationship to one, or nil.
    /// - Throws: `CocoaError` 134060 for a value of another type. What the closure throws.
    package static func make(
        _ identity: NSManagedObjectID, version: Int64, _ value: (NSPropertyDescription) throws -> Any?
    ) throws -> Row {
        try RowBuilder.row(of: identity, version: version, value)
    }

    /// Returns the value of an attribute, or the `NSManagedObjectID` at a relationship to one, or nil.
    package func value(of property: NSPropertyDescription) -> Any? {
        guard let slot = layout.entity.slot(named: property.name) else { return nil }
        let place = layout.places[slot]
        return place.kind == .toOne ? destination(place) : memory.loose(place)
    }
}
