@_spi(Tools) internal import MainspringModel

/// What the relationships of a file's objects lead to, also where the file says it at the other end alone.
struct DocumentLinks {
    private struct Key: Hashable {
        let relationship: ObjectIdentifier
        let owner: Int64
    }

    /// By the names of root entities and keys.
    private var entities: [String: [Int64: NSEntityDescription]] = [:]
    private var derived: [Key: [Int64]] = [:]

    /// - Parameter model: that of the file.
    init(_ document: StoreDocument, _ model: NSManagedObjectModel) {
        for group in document.groups {
            guard let entity = model.entitiesByName[group.entity] else { continue }
            let root = entity.rootEntity.name ?? ""
            for object in group.objects {
                entities[root, default: [:]][object.key] = entity
                for (name, keys) in object.relationships {
                    guard let relationship = entity.relationshipsByName[name], !relationship.isToMany,
                        let inverse = relationship.mutualInverse, inverse.isToMany, !inverse.isOrdered
                    else { continue }
                    for key in keys {
                        derived[Key(relationship: ObjectIdentifier(inverse), owner: key), default: []].append(
                            object.key)
                    }
                }
            }
        }
    }

    /// The entity of an object; nil if there is none.
    func entity(_ key: Int64, root: String) -> NSEntityDescription? { entities[root]?[key] }

    /// The keys of those that a relationship of an object leads to, in their order.
    func members(of relationship: NSRelationshipDescription, _ object: StoreDocument.Object) -> [Int64] {
        if let known = object.relationships.first(where: { $0.name == relationship.name }) { return known.keys }
        return derived[Key(relationship: ObjectIdentifier(relationship), owner: object.key)] ?? []
    }
}
