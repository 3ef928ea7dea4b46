internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// How the attributes of managed objects are read without boxes.
enum ManagedKeys {
    /// The keys of an entity's attributes of the types that are compared quickly.
    ///
    /// They may be asked of objects of subentities too, which have inherited properties at the same slots. Reading is that
    /// of generated accessors. A key that the object's class declares itself is asked for as ever.
    static func table(of entity: NSEntityDescription) -> KeyTable {
        KeyTable(NSManagedObject.self) { keys in
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
        _ attribute: NSAttributeDescription, _ slot: Int, to keys: inout KeyTable.Declaration<NSManagedObject>
    ) {
        let name = attribute.name
        switch attribute.attributeType {
        case .integer16AttributeType: keys.add(name, get: { $0[attribute: slot] as Int16? })
        case .integer32AttributeType: keys.add(name, get: { $0[attribute: slot] as Int32? })
        case .integer64AttributeType: keys.add(name, get: { $0[attribute: slot] as Int64? })
        case .booleanAttributeType: keys.add(name, get: { $0[attribute: slot] as Bool? })
        case .floatAttributeType: keys.add(name, get: { $0[attribute: slot] as Float? })
        case .doubleAttributeType: keys.add(name, get: { $0[attribute: slot] as Double? })
        case .dateAttributeType: keys.add(name, get: { $0[attribute: slot] as Date? })
        case .stringAttributeType: keys.add(name, get: { $0[attribute: slot] as String? })
        case .undefinedAttributeType, .decimalAttributeType, .binaryDataAttributeType, .UUIDAttributeType,
            .URIAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType:
            break
        }
    }
}

extension NSManagedObject {
    /// The value at a slot, as a generated accessor reads it.
    fileprivate subscript<Value: SlotValue>(attribute slot: Int) -> Value? {
        guard shape.declared.isEmpty || !shape.declared.contains(slot) else {
            return value(forKey: entity.slots[slot].name).flatMap { ValueConversion.convert($0, to: Value.self) }
        }
        return read(shape.numberCount + slot)
    }
}
