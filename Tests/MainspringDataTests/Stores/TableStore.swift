import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel

/// An incremental store as a program writes one: in front of dictionaries that stand for a service.
class TableStore: NSIncrementalStore {
    class var kind: NSPersistentStore.StoreType { .init(rawValue: "Table") }

    /// The service: records by entity and identifier. Relationships to one are identifiers, those to many are asked for
    /// by who leads back.
    struct Record {
        var values: [String: Any]
        var version: UInt64 = 1
    }

    var records: [String: [String: Record]] = [:]
    /// What the coordinator has called, in order.
    var calls: [String] = []
    var failure: (any Error)?
    /// Whether relationships to one are left out of nodes.
    var isLazy = false
    private var count = 0

    private var model: NSManagedObjectModel { persistentStoreCoordinator!.managedObjectModel }

    override var type: String { Self.kind.rawValue }

    override func loadMetadata() throws {
        calls.append("metadata")
        metadata = [NSStoreTypeKey: Self.kind.rawValue, NSStoreUUIDKey: "table"]
    }

    private func key(_ identity: NSManagedObjectID) -> String { referenceObject(for: identity) as! String }

    private func identity(_ entity: NSEntityDescription, _ key: String) -> NSManagedObjectID {
        // The entity that the record is of, which may inherit from the one that is asked for.
        let own = records.first { name, records in
            records[key] != nil && model.entitiesByName[name]!.isKindOf(entity: entity)
        }
        return newObjectID(for: own.flatMap { model.entitiesByName[$0.key] } ?? entity, referenceObject: key)
    }

    /// The record of an object, of whatever entity that inherits from the identity's.
    private func record(_ identity: NSManagedObjectID) -> Record? {
        for (name, records) in records where model.entitiesByName[name]!.isKindOf(entity: identity.entity) {
            if let record = records[key(identity)] { return record }
        }
        return nil
    }

    // MARK: The contract

    override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        if let failure { throw failure }
        switch request.requestType {
        case .fetchRequestType:
            calls.append("fetch")
            return fetch(request as! NSFetchRequest<any NSFetchRequestResult>, context!)
        case .saveRequestType:
            calls.append("save")
            save(request as! NSSaveChangesRequest)
            return [Any]()
        default:
            calls.append("other")
            return ["done"]
        }
    }

    private func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext) -> [Any]
    {
        let entity = request.entity!
        var found: [(key: String, record: Record, entity: NSEntityDescription)] = []
        for (name, records) in records {
            guard let own = model.entitiesByName[name], own.isKindOf(entity: entity) else { continue }
            found += records.map { ($0.key, $0.value, own) }
        }
        found.sort { $0.key < $1.key }
        if let predicate = request.predicate {
            found = found.filter { predicate.evaluate(with: $0.record.values as NSDictionary) }
        }
        switch request.resultType {
        case .countResultType: return [NSNumber(value: found.count)]
        case .dictionaryResultType: return found.map { ["name": $0.record.values["name"] ?? NSNull()] }
        default: return found.map { context.object(with: identity($0.entity, $0.key)) }
        }
    }

    private func save(_ request: NSSaveChangesRequest) {
        for object in (request.insertedObjects ?? []).union(request.updatedObjects ?? []) {
            var values: [String: Any] = [:]
            for (name, _) in object.entity.attributesByName { values[name] = object.value(forKey: name) }
            for (name, relationship) in object.entity.relationshipsByName where !relationship.isToMany {
                values[name] = (object.value(forKey: name) as? NSManagedObject).map { key($0.objectID) }
            }
            let old = records[object.entity.name!]?[key(object.objectID)]
            records[object.entity.name!, default: [:]][key(object.objectID)] = Record(
                values: values, version: (old?.version ?? 0) + 1)
        }
        for object in request.deletedObjects ?? [] { records[object.entity.name!]?[key(object.objectID)] = nil }
    }

    override func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        calls.append("values")
        guard let record = record(objectID) else {
            throw CocoaError(.managedObjectReferentialIntegrity)
        }
        var values: [String: Any] = [:]
        for (name, value) in record.values {
            guard let relationship = objectID.entity.relationshipsByName[name] else {
                values[name] = value
                continue
            }
            if !isLazy { values[name] = identity(relationship.destinationEntity!, value as! String) }
        }
        if !isLazy {
            for (name, relationship) in objectID.entity.relationshipsByName
            where !relationship.isToMany && values[name] == nil { values[name] = NSNull() }
        }
        return NSIncrementalStoreNode(objectID: objectID, withValues: values, version: record.version)
    }

    override func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        calls.append("relationship \(relationship.name)")
        let destination = relationship.destinationEntity!
        if !relationship.isToMany {
            let value = record(objectID)?.values[relationship.name] as? String
            return value.map { identity(destination, $0) } ?? NSNull()
        }
        let back = relationship.inverseRelationship!.name
        return records.flatMap { name, records -> [NSManagedObjectID] in
            guard let entity = model.entitiesByName[name], entity.isKindOf(entity: destination) else { return [] }
            return records.filter { $0.value.values[back] as? String == key(objectID) }.keys.sorted().map {
                identity(entity, $0)
            }
        }
    }

    override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        calls.append("identities \(array.count)")
        return array.map { object in
            count += 1
            return identity(object.entity, "new \(count)")
        }
    }
}
