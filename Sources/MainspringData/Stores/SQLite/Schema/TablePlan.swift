internal import Foundation
@_spi(Tools) package import MainspringModel

/// The table of a root entity and all that inherit from it, as it is made or looked for.
package struct TablePlan {
    package unowned let root: NSEntityDescription
    package var name: String
    /// The root and its heirs, in the order of their numbers.
    let entities: [NSEntityDescription]
    /// In the order in which a new file has them.
    package private(set) var columns: [ColumnPlan]
    private var places: [ColumnRole: Int]

    init(root: NSEntityDescription, name: String, entities: [NSEntityDescription], numbers: EntityNumbers) {
        (self.root, self.name, self.entities) = (root, name, entities)
        var maker = TableColumns(numbers)
        for entity in entities { maker.add(entity) }
        columns = maker.columns.enumerated().sorted { ($0.element.group, $0.offset) < ($1.element.group, $1.offset) }
            .map(\.element)
        places = Dictionary(columns.enumerated().map { ($0.element.role, $0.offset) }) { first, _ in first }
    }

    /// The name of a column; nil if there is none for it.
    package func name(_ role: ColumnRole) -> String? { places[role].map { columns[$0].name } }

    /// Gives a column the name that it has in a file.
    mutating func rename(_ role: ColumnRole, to name: String) {
        if let place = places[role] { columns[place].name = name }
    }

    /// Does without a column.
    mutating func leaveOut(_ role: ColumnRole) { places[role] = nil }
}

/// Makes the columns of a table: entity by entity, in each attributes first, then relationships.
private struct TableColumns {
    private let numbers: EntityNumbers
    private var names: UniqueNames
    private(set) var columns: [ColumnPlan] = []

    init(_ numbers: EntityNumbers) {
        self.numbers = numbers
        names = UniqueNames(taken: ["Z_PK", "Z_ENT", "Z_OPT"])
    }

    mutating func add(_ entity: NSEntityDescription) {
        let properties = entity.ownProperties.filter { !$0.isTransient }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        for case let attribute as NSAttributeDescription in properties { add(attribute, entity) }
        for case let relationship as NSRelationshipDescription in properties where !relationship.isToMany {
            add(relationship, entity)
        }
    }

    private mutating func add(_ attribute: NSAttributeDescription, _ entity: NSEntityDescription) {
        let name = "Z\(attribute.name.uppercased())"
        if let composite = attribute as? NSCompositeAttributeDescription {
            for part in CompositeParts.of(composite) {
                guard let type = ColumnType(part.attribute.attributeType) else { continue }
                let partName = "\(name)_\(part.path.joined(separator: "_").uppercased())"
                add(partName, type, ColumnRole(attribute, .element(part.path)), attribute, entity, of: part.attribute)
            }
        } else if let type = ColumnType(attribute.attributeType) {
            add(name, type, ColumnRole(attribute), attribute, entity, of: attribute)
        }
    }

    private mutating func add(_ relationship: NSRelationshipDescription, _ entity: NSEntityDescription) {
        let name = relationship.name.uppercased()
        add("Z\(name)", .integer, ColumnRole(relationship), relationship, entity)
        if let destination = relationship.destinationEntity, !destination.subentities.isEmpty,
            let number = numbers[destination.rootEntity]
        {
            add("Z\(number)_\(name)", .integer, ColumnRole(relationship, .entity), relationship, entity)
        }
        if let inverse = relationship.mutualInverse, inverse.isToMany, inverse.isOrdered {
            add("Z_FOK_\(name)", .integer, ColumnRole(relationship, .order), relationship, entity)
        }
    }

    private mutating func add(
        _ name: String, _ type: ColumnType, _ role: ColumnRole, _ property: NSPropertyDescription,
        _ entity: NSEntityDescription, of attribute: NSAttributeDescription? = nil
    ) {
        let isURI = attribute?.attributeType == .URIAttributeType
        columns.append(
            ColumnPlan(
                name: names.take(name), base: name, type: type, role: role, property: property, entity: entity,
                group: type.group(isURI: isURI)))
    }
}

/// Gives names, with a number behind what was given already.
struct UniqueNames {
    private var taken: Set<String>

    init(taken: Set<String> = []) { self.taken = taken }

    mutating func take(_ name: String) -> String {
        var found = name
        var number = 1
        // SQLite does not tell capital letters from small ones in names.
        while !taken.insert(found.uppercased()).inserted {
            found = "\(name)\(number)"
            number += 1
        }
        return found
    }
}

/// The parts of composite attributes that have values of their own.
enum CompositeParts {
    package struct Part {
        package let path: [String]
        package let attribute: NSAttributeDescription
    }

    /// So many columns a table of SQLite may have.
    private static let limit = 2_000

    /// In the order of the elements' names.
    static func of(_ composite: NSCompositeAttributeDescription) -> [Part] {
        var parts: [Part] = []
        collect(composite, [], [ObjectIdentifier(composite)], &parts)
        return parts
    }

    private static func collect(
        _ composite: NSCompositeAttributeDescription, _ path: [String], _ outer: Set<ObjectIdentifier>,
        _ parts: inout [Part]
    ) {
        for element in composite.elements.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            guard parts.count < limit else { return }
            if let inner = element as? NSCompositeAttributeDescription {
                guard outer.count < 64, !outer.contains(ObjectIdentifier(inner)) else { continue }
                collect(inner, path + [inner.name], outer.union([ObjectIdentifier(inner)]), &parts)
            } else {
                parts.append(Part(path: path + [element.name], attribute: element))
            }
        }
    }
}

extension NSRelationshipDescription {
    /// The relationship that leads back, if both say so and stores keep it.
    package var mutualInverse: NSRelationshipDescription? {
        guard let inverse = inverseRelationship, inverse.inverseRelationship === self, !inverse.isTransient else {
            return nil
        }
        return inverse
    }
}
