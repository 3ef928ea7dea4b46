internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// Properties that a class reads and sets by code of its own.
extension NSManagedObject {
    /// The value of a key of the class; one of the entity's properties as it is given by key.
    final func valueByAccessor(_ key: String) -> Any? {
        guard entity.slot(named: key) != nil else { return ownValue(key) ?? keyValueDefaults.value(forKey: key) }
        let value = keyValueDefaults.value(forKey: key)
        return switch value {
        case let number as NSNumber: number
        case let number as Bool: NSNumber(value: number)
        case let number as any BinaryInteger: NSNumber(value: Int64(truncatingIfNeeded: number))
        case let number as Double: NSNumber(value: number)
        case let number as Float: NSNumber(value: number)
        case let members as Set<NSManagedObject>: members as NSSet
        default: value
        }
    }

    /// The slot of a property that the class only reads by code of its own.
    final func slotToSet(_ key: String) -> Int? {
        guard let slot = entity.slot(named: key), let entry = KeyTable.of(type(of: self))[key], !entry.isWritable else {
            return nil
        }
        return slot
    }

    /// What every object has beside its entity's properties; nil for any other key, and for one that the class declares.
    private func ownValue(_ key: String) -> Any? {
        guard let read = OwnKeys.readers[key], KeyTable.of(type(of: self))[key] == nil else { return nil }
        return read(self)
    }
}
