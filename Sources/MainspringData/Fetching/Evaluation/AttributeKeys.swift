internal import Foundation
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// What has the values of an entity's attributes by their slots: managed objects, and rows of stores.
protocol AttributeHolder: AnyObject, SendableMetatype {
    /// The value at a slot, in its own type.
    func attribute<Value: SlotValue>(at slot: Int) -> Value?
}

/// How attributes are read without boxes.
enum AttributeKeys<Holder: AttributeHolder> {
    /// The keys of an entity's attributes of the types that are compared quickly. They may be asked of holders of
    /// subentities too, which have inherited properties at the same slots.
    static func table(of entity: NSEntityDescription) -> KeyTable {
        KeyTable(Holder.self) { keys in
            for (slot, property) in entity.slots.enumerated() {
                // What cannot be a key is left out; a model may come from a file.
                guard let attribute = property as? NSAttributeDescription, isKey(attribute.name),
                    entity.slot(named: attribute.name) == slot
                else { continue }
                add(attribute, slot, to: &keys)
            }
        }
    }

    private static func isKey(_ name: String) -> Bool {
        !name.isEmpty && !name.contains(".") && !name.hasPrefix("@")
    }

    private static func add(
        _ attribute: NSAttributeDescription, _ slot: Int, to keys: inout KeyTable.Declaration<Holder>
    ) {
        let name = attribute.name
        switch attribute.attributeType {
        case .integer16AttributeType: keys.add(name, get: { $0.attribute(at: slot) as Int16? })
        case .integer32AttributeType: keys.add(name, get: { $0.attribute(at: slot) as Int32? })
        case .integer64AttributeType: keys.add(name, get: { $0.attribute(at: slot) as Int64? })
        case .booleanAttributeType: keys.add(name, get: { $0.attribute(at: slot) as Bool? })
        case .floatAttributeType: keys.add(name, get: { $0.attribute(at: slot) as Float? })
        case .doubleAttributeType: keys.add(name, get: { $0.attribute(at: slot) as Double? })
        case .dateAttributeType: keys.add(name, get: { $0.attribute(at: slot) as Date? })
        case .stringAttributeType: keys.add(name, get: { $0.attribute(at: slot) as String? })
        case .undefinedAttributeType, .decimalAttributeType, .binaryDataAttributeType, .UUIDAttributeType,
            .URIAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType:
            break
        }
    }
}

extension NSManagedObject: AttributeHolder {
    /// As a generated accessor reads it. What the object's class declares itself is asked for as ever.
    final func attribute<Value: SlotValue>(at slot: Int) -> Value? {
        guard shape.declared.isEmpty || !shape.declared.contains(slot) else {
            return value(forKey: entity.slots[slot].name).flatMap { ValueConversion.convert($0, to: Value.self) }
        }
        return read(shape.numberCount + slot)
    }
}

extension StoredObject: AttributeHolder {
    func attribute<Value: SlotValue>(at slot: Int) -> Value? { Value.read(row.memory, row.layout.places[slot]) }
}
