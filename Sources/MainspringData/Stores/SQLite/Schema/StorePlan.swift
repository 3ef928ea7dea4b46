@_spi(Tools) package import MainspringModel

/// How a model's objects lie in tables: those that a new file gets, or those that are looked for in a file.
package struct StorePlan {
    let model: NSManagedObjectModel
    package let numbers: EntityNumbers
    /// By the numbers of the roots.
    package var tables: [TablePlan]
    var joins: [JoinPlan]
    /// In which form the file has data that may lie beside it.
    var dataForms = DataForms()
    /// By root: which of the tables it is.
    private let tableNumbers: [ObjectIdentifier: Int]

    /// - Parameter numbers: those of the file. A new one's are ``EntityNumbers/init(numbering:)``.
    package init(_ model: NSManagedObjectModel, _ numbers: EntityNumbers) {
        (self.model, self.numbers) = (model, numbers)
        var names = UniqueNames(taken: ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"])
        var families: [ObjectIdentifier: [NSEntityDescription]] = [:]
        for entry in numbers.entries {
            families[ObjectIdentifier(entry.entity.rootEntity), default: []].append(entry.entity)
        }
        let roots = numbers.entries.map(\.entity).filter { $0.superentity == nil }
        tables = roots.map { root in
            let name = names.take("Z\((root.name ?? "").uppercased())")
            return TablePlan(root: root, name: name, entities: families[ObjectIdentifier(root)] ?? [], numbers: numbers)
        }
        tableNumbers = Dictionary(roots.enumerated().map { (ObjectIdentifier($0.element), $0.offset) }) { first, _ in
            first
        }
        joins = Self.joins(numbers, &names)
    }

    private static func joins(_ numbers: EntityNumbers, _ names: inout UniqueNames) -> [JoinPlan] {
        var joins: [JoinPlan] = []
        var seen: Set<ObjectIdentifier> = []
        for entry in numbers.entries {
            let relationships = entry.entity.ownProperties.compactMap { $0 as? NSRelationshipDescription }
                .filter { $0.isToMany && !$0.isTransient && $0.mutualInverse?.isToMany != false }
                .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            for relationship in relationships where seen.insert(ObjectIdentifier(relationship)).inserted {
                if let inverse = relationship.mutualInverse { seen.insert(ObjectIdentifier(inverse)) }
                guard var join = JoinPlan(relationship, of: entry.entity, numbers) else { continue }
                join.name = names.take(join.name)
                joins.append(join)
            }
        }
        return joins
    }

    /// The table of an entity; nil if the store does not keep it.
    func table(of entity: NSEntityDescription) -> TablePlan? {
        tableNumbers[ObjectIdentifier(entity.rootEntity)].map { tables[$0] }
    }
}
