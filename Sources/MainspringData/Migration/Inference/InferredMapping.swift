@_spi(Tools) package import MainspringModel

/// Which entities and properties of a new model are those of an old one, as a lightweight migration takes it. Constant.
package struct InferredMapping {
    /// An entity that both models have.
    package struct Pair {
        package let source: NSEntityDescription
        let destination: NSEntityDescription
        /// What each stored property was, inherited ones included: by the new properties.
        fileprivate(set) var properties: [ObjectIdentifier: NSPropertyDescription]

        /// What a new property was; nil for one that is new.
        package func source(of property: NSPropertyDescription) -> NSPropertyDescription? {
            properties[ObjectIdentifier(property)]
        }
    }

    package let source: NSManagedObjectModel
    package let destination: NSManagedObjectModel
    /// Those that a store has, each after what it inherits from.
    package let sourceEntities: [NSEntityDescription]
    package let destinationEntities: [NSEntityDescription]
    /// In the order of the new entities.
    let pairs: [Pair]
    private let index: PairIndex

    /// - Parameters:
    ///   - source: the old model; in use.
    ///   - destination: the new one; in use.
    ///   - names: the old entities that there are; nil for all.
    ///   - configuration: the new entities that there are to be; nil for all.
    /// - Throws: ``MappingMisfit``.
    package init(
        from source: NSManagedObjectModel, _ names: Set<String>? = nil, to destination: NSManagedObjectModel,
        _ entities: [NSEntityDescription]? = nil
    ) throws(MappingMisfit) {
        (self.source, self.destination) = (source, destination)
        let old = source.entities.filter { entity in names.map { $0.contains(entity.name ?? "") } ?? true }
        sourceEntities = Self.ordered(old)
        destinationEntities = Self.ordered(entities ?? destination.entities)
        var pairs = try MappingInference.pairs(destinationEntities, sourceEntities)
        try MappingInference.addImplied(to: &pairs)
        self.pairs = pairs
        index = PairIndex(pairs)
        try MappingInference.check(self)
    }

    /// By their names, each after what it inherits from.
    private static func ordered(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
        EntityNumbers.withAncestors(entities.sorted { ($0.name ?? "") < ($1.name ?? "") })
    }

    /// The pair of a new entity; nil for one that is new.
    package func pair(of entity: NSEntityDescription) -> Pair? {
        index.byDestination[ObjectIdentifier(entity)].map { pairs[$0] }
    }

    /// What has become of an old entity; nil for one that was removed.
    package func destination(of entity: NSEntityDescription) -> NSEntityDescription? {
        index.bySource[ObjectIdentifier(entity)].map { pairs[$0].destination }
    }

    /// The pairs whose new entities stand below a root entity.
    func pairs(below root: NSEntityDescription) -> [Pair] {
        (index.byRoot[ObjectIdentifier(root)] ?? []).map { pairs[$0] }
    }

    /// The pairs whose new entities have a property that they had before.
    func pairs(having property: NSPropertyDescription) -> [Pair] {
        (index.byProperty[ObjectIdentifier(property)] ?? []).map { pairs[$0] }
    }

    /// What a new relationship was, for any of the entities that have it: several if it was pulled up from them.
    func sources(of relationship: NSRelationshipDescription) -> [NSRelationshipDescription] {
        var seen: Set<ObjectIdentifier> = []
        return pairs(having: relationship).compactMap { $0.source(of: relationship) as? NSRelationshipDescription }
            .filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// What has become of an old property, for any of the entities that had it.
    func destinations(of property: NSPropertyDescription) -> [NSPropertyDescription] {
        var seen: Set<ObjectIdentifier> = []
        return (index.byFormerProperty[ObjectIdentifier(property)] ?? []).flatMap { place in
            let pair = pairs[place]
            return pair.destination.slots.filter { pair.source(of: $0) === property }
        }.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
}

extension InferredMapping.Pair {
    init(_ source: NSEntityDescription, _ destination: NSEntityDescription) throws(MappingMisfit) {
        (self.source, self.destination) = (source, destination)
        properties = [:]
        try match { ($0 as? NSAttributeDescription).map { $0 as NSPropertyDescription } }
        try match { ($0 as? NSRelationshipDescription).map { $0 as NSPropertyDescription } }
    }

    /// Attributes and relationships do not become each other.
    private mutating func match(
        _ kind: (NSPropertyDescription) -> NSPropertyDescription?
    ) throws(MappingMisfit) {
        let (new, old) = (
            destination.slots.compactMap(kind).filter { !$0.isTransient },
            source.slots.compactMap(kind).filter { !$0.isTransient }
        )
        let names = new.map { RenamingMatch.Names($0.name, $0.explicitRenamingIdentifier) }
        if let identifier = RenamingMatch.ambiguity(names) {
            throw MappingMisfit(
                entity: destination.name ?? "",
                property: new.first { $0.explicitRenamingIdentifier == identifier }?.name,
                reason: "Several properties have the renaming identifier “\(identifier)”",
                advice: "Let the one that was renamed have it.")
        }
        let matches = RenamingMatch.matches(
            new: names, old: old.map { RenamingMatch.Names($0.name, $0.explicitRenamingIdentifier) })
        for (index, other) in matches { properties[ObjectIdentifier(new[index])] = old[other] }
    }

    /// Takes over what a property was because its inverse says so.
    mutating func take(_ source: NSRelationshipDescription, for relationship: NSRelationshipDescription) {
        properties[ObjectIdentifier(relationship)] = source
    }
}
