internal import Foundation

extension ExpressionForm {
    /// Whether two expressions are made of equal parts. A constant list equals an aggregate of its elements.
    func isEqual(_ other: ExpressionForm) -> Bool {
        switch (self, other) {
        case (.evaluatedObject, .evaluatedObject), (.anyKey, .anyKey): true
        case (.variable(let left), .variable(let right)): left == right
        case (.keyPath(let left, let first, _), .keyPath(let right, let second, _)): left == right && first == second
        case (.function(let left, let first), .function(let right, let second)): left == right && first == second
        case (.method(let left, let name, let first), .method(let right, let other, let second)):
            name == other && left == right && first == second
        case (.set(let operation, let left, let right), .set(let other, let first, let second)):
            operation == other && left == first && right == second
        case (.subquery(let left, let name, let first), .subquery(let right, let other, let second)):
            name == other && left == right && first == second
        case (.conditional(let first, let left, let right), .conditional(let second, let other, let last)):
            first == second && left == other && right == last
        case (.refused(let left), .refused(let right)): left == right
        default:
            switch (list, other.list) {
            case (let left?, let right?): left == right
            case (nil, nil):
                if case .constant(let left) = self, case .constant(let right) = other {
                    ValueEquality.areEqual(left, right)
                } else {
                    false
                }
            default: false
            }
        }
    }

    /// Hashes the parts; a block or the expression of a subclass by its identity.
    func hash(into hasher: inout Hasher, _ expression: NSExpression) {
        if let list {
            hasher.combine(list)
            return
        }
        hasher.combine(expression.expressionType)
        switch self {
        case .constant(let value): Scalar(value).hash(into: &hasher)
        case .variable(let name): hasher.combine(name)
        case .keyPath(_, let path, _): hasher.combine(path)
        case .function(let function, _): hasher.combine(function)
        case .method(_, let name, _): hasher.combine(name)
        case .subquery(_, let variable, _): hasher.combine(variable)
        case .block, .foreign: hasher.combine(ObjectIdentifier(expression))
        case .refused(let error): hasher.combine(error)
        case .evaluatedObject, .anyKey, .aggregate, .set, .conditional: break
        }
        for part in parts { hasher.combine(part) }
        if let predicate { hasher.combine(predicate) }
    }

    /// The elements of an aggregate, or of a constant that has an order.
    var list: [NSExpression]? {
        switch self {
        case .aggregate(let elements): elements
        case .constant(let value?): orderedElements(value).map { $0.map { NSExpression(forConstantValue: $0) } }
        default: nil
        }
    }
}
