internal import Foundation
internal import Synchronization

/// What is computed of an entity once, when its model is frozen.
///
/// `@unchecked Sendable`: constant, and so are the descriptions in it by then.
final class EntityLayout: @unchecked Sendable {
    /// Inherited properties first, in the superentity's order, then the entity's own.
    let slots: [NSPropertyDescription]
    let slotsByName: SlotNames
    let propertiesByName: [String: NSPropertyDescription]
    let attributesByName: [String: NSAttributeDescription]
    let relationshipsByName: [String: NSRelationshipDescription]
    /// The entities that it inherits from.
    let ancestors: Set<ObjectIdentifier>
    private let hash = AtomicLazyReference<HashBox>()

    init(_ entity: NSEntityDescription) {
        let lineage = entity.lineage
        slots = lineage.flatMap(\.ownProperties)
        slotsByName = SlotNames(slots.map(\.name))
        propertiesByName = Self.byName(slots)
        attributesByName = Self.byName(slots.compactMap { $0 as? NSAttributeDescription })
        relationshipsByName = Self.byName(slots.compactMap { $0 as? NSRelationshipDescription })
        ancestors = Set(lineage.dropLast().map { ObjectIdentifier($0) })
    }

    /// The entity's version hash, computed when it is asked for first.
    func versionHash(_ compute: () -> Data) -> Data {
        if let box = hash.load() { return box.value }
        return hash.storeIfNil(HashBox(compute())).value
    }

    /// A value that is kept by a reference.
    private final class HashBox: Sendable {
        let value: Data

        init(_ value: Data) { self.value = value }
    }

    /// Properties by their names; of two with the same the first.
    static func byName<Property: NSPropertyDescription>(_ properties: [Property]) -> [String: Property] {
        Dictionary(properties.map { ($0.name, $0) }) { first, _ in first }
    }
}
