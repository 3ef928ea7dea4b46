@_spi(Tools) internal import MainspringModel

/// Pairs the entities and properties of two models, and finds what a lightweight migration cannot bridge.
enum MappingInference {
    package typealias Pair = InferredMapping.Pair

    static func pairs(
        _ new: [NSEntityDescription], _ old: [NSEntityDescription]
    ) throws(MappingMisfit) -> [Pair] {
        let names = new.map { RenamingMatch.Names($0.name, $0.explicitRenamingIdentifier) }
        if let identifier = RenamingMatch.ambiguity(names) {
            throw MappingMisfit(
                entity: new.first { $0.explicitRenamingIdentifier == identifier }?.name ?? "", property: nil,
                reason: "Several entities have the renaming identifier “\(identifier)”",
                advice: "Let the one that was renamed have it.")
        }
        let matches = RenamingMatch.matches(
            new: names, old: old.map { RenamingMatch.Names($0.name, $0.explicitRenamingIdentifier) })
        var pairs: [Pair] = []
        for (index, entity) in new.enumerated() {
            if let other = matches[index] { pairs.append(try Pair(old[other], entity)) }
        }
        return pairs
    }

    /// A relationship that seems to be new is the inverse of the old one that its inverse was: who renames one end and says
    /// so has said it of both.
    static func addImplied(to pairs: inout [Pair]) throws(MappingMisfit) {
        for index in pairs.indices {
            for case let relationship as NSRelationshipDescription in pairs[index].destination.slots
            where !relationship.isTransient && pairs[index].source(of: relationship) == nil {
                guard let inverse = relationship.mutualInverse, inverse !== relationship else { continue }
                let known = pairs.lazy.compactMap { $0.source(of: inverse) as? NSRelationshipDescription }
                guard
                    let other = known.compactMap(\.mutualInverse).first(where: { other in
                        pairs[index].source.isKindOf(entity: other.entity)
                            && !pairs[index].destination.slots.contains { pairs[index].source(of: $0) === other }
                    })
                else { continue }
                pairs[index].take(other, for: relationship)
            }
        }
    }

    static func check(_ mapping: InferredMapping) throws(MappingMisfit) {
        for pair in mapping.pairs {
            for property in pair.destination.slots {
                guard let source = pair.source(of: property) else { continue }
                switch (source, property) {
                case (let source as NSAttributeDescription, let attribute as NSAttributeDescription):
                    try check(source, attribute, pair)
                case (let source as NSRelationshipDescription, let relationship as NSRelationshipDescription):
                    try check(source, relationship, pair, mapping)
                default: break
                }
            }
        }
    }

    // MARK: Attributes

    private static func check(
        _ source: NSAttributeDescription, _ attribute: NSAttributeDescription, _ pair: Pair
    ) throws(MappingMisfit) {
        func incompatible(_ name: String) -> MappingMisfit {
            MappingMisfit(
                entity: pair.destination.name ?? "", property: name, reason: MappingMisfit.incompatibleTypes,
                advice:
                    "Give the attribute of the new type another name and no renaming identifier, or migrate by a mapping "
                    + "model.")
        }
        guard source.attributeType == attribute.attributeType else { throw incompatible(attribute.name) }
        guard let composite = attribute as? NSCompositeAttributeDescription,
            let former = source as? NSCompositeAttributeDescription
        else { return }
        for part in CompositeParts.of(composite) {
            if let other = CompositePairs.source(of: part, in: composite, former),
                other.attribute.attributeType != part.attribute.attributeType
            {
                throw incompatible("\(attribute.name).\(part.path.joined(separator: "."))")
            }
        }
    }

    // MARK: Relationships

    private static func check(
        _ source: NSRelationshipDescription, _ relationship: NSRelationshipDescription, _ pair: Pair,
        _ mapping: InferredMapping
    ) throws(MappingMisfit) {
        func misfit(_ reason: String, _ advice: String) -> MappingMisfit {
            MappingMisfit(
                entity: pair.destination.name ?? "", property: relationship.name, reason: reason, advice: advice)
        }
        guard !source.isToMany || relationship.isToMany else {
            throw misfit(
                "The relationship was to many and is to be to one",
                "Add a relationship to one of another name, and choose the object in code.")
        }
        // Of an entity that is no more there are no objects; what it inherited from may still be led to.
        let target = source.destinationEntity?.lineage.reversed().lazy.compactMap { mapping.destination(of: $0) }.first
        guard let target, let wanted = relationship.destinationEntity, target.isKindOf(entity: wanted) else {
            throw misfit(
                "The relationship leads to another entity",
                "Give the new relationship another name, or the new destination the renaming identifier of the old one."
            )
        }
        try checkInverse(source, relationship, mapping, misfit)
    }

    /// Links that were made from one end have to be found at the other.
    private static func checkInverse(
        _ source: NSRelationshipDescription, _ relationship: NSRelationshipDescription, _ mapping: InferredMapping,
        _ misfit: (String, String) -> MappingMisfit
    ) throws(MappingMisfit) {
        guard let inverse = relationship.mutualInverse else { return }
        let others = mapping.sources(of: inverse)
        guard let former = source.mutualInverse else {
            guard others.isEmpty || inverse === relationship else {
                throw misfit(
                    "The relationship “\(inverse.name)” becomes its inverse, and was not",
                    "Give the new pair of relationships names of their own.")
            }
            // Without an inverse any number of objects may lead to the same one.
            guard inverse.isToMany else {
                throw misfit(
                    "The relationship gets an inverse to one, and had none", "Let the inverse be to many.")
            }
            return
        }
        guard others.isEmpty || others.contains(where: { $0 === former }) else {
            throw misfit(
                "The relationship “\(inverse.name)” becomes its inverse, and was not",
                "Give the new pair of relationships names of their own.")
        }
        // Where its members stand is in their own rows then, which would not say it.
        guard !others.isEmpty || !relationship.isToMany || inverse.isToMany else {
            throw misfit(
                "The relationship “\(inverse.name)” becomes its inverse, and is new",
                "Let “\(inverse.name)” have the renaming identifier of “\(former.name)”, or give the new pair of relationships "
                    + "names of their own.")
        }
    }
}

/// Which part of a composite value was which.
enum CompositePairs {
    /// What a part was: found level by level, by names and renaming identifiers; nil for a new one.
    static func source(
        of part: CompositeParts.Part, in composite: NSCompositeAttributeDescription,
        _ former: NSCompositeAttributeDescription
    ) -> CompositeParts.Part? {
        var (new, old) = (composite.elements, former.elements)
        var path: [String] = []
        for (level, name) in part.path.enumerated() {
            let matches = RenamingMatch.matches(
                new: new.map { RenamingMatch.Names($0.name, $0.explicitRenamingIdentifier) },
                old: old.map { RenamingMatch.Names($0.name, $0.explicitRenamingIdentifier) })
            guard let index = new.firstIndex(where: { $0.name == name }), let other = matches[index] else { return nil }
            path.append(old[other].name)
            let (inner, formerInner) = (
                new[index] as? NSCompositeAttributeDescription, old[other] as? NSCompositeAttributeDescription
            )
            if level == part.path.count - 1 {
                guard inner == nil, formerInner == nil else { return nil }
                return CompositeParts.Part(path: path, attribute: old[other])
            }
            guard let inner, let formerInner else { return nil }
            (new, old) = (inner.elements, formerInner.elements)
        }
        return nil
    }
}
