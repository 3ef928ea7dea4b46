internal import Foundation
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// Makes the columns of what a request names: names and paths of properties, or their descriptions, or descriptions of
/// expressions.
struct ColumnMaker {
    let title: RequestTitle
    let entity: NSEntityDescription
    let aggregates: AggregateList
    /// The member of the request that names them, as Apple calls it.
    let member: String

    private var entityName: String { entity.name ?? "" }

    /// All attributes and to-one relationships that a store has.
    func everything() -> [FetchColumn] {
        entity.slots.compactMap { property in
            guard !property.isTransient else { return nil }
            switch property {
            case let relationship as NSRelationshipDescription:
                guard !relationship.isToMany else { return nil }
                return FetchColumn(name: property.name, source: .identity(IdentityPath(property.name)))
            case is NSAttributeDescription:
                return FetchColumn(name: property.name, source: .attribute(path: property.name, isKey: true))
            default: return nil
            }
        }
    }

    func columns(_ properties: [Any]) throws(FetchRequestError) -> [FetchColumn] {
        var columns: [FetchColumn] = []
        var names: Set<String> = []
        for property in properties {
            let column = try column(property)
            guard names.insert(column.name).inserted else {
                throw title.error(
                    .nameUsedTwice, column.name,
                    "“\(column.name)” stands twice in \(member), and a dictionary has one value for it",
                    "Leave one out, or give it another name.")
            }
            columns.append(column)
        }
        return columns
    }

    private func column(_ property: Any) throws(FetchRequestError) -> FetchColumn {
        switch property {
        case let name as String: return try column(path: name)
        case let expression as NSExpressionDescription: return try column(expression)
        case let property as NSPropertyDescription:
            guard let own = entity.propertiesByName[property.name], isSame(own, property) else {
                throw title.error(
                    .invalidProperty, property.name,
                    "Invalid property (\(property.name)) passed to \(member): (entity mismatch); the entity "
                        + "\(entityName) has no such property",
                    "Take the description from the properties of \(entityName), or give the name.")
            }
            return try column(path: property.name)
        default:
            throw title.error(
                .invalidProperty, nil, "Invalid property (\(property)) passed to \(member): it is none",
                "Give names of properties, or their descriptions.")
        }
    }

    /// Whether a description is that of the entity, or of the same entity in a copy of the model.
    private func isSame(_ own: NSPropertyDescription, _ given: NSPropertyDescription) -> Bool {
        guard own !== given, let owner = given.owner else { return true }
        return PropertyKind(own) == PropertyKind(given) && entity.lineage.contains { $0.name == owner.name }
    }

    private func column(path: String) throws(FetchRequestError) -> FetchColumn {
        let kind: ExpressionKind
        do throws(PathResolver.Failure) {
            kind = try PathResolver.kind(of: path, from: entity)
        } catch {
            throw title.error(
                .keyPathNotFound, path,
                "Invalid keypath \(path) passed to \(member): keypath \(path) not found in entity \(entityName)",
                error.reason)
        }
        guard !kind.isMany else {
            throw title.error(
                .toManyKey, path,
                "Invalid to-many relationship (\(path)) passed to \(member): one row of the entity \(entityName) has "
                    + "several values of it", "Count or add them up in an NSExpressionDescription, or fetch objects.")
        }
        switch kind.element {
        case .object: return FetchColumn(name: path, source: .identity(IdentityPath(path)))
        case .value, .unknown:
            return FetchColumn(name: path, source: .attribute(path: path, isKey: !path.contains(".")))
        case .entity:
            throw title.error(
                .invalidProperty, path, "Invalid keypath \(path) passed to \(member): it leads to an entity",
                "Fetch the objects, which have it.")
        }
    }

    private func column(_ description: NSExpressionDescription) throws(FetchRequestError) -> FetchColumn {
        let name = description.name
        guard let expression = description.expression, !name.isEmpty else {
            throw title.error(
                .invalidProperty, name.isEmpty ? nil : name,
                "Invalid expression description “\(name)” passed to \(member): it has no "
                    + (name.isEmpty ? "name" : "expression"),
                "Set name and expression.")
        }
        let scope = ExpressionScope(entity: entity, hasAll: true)
        let checker = PredicateChecker(title: title, place: "expression “\(name)”", scope: scope)
        try checker.check(expression)
        let column = ComputedColumn(name, expression, description.expressionResultType, scope, aggregates)
        if aggregates.aggregates.contains(where: \.isNested) {
            throw title.error(
                .invalidProperty, name, "“\(name)” applies a function of all objects to one of all objects",
                "Fetch the inner values first.")
        }
        let kind = try checker.kind(of: expression)
        guard !kind.isToMany || Aggregate(expression) != nil else {
            throw title.error(
                .toManyKey, name,
                "Invalid keypath expression (\(expression)) passed to \(member): one row of the entity \(entityName) has "
                    + "several values of it", "Count them or add them up.")
        }
        return FetchColumn(name: name, source: .computed(column))
    }
}
