import Foundation
import MainspringFoundation
import MainspringModel

@testable import MainspringData

/// A row of a store in memory: values by key, read by key alone.
class FetchRow: FetchCandidate {
    /// A number that no store of the process has: one that another test opens must not be asked.
    static let noStore = UInt32.max

    let entity: NSEntityDescription
    let objectID: NSManagedObjectID
    var values: [String: Any] = [:]

    required init(_ entity: NSEntityDescription, key: Int64, root: UInt32) {
        self.entity = entity
        objectID = NSManagedObjectID(ObjectKey(store: Self.noStore, root: root, key: key), entity)
    }

    func value(forKey key: String) -> Any? {
        entity.propertiesByName[key] == nil ? value(forUndefinedKey: key) : values[key]
    }

    class func typedKeys(of entity: NSEntityDescription) -> KeyTable? { nil }

    static func == (left: FetchRow, right: FetchRow) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(objectID) }
}

/// The same with values that are read in their own types too.
final class TypedFetchRow: FetchRow {
    override class func typedKeys(of entity: NSEntityDescription) -> KeyTable? {
        KeyTable(FetchRow.self) { keys in
            for (name, attribute) in entity.attributesByName {
                switch attribute.attributeType {
                case .integer16AttributeType: keys.add(name, get: { $0.values[name] as? Int16 })
                case .integer64AttributeType: keys.add(name, get: { $0.values[name] as? Int64 })
                case .doubleAttributeType: keys.add(name, get: { $0.values[name] as? Double })
                case .booleanAttributeType: keys.add(name, get: { $0.values[name] as? Bool })
                case .dateAttributeType: keys.add(name, get: { $0.values[name] as? Date })
                case .stringAttributeType: keys.add(name, get: { $0.values[name] as? String })
                default: break
                }
            }
        }
    }
}
