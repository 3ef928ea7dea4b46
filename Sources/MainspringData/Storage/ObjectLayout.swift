internal import Diagnostics
internal import Foundation
@_spi(Tools) internal import MainspringModel

/// How the objects of an entity lie in memory. One for each entity in use.
package final class ObjectLayout: @unchecked Sendable {
    // `@unchecked Sendable`: constant; the pattern is read only, and `shapes` has a lock.

    /// The entity holds its layout; whoever uses it holds the model.
    unowned let entity: NSEntityDescription
    /// By slot.
    let places: ConstantTable<SlotPlace>
    let byteCount: Int
    /// The relationships, in the order of their slots.
    let relationships: ConstantTable<RelationshipPlace>
    /// By slot: which of the relationships it is; -1 for an attribute.
    let relationshipNumbers: ConstantTable<Int>
    /// Which of the attributes no store keeps.
    let transientPlaces: ConstantTable<SlotPlace>
    /// What the model demands of values.
    let validator: EntityValidator
    /// Whether one of the relationships, or of those that lead back, has an order.
    let hasOrders: Bool
    private let isAbstract: Bool
    private let counted: ConstantTable<SlotPlace>
    /// Relationships and fetched properties.
    private let linked: ConstantTable<SlotPlace>
    /// Those of them that have a default value: nil is copied with the bytes.
    private let countedDefaults: ConstantTable<SlotPlace>
    /// A new object's values.
    private let pattern: ValueMemory
    /// Those of an object without any.
    let emptyValues: ValueMemory
    /// The class of the entity's objects, looked up once.
    let objectClass: NSManagedObject.Type
    let shapes = ShapeTable()

    /// - Parameter entity: of a model that is in use.
    private init(_ entity: NSEntityDescription) {
        self.entity = entity
        objectClass = entity.managedObjectClass
        isAbstract = entity.isAbstract
        hasOrders = entity.slots.contains { slot in
            guard let relationship = slot as? NSRelationshipDescription else { return false }
            return relationship.isOrdered || relationship.inverseRelationship?.isOrdered == true
        }
        let kinds = entity.slots.map { SlotKind($0) }
        // The bits come first, then what leads to others: a fetch that asks for a link looks at each unsaved object's, and no further.
        var end = (kinds.count + 63) / 64 * 8
        var all = kinds.indices.map { SlotPlace(offset: 0, slot: UInt16($0), kind: kinds[$0]) }
        for isLink in [true, false] {
            for slot in kinds.indices where (kinds[slot] == .toOne) == isLink {
                all[slot] = SlotPlace(offset: UInt32(end), slot: UInt16(slot), kind: kinds[slot])
                end += kinds[slot].size
            }
        }
        places = ConstantTable(all)
        byteCount = max(end, 8)
        let relationships = all.compactMap { place in
            (entity.slots[Int(place.slot)] as? NSRelationshipDescription).map { RelationshipPlace($0, place) }
        }
        self.relationships = ConstantTable(relationships)
        var numbers = [Int](repeating: -1, count: all.count)
        for (number, relationship) in relationships.enumerated() { numbers[Int(relationship.place.slot)] = number }
        relationshipNumbers = ConstantTable(numbers)
        transientPlaces = ConstantTable(all.filter { entity.slots[Int($0.slot)].isTransient })
        validator = EntityValidator(entity)
        let counted = all.filter(\.kind.isCounted)
        self.counted = ConstantTable(counted)
        linked = ConstantTable(counted.filter(\.kind.mayHoldObjects))
        pattern = ValueMemory(base: .allocate(byteCount: byteCount, alignment: 8))
        pattern.base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        emptyValues = ValueMemory(base: .allocate(byteCount: byteCount, alignment: 8))
        emptyValues.base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        for place in all {
            emptyValues.initialize(place)
            pattern.initialize(place)
            guard let attribute = entity.slots[Int(place.slot)] as? NSAttributeDescription,
                let value = attribute.defaultValue
            else { continue }
            pattern.setLoose(value, place)
        }
        let pattern = pattern
        countedDefaults = ConstantTable(counted.filter { !pattern.isNothing($0) })
    }

    deinit {
        destroy(pattern)
        destroy(emptyValues)
        for table in [places, transientPlaces, counted, countedDefaults, linked] { table.deallocate() }
        relationships.deallocate()
        relationshipNumbers.deallocate()
    }

    /// The layout of an entity, whose model is in use from now on.
    static func of(_ entity: NSEntityDescription) -> ObjectLayout {
        if let known = entity.attachment { return layout(known) }
        guard let model = entity.model else {
            programmerError(
                """
                The entity “\(entity.name ?? "")” stands in no model, or its model is gone. Add it to a model's entities, and keep \
                the model, before objects are made.
                """)
        }
        model.freeze()
        return layout(entity.attach(EntityAttachment(ObjectLayout(entity))))
    }

    /// The layout of an entity that is in use; nil for one of which there are no objects yet, nor tables.
    static func known(_ entity: NSEntityDescription) -> ObjectLayout? { entity.attachment.map(layout) }

    /// Nobody else attaches anything.
    private static func layout(_ attachment: EntityAttachment) -> ObjectLayout {
        unsafeDowncast(attachment.object, to: ObjectLayout.self)
    }

    /// Memory with the values of a new object. To be given back by ``destroy(_:)``.
    func make() -> ValueMemory {
        if isAbstract {
            programmerError(
                "The entity “\(entity.name ?? "")” is abstract and has no objects. Make one of an entity that inherits from it."
            )
        }
        let memory = ValueMemory(base: .allocate(byteCount: byteCount, alignment: 8))
        memory.base.copyMemory(from: pattern.base, byteCount: byteCount)
        for place in countedDefaults { memory.initialize(place, from: pattern) }
        return memory
    }

    /// Gives memory the values of a new object again.
    func reset(_ memory: ValueMemory) {
        for place in counted { memory.deinitialize(place) }
        memory.base.copyMemory(from: pattern.base, byteCount: byteCount)
        for place in countedDefaults { memory.initialize(place, from: pattern) }
    }

    /// Memory with the values of another one, as they are; without the members of relationships to many,
    /// and without what fetched properties have found.
    func copy(_ other: ValueMemory) -> ValueMemory {
        let memory = ValueMemory(base: .allocate(byteCount: byteCount, alignment: 8))
        memory.base.copyMemory(from: other.base, byteCount: byteCount)
        for place in counted {
            switch place.kind {
            case .toMany, .ordered, .fetched: memory.initialize(place)
            default: memory.initialize(place, from: other)
            }
        }
        return memory
    }

    /// Whether there are objects in memory: at the end of a link, as members, or found by a fetched property.
    func hasObjects(_ memory: ValueMemory) -> Bool {
        linked.contains { place in
            !memory.isNothing(place) && (place.kind != .toOne || !memory.isUnresolved(place))
        }
    }

    /// The values of a new object.
    var initialValues: ValueMemory { pattern }

    /// Lets go of all values, and of the memory.
    func destroy(_ memory: ValueMemory) {
        for place in counted { memory.deinitialize(place) }
        memory.base.deallocate()
    }
}
