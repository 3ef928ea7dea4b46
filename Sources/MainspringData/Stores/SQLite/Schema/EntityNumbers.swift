@_spi(Tools) package import MainspringModel

/// The entities that a store keeps, by their numbers in its file: `Z_ENT`.
package struct EntityNumbers {
    /// Ascending by their numbers.
    let entries: [(entity: NSEntityDescription, number: Int64)]
    private let numbers: [ObjectIdentifier: Int64]

    package init(_ entries: [(entity: NSEntityDescription, number: Int64)]) {
        self.entries = entries.sorted { $0.number < $1.number }
        numbers = Dictionary(entries.map { (ObjectIdentifier($0.entity), $0.number) }) { first, _ in first }
    }

    /// The numbers that the entities get in a new file: from 1, the roots in the order of their names without regard to
    /// case, each followed by all that inherit from it.
    package init(numbering entities: [NSEntityDescription]) {
        let kept = Self.withAncestors(entities)
        let members = Set(kept.map { ObjectIdentifier($0) })
        var order: [NSEntityDescription] = []
        var seen: Set<ObjectIdentifier> = []
        func visit(_ entities: [NSEntityDescription]) {
            for entity in entities.sorted(by: { Self.precedes($0.name ?? "", $1.name ?? "") })
            where members.contains(ObjectIdentifier(entity)) && seen.insert(ObjectIdentifier(entity)).inserted {
                order.append(entity)
                visit(entity.subentities)
            }
        }
        visit(kept.filter { $0.superentity == nil })
        self.init(order.enumerated().map { ($0.element, Int64($0.offset + 1)) })
    }

    /// The number of an entity; nil if the store does not keep it.
    subscript(entity: NSEntityDescription) -> Int64? { numbers[ObjectIdentifier(entity)] }

    /// The entities with all that they inherit from, without which they have no table.
    static func withAncestors(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
        var seen: Set<ObjectIdentifier> = []
        return entities.flatMap(\.lineage).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// Apple's order of entities: small and capital letters are the same.
    static func precedes(_ first: String, _ second: String) -> Bool {
        let (low, high) = (first.lowercased(), second.lowercased())
        return low == high
            ? first.utf8.lexicographicallyPrecedes(second.utf8) : low.utf8.lexicographicallyPrecedes(high.utf8)
    }
}
