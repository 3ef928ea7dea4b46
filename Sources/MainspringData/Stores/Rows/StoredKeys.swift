internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// How the attributes of rows are read without boxes.
enum StoredKeys {
    /// The keys of an entity's attributes of the types that are compared quickly. They may be asked of rows of subentities
    /// too, which have inherited properties at the same slots.
    static func table(of entity: NSEntityDescription) -> KeyTable {
        KeyTable(StoredObject.self) { keys in
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
        _ attribute: NSAttributeDescription, _ slot: Int, to keys: inout KeyTable.Declaration<StoredObject>
    ) {
        let name = attribute.name
        switch attribute.attributeType {
        case .integer16AttributeType: keys.add(name, get: { $0[slot] as Int16? })
        case .integer32AttributeType: keys.add(name, get: { $0[slot] as Int32? })
        case .integer64AttributeType: keys.add(name, get: { $0[slot] as Int64? })
        case .booleanAttributeType: keys.add(name, get: { $0[slot] as Bool? })
        case .floatAttributeType: keys.add(name, get: { $0[slot] as Float? })
        case .doubleAttributeType: keys.add(name, get: { $0[slot] as Double? })
        case .dateAttributeType: keys.add(name, get: { $0[slot] as Date? })
        case .stringAttributeType: keys.add(name, get: { $0[slot] as String? })
        case .undefinedAttributeType, .decimalAttributeType, .binaryDataAttributeType, .UUIDAttributeType,
            .URIAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType:
            break
        }
    }
}

extension StoredObject {
    /// The value at a slot, in its own type.
    fileprivate subscript<Value: SlotValue>(slot: Int) -> Value? {
        Value.read(row.memory, row.layout.places[slot])
    }
}
