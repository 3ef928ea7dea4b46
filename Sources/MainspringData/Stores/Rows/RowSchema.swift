internal import Foundation
@_spi(Tools) package import MainspringModel

/// What a store in memory must know of a model: the numbers of its root entities, where relationships lead, and which
/// values must not come twice.
final class RowSchema: @unchecked Sendable {
    // `@unchecked Sendable`: constant, and so are entities in use.

    /// The root entities by their numbers; nobody has the number 0.
    let roots: RootNumbers
    private let plans: [ObjectIdentifier: EntityPlan]
    /// The constraints of all entities; entities name them by their places here.
    let constraints: [UniqueConstraint]

    /// - Parameter derivesMembers: whether members are those that say so by their relationships to one; otherwise they
    ///   are what is given for the relationship itself.
    init(_ model: NSManagedObjectModel, derivesMembers: Bool) {
        roots = RootNumbers(model)
        var constraints: [UniqueConstraint] = []
        var places: [ObjectIdentifier: [Int]] = [:]
        for entity in model.entities {
            for names in entity.uniquenessConstraints.map(ConstraintNames.names) where !names.isEmpty {
                places[ObjectIdentifier(entity), default: []].append(constraints.count)
                constraints.append(UniqueConstraint(entity: entity, names: names))
            }
        }
        self.constraints = constraints
        let roots = roots
        plans = Dictionary(
            model.entities.map { entity in
                let inherited = entity.lineage.flatMap { places[ObjectIdentifier($0)] ?? [] }
                return (
                    ObjectIdentifier(entity),
                    EntityPlan(
                        entity, roots: roots, derivesMembers: derivesMembers,
                        constraints: inherited.map { ($0, constraints[$0].names) })
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    /// What is known of an entity of the model.
    func plan(_ layout: ObjectLayout) -> EntityPlan? { plans[ObjectIdentifier(layout.entity)] }
}

/// Values that no two objects of an entity may share.
struct UniqueConstraint {
    /// The entity that says so; it holds for all that inherit from it.
    let entity: NSEntityDescription
    let names: [String]
}

/// The root entities of a model by numbers, from 1 in the order of their names.
package struct RootNumbers: @unchecked Sendable {
    // `@unchecked Sendable`: entities in use are constant.

    private let numbers: [ObjectIdentifier: UInt32]
    /// The first is that of number 1.
    let names: [String]
    var count: Int { names.count }

    package init(_ model: NSManagedObjectModel) {
        let named = model.entities.map { ($0, $0.rootEntity) }
        names = Set(named.map { $0.1.name ?? "" }).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let byName = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($0.element, UInt32($0.offset + 1)) })
        numbers = Dictionary(named.map { (ObjectIdentifier($0.0), byName[$0.1.name ?? ""] ?? 0) }) { first, _ in first }
    }

    /// The number of an entity's root; 0 for an entity of another model.
    func number(of entity: NSEntityDescription) -> UInt32 { numbers[ObjectIdentifier(entity)] ?? 0 }
}

/// What a store in memory must know of an entity.
struct EntityPlan {
    /// A relationship to one, and where those that it leads to have their members.
    struct ToOne {
        let place: SlotPlace
        /// The number of the destination's root.
        let root: UInt32
        /// Which of the destination's relationships to many leads back; -1 if its members are not derived.
        let back: Int
    }

    /// A relationship to many.
    struct ToMany {
        let slot: Int
        /// The number of the destination's root.
        let root: UInt32
        let isOrdered: Bool
        let source: MemberSource
    }

    /// Where the members of a relationship to many come from.
    enum MemberSource {
        /// Their own relationships to one.
        case destinations
        /// Both sides; the number is that of the other one among the destination's relationships to many.
        case pairs(Int)
        /// What is said of this side alone.
        case given
    }

    let root: UInt32
    let toOnes: [ToOne]
    let toManys: [ToMany]
    /// By slot: which of the relationships to many it is; -1 for another property.
    let toManyNumbers: [Int]
    /// Which of the schema's constraints hold, and the places of their values.
    let constraints: [(number: Int, places: [SlotPlace])]

    init(
        _ entity: NSEntityDescription, roots: RootNumbers, derivesMembers: Bool,
        constraints: [(number: Int, names: [String])]
    ) {
        root = roots.number(of: entity)
        let slots = entity.slots
        let places = ObjectLayout.of(entity).places
        var toOnes: [ToOne] = []
        var toManys: [ToMany] = []
        var numbers = Array(repeating: -1, count: slots.count)
        for (slot, property) in slots.enumerated() {
            guard let relationship = property as? NSRelationshipDescription, !relationship.isTransient else { continue }
            let root = relationship.destinationEntity.map { roots.number(of: $0) } ?? 0
            let back = derivesMembers ? Self.back(of: relationship) : nil
            if relationship.isToMany {
                numbers[slot] = toManys.count
                let source: MemberSource =
                    switch back {
                    case .toOne?: .destinations
                    case .toMany(let number)?: .pairs(number)
                    case nil: .given
                    }
                toManys.append(ToMany(slot: slot, root: root, isOrdered: relationship.isOrdered, source: source))
            } else {
                var number = -1
                if case .toMany(let found)? = back { number = found }
                toOnes.append(ToOne(place: places[slot], root: root, back: number))
            }
        }
        (self.toOnes, self.toManys, toManyNumbers) = (toOnes, toManys, numbers)
        self.constraints = constraints.compactMap { number, names in
            let places = names.compactMap { entity.slot(named: $0).map { places[$0] } }
            return places.count == names.count ? (number, places) : nil
        }
    }

    /// What leads back along a relationship.
    private enum Back {
        case toOne
        /// Which of the destination's relationships to many it is.
        case toMany(Int)
    }

    /// Nil where nothing leads back, or to somewhere else.
    private static func back(of relationship: NSRelationshipDescription) -> Back? {
        guard let inverse = relationship.inverseRelationship, inverse.inverseRelationship === relationship,
            !inverse.isTransient, let destination = relationship.destinationEntity
        else { return nil }
        guard inverse.isToMany else { return .toOne }
        // Inherited properties come first, so that the number is the same in each entity that inherits.
        let many = destination.slots.compactMap { $0 as? NSRelationshipDescription }.filter {
            $0.isToMany && !$0.isTransient
        }
        return many.firstIndex { $0.name == inverse.name }.map { .toMany($0) }
    }
}
