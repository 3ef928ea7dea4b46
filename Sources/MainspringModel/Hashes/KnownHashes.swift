/// Hashes that files bring along hold for what the files say: a change that makes another version of something forgets
/// them.
enum KnownHashes {
    /// The members by which versions differ.
    private static let members = Set(
        ModelAspect.allCases.filter(\.countsForVersion).map(\.rawValue) + ["name", "properties", "elements"])

    /// Called before a member of a property changes.
    static func forget(_ property: NSPropertyDescription, before member: String) {
        guard property.isPartOfHash, members.contains(member) else { return }
        property.knownVersionHash = nil
        property.owner.map(forgetWithHeirs)
        if member == "name", let inverse = (property as? NSRelationshipDescription)?.inverseRelationship {
            inverse.knownVersionHash = nil
            inverse.owner.map(forgetWithHeirs)
        }
        var container = property.container
        for _ in 0..<CompositeElements.depthLimit {
            guard let outer = container else { break }
            outer.knownVersionHash = nil
            outer.owner.map(forgetWithHeirs)
            container = outer.container
        }
    }

    /// Called before a member of an entity changes.
    static func forget(_ entity: NSEntityDescription, before member: String) {
        guard members.contains(member) else { return }
        forgetWithHeirs(entity)
        guard member == "name", let model = entity.model else { return }
        for other in model.entities where other !== entity {
            for case let relationship as NSRelationshipDescription in other.ownProperties
            where relationship.destinationEntity === entity {
                relationship.knownVersionHash = nil
                forgetWithHeirs(other)
            }
        }
    }

    /// Inherited properties are a part of the hash, so that a change is one of all that inherit.
    private static func forgetWithHeirs(_ entity: NSEntityDescription) {
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(entity)]
        var open = [entity]
        while let next = open.popLast() {
            if next.knownVersionHash != nil { next.knownVersionHash = nil }
            for child in next.subentities where seen.insert(ObjectIdentifier(child)).inserted { open.append(child) }
        }
    }
}
