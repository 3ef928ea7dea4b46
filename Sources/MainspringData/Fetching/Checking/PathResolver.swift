internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// Finds out where key paths lead from an entity.
package struct PathResolver {
    /// Why a path leads nowhere, as a part of a sentence.
    package struct Failure: Error {
        let kind: FetchRequestError.Kind
        let reason: String
    }

    /// What a path leads to from an object of an entity.
    /// - Parameter isMany: whether it starts from a collection of such objects.
    static func kind(
        of path: String, from entity: NSEntityDescription?, isMany: Bool = false
    ) throws(Failure) -> ExpressionKind {
        guard let entity else { return .unknown }
        let parsed: KeyValuePath
        do throws(KeyValueError) {
            parsed = try KeyValuePath(path)
        } catch {
            throw Failure(kind: .keyPathNotFound, reason: error.description)
        }
        return try kind(of: parsed, from: ExpressionKind(element: .object(entity), isMany: isMany))
    }

    private static func kind(of path: KeyValuePath, from start: ExpressionKind) throws(Failure) -> ExpressionKind {
        var kind = start
        var rest = path.keys[...]
        while let key = rest.popFirst() { kind = try step(key, &rest, from: kind) }
        guard let operation = path.keyValueOperator else { return kind }
        if case .unknown = kind.element { return .unknown }
        guard kind.isMany else {
            throw Failure(
                kind: .notToMany,
                reason: "The operator @\(operation.rawValue) works on what a to-many relationship leads to.")
        }
        kind.isMany = false
        kind.isToMany = false
        switch operation {
        case .countKeyValueOperator: return .value
        case .averageKeyValueOperator, .sumKeyValueOperator, .minimumKeyValueOperator, .maximumKeyValueOperator:
            return try path.operand.map { operand throws(Failure) in try Self.kind(of: operand, from: kind) } ?? .value
        default:
            var result = try path.operand.map { operand throws(Failure) in try Self.kind(of: operand, from: kind) }
            result?.isMany = true
            result?.isToMany = true
            return result ?? .unknown
        }
    }

    /// What a key leads to.
    /// - Parameter rest: the keys behind it, of which some may belong to it.
    private static func step(
        _ key: String, _ rest: inout ArraySlice<String>, from kind: ExpressionKind
    ) throws(Failure) -> ExpressionKind {
        var result = kind
        switch kind.element {
        case .unknown: return .unknown
        case .object(nil):
            result.element = .unknown
            return result
        // The name stands for the entity.
        case .entity where key == "name": return kind
        case .entity, .value: throw Failure(kind: .keyPathNotFound, reason: "Nothing follows a value.")
        case .object(let entity?):
            guard let property = entity.propertiesByName[key] else {
                switch key {
                case "self", "objectID": return kind
                case "entity":
                    result.element = .entity
                    return result
                default: throw Failure(kind: .keyPathNotFound, reason: properties(of: entity))
                }
            }
            try follow(property, &rest, &result)
            return result
        }
    }

    private static func follow(
        _ property: NSPropertyDescription, _ rest: inout ArraySlice<String>, _ kind: inout ExpressionKind
    ) throws(Failure) {
        switch property {
        case let relationship as NSRelationshipDescription:
            kind.element = .object(relationship.destinationEntity)
            if relationship.isToMany { (kind.isMany, kind.isToMany) = (true, true) }
        case let composite as NSCompositeAttributeDescription:
            var attribute: NSAttributeDescription = composite
            while let inner = attribute as? NSCompositeAttributeDescription, let key = rest.popFirst() {
                guard let element = inner.elements.first(where: { $0.name == key }) else {
                    throw Failure(
                        kind: .keyPathNotFound, reason: "The composite attribute “\(inner.name)” has no such element.")
                }
                attribute = element
            }
            kind.element = .value(attribute)
        case let attribute as NSAttributeDescription:
            kind.element = attribute.attributeType.maySayAnything && !rest.isEmpty ? .unknown : .value(attribute)
        default:
            throw Failure(
                kind: .keyPathNotFound,
                reason: "“\(property.name)” is a \(PropertyKind(property).words), which no store has.")
        }
    }

    private static let mostNames = 12

    private static func properties(of entity: NSEntityDescription) -> String {
        let names = entity.propertiesByName.keys.sorted()
        guard !names.isEmpty else { return "The entity has no properties." }
        let others = names.count > mostNames ? " and \(names.count - mostNames) more" : ""
        return "The entity \(entity.name ?? "") has \(names.prefix(mostNames).joined(separator: ", "))\(others)."
    }
}
