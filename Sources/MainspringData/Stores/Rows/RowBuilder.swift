internal import Foundation
@_spi(Tools) internal import MainspringModel

/// Makes rows of what custom stores and files give.
enum RowBuilder {
    /// Makes a row.
    /// - Parameter value: gives what there is for an attribute or a relationship to one; nil or `NSNull` for nothing.
    /// - Throws: `CocoaError` 134060 for a value that is none of the property's type; what `value` throws.
    static func row(
        of identity: NSManagedObjectID, version: Int64, _ value: (NSPropertyDescription) throws -> Any?
    ) throws -> Row {
        let layout = ObjectLayout.of(identity.entity)
        let memory = layout.copy(layout.emptyValues)
        let row = Row(taking: memory, of: layout, version: version)
        for (place, property) in zip(layout.places, identity.entity.slots) where !property.isTransient {
            switch property {
            case let attribute as NSAttributeDescription:
                guard let given = plain(try value(attribute)) else { continue }
                switch AttributeConversion.convert(given, to: attribute.attributeType) {
                case .success(let converted): memory.setLoose(converted, place)
                case .failure(let failure): throw wrongValue(attribute, identity, failure.description)
                }
            case let relationship as NSRelationshipDescription where !relationship.isToMany:
                guard let given = plain(try value(relationship)) else { continue }
                memory.setIdentity(try Self.identity(given, relationship, identity), place)
            default: break
            }
        }
        for place in layout.transientPlaces { memory.copy(place, from: layout.initialValues) }
        return row
    }

    /// The identities in what there is for a relationship to many: identities or cache nodes in a collection.
    static func identities(
        _ value: Any?, _ relationship: NSRelationshipDescription, _ owner: NSManagedObjectID
    ) throws -> [NSManagedObjectID] {
        guard let value = plain(value) else { return [] }
        let elements: [Any]
        switch value {
        case let set as NSSet: elements = set.allObjects
        case let list as NSOrderedSet: elements = list.array
        case let array as [Any]: elements = array
        case let set as Set<AnyHashable>: elements = set.map(\.base)
        default:
            throw wrongValue(
                relationship, owner, "\(type(of: value)) is no collection; give identities or cache nodes in one")
        }
        return try elements.map { try identity($0, relationship, owner) }
    }

    private static func identity(
        _ value: Any, _ relationship: NSRelationshipDescription, _ owner: NSManagedObjectID
    ) throws -> NSManagedObjectID {
        let identity: NSManagedObjectID
        switch value {
        case let given as NSManagedObjectID: identity = given
        case let node as NSAtomicStoreCacheNode: identity = node.objectID
        case let object as NSManagedObject: identity = object.objectID
        default:
            throw wrongValue(
                relationship, owner, "\(type(of: value)) is no object; give its identity or its cache node")
        }
        guard identity.key.store == owner.key.store else {
            throw wrongValue(relationship, owner, "\(identity) is of another store, or not saved")
        }
        if let destination = relationship.destinationEntity, !identity.entity.isKindOf(entity: destination) {
            throw wrongValue(
                relationship, owner,
                "\(identity) is an object of “\(identity.entity.name ?? "")”, and it leads to “\(destination.name ?? "")”"
            )
        }
        return identity
    }

    private static func wrongValue(
        _ property: NSPropertyDescription, _ owner: NSManagedObjectID, _ problem: String
    ) -> any Error {
        CoreDataError.make(
            NSCoreDataError, "The store has no value for “\(property.name)” of \(owner) that fits: \(problem).",
            userInfo: [NSAffectedObjectsErrorKey: [owner]])
    }
}
