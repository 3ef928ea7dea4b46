internal import Foundation
package import class MainspringFoundation.NSExpression
package import MainspringModel

/// What the parts of a predicate are about: the entity of the evaluated object, and what subqueries' variables stand for.
package struct ExpressionScope {
    let entity: NSEntityDescription?
    private var variables: [String: ExpressionKind] = [:]
    /// Whether a path may begin with an operator, on all objects together: `@sum.age`.
    let hasAll: Bool
    /// The names of computed columns, which come before the entity's properties.
    let columns: Set<String>

    package init(entity: NSEntityDescription?, hasAll: Bool = false, columns: Set<String> = []) {
        self.entity = entity
        self.hasAll = hasAll
        self.columns = columns
    }

    /// The scope of a subquery's predicate, where a variable stands for an element.
    package func inside(_ collection: ExpressionKind, variable: String) -> ExpressionScope {
        var scope = self
        var element = collection
        (element.isMany, element.isToMany) = (false, false)
        scope.variables[variable] = element
        return scope
    }

    /// What an expression gives. Its parts are not looked at where that does not depend on them.
    package func kind(of expression: NSExpression) throws(PathResolver.Failure) -> ExpressionKind {
        // A subclass is what it says, and has no parts.
        guard type(of: expression) == NSExpression.self else { return .unknown }
        switch expression.expressionType {
        case .constantValue: return Self.kind(ofConstant: expression.constantValue)
        case .evaluatedObject: return ExpressionKind(element: .object(entity))
        case .variable: return variables[expression.variable] ?? .unknown
        case .keyPath:
            if let path = expression.ownPath {
                if columns.contains(path) { return .unknown }
                if hasAll, path.hasPrefix("@") { return try PathResolver.kind(of: path, from: entity, isMany: true) }
            }
            return try kind(ofPath: expression.keyPath, from: kind(of: expression.operand))
        case .subquery:
            guard let collection = expression.collection as? NSExpression else { return .unknown }
            var kind = try kind(of: collection)
            (kind.isMany, kind.isToMany) = (true, false)
            return kind
        case .unionSet, .intersectSet, .minusSet:
            var kind = try kind(of: expression.left)
            (kind.isMany, kind.isToMany) = (true, false)
            return kind
        case .conditional: return try kind(of: expression.true)
        case .aggregate:
            guard let first = (expression.collection as? [NSExpression])?.first else {
                return ExpressionKind(element: .value(nil), isMany: true)
            }
            var kind = try kind(of: first)
            (kind.isMany, kind.isToMany) = (true, false)
            return kind
        case .function: return expression.isMethod ? .unknown : Self.kind(ofFunction: expression.function)
        case .anyKey, .block, .fetchRequest: return .unknown
        }
    }

    private func kind(ofPath path: String, from start: ExpressionKind) throws(PathResolver.Failure) -> ExpressionKind {
        guard case .object(let entity) = start.element else { return .unknown }
        var kind = try PathResolver.kind(of: path, from: entity, isMany: start.isMany)
        kind.isToMany = kind.isToMany && !start.isMany || start.isToMany
        return kind
    }

    /// An element of a collection may be an object or a value.
    private static func kind(ofFunction name: String) -> ExpressionKind {
        switch name {
        case "objectFrom:withIndex:", "noindex:", "castObject:toType:", "mode:", "assignVariable:value:": .unknown
        default: .value
        }
    }

    private static func kind(ofConstant value: Any?) -> ExpressionKind {
        switch plain(value) {
        case let object as any FetchCandidate: ExpressionKind(element: .object(object.entity))
        case let identity as NSManagedObjectID: ExpressionKind(element: .object(identity.entity))
        case is NSEntityDescription: ExpressionKind(element: .entity)
        case let value?:
            if let elements = elements(of: value) {
                elements.lazy.compactMap { element -> ExpressionKind? in
                    var kind = kind(ofConstant: element)
                    guard kind.isObject else { return nil }
                    kind.isMany = true
                    return kind
                }.first ?? ExpressionKind(element: .value(nil), isMany: true)
            } else {
                .value
            }
        case nil: .value
        }
    }
}

extension NSExpression {
    /// The path of an expression for what it leads to from the evaluated object; nil for any other.
    var ownPath: String? {
        guard type(of: self) == NSExpression.self, expressionType == .keyPath,
            type(of: operand) == NSExpression.self, operand.expressionType == .evaluatedObject
        else { return nil }
        return keyPath
    }
}

/// The elements of a collection; nil for what is none.
func elements(of value: Any) -> [Any]? {
    // The commonest values are told apart without casts, which ask what a value is bridged to.
    let type = type(of: value)
    if type == NSNumber.self || type == String.self || type == Date.self { return nil }
    switch value {
    case is any FetchCandidate: return nil
    case let array as NSArray: return array.map { $0 }
    case let set as NSSet: return set.allObjects
    case let set as NSOrderedSet: return set.array
    case let array as [Any]: return array
    case let set as Set<AnyHashable>: return set.map(\.base)
    default: return nil
    }
}
