internal import Foundation

extension NSExpression {
    /// The expression's value as a part of something.
    final func value(_ object: Any?, _ scope: EvaluationScope) -> Any? {
        guard type(of: self) == NSExpression.self, mayEvaluate else {
            return constantForm(expressionValue(with: object, context: scope.mutableDictionary))
        }
        return ownValue(object, scope)
    }

    /// The expression's own value, whatever a subclass says.
    final func ownValue(_ object: Any?, _ scope: EvaluationScope) -> Any? {
        switch form {
        case .constant(let value): return value
        case .evaluatedObject: return constantForm(object)
        case .anyKey: return AnyKey.values(of: object)
        case .variable(let name):
            guard let value = scope.value(name) else {
                PredicateFailure.report(.unboundVariable(name))
                return nil
            }
            return constantForm(value)
        case .keyPath(let operand, let text, let path):
            return Self.follow(text, path, from: operand.map { $0.value(object, scope) } ?? object)
        case .function(.assign, let arguments): return assign(arguments, object, scope)
        case .function(let function, let arguments):
            return reported { () throws(PredicateFailure) in try function.value(of: values(arguments, object, scope)) }
        case .method(let operand, let name, let arguments):
            let target = operand.value(object, scope)
            return reported { () throws(PredicateFailure) in
                try ExpressionMethod.call(name, of: target, values(arguments, object, scope))
            }
        case .aggregate(let elements): return values(elements, object, scope).map { $0 ?? NullValue.shared }
        case .set(let operation, let left, let right):
            let left = left.value(object, scope)
            let right = right.value(object, scope)
            return reported { () throws(PredicateFailure) in try operation.value(of: left, right) }
        case .subquery(let collection, let variable, let predicate):
            return filter(collection.value(object, scope), variable, predicate, object, scope)
        case .conditional(let predicate, let first, let second):
            return (predicate.result(object, scope) ? first : second).value(object, scope)
        case .block(let block, let arguments):
            return constantForm(
                block(object, values(arguments, object, scope).map { $0 ?? NullValue.shared }, scope.mutableDictionary))
        case .foreign, .refused: return nil
        }
    }

    /// What a path leads to; an error is that of key-value coding.
    ///
    /// An object is asked itself for a path of several keys, since its class may have its own ways.
    static func follow(_ text: String, _ path: KeyValuePath?, from root: Any?) -> Any? {
        guard let root = constantForm(root) else { return nil }
        let isKey = path.map { $0.keys.count == 1 && $0.keyValueOperator == nil } ?? false
        if !isKey, let object = root as? any KeyValueCoding { return constantForm(object.value(forKeyPath: text)) }
        do throws(KeyValueError) {
            let path = if let path { path } else { try KeyValuePath(text) }
            return constantForm(try path.read(root))
        } catch {
            KeyValueError.report(error, at: (text, of: root))
            return nil
        }
    }

    private func values(_ expressions: [NSExpression], _ object: Any?, _ scope: EvaluationScope) -> [Any?] {
        expressions.map { $0.value(object, scope) }
    }

    private func assign(_ arguments: [NSExpression], _ object: Any?, _ scope: EvaluationScope) -> Any? {
        guard case .variable(let name) = arguments[0].form else { return nil }
        let value = arguments[1].value(object, scope)
        scope.assign(value, to: name)
        return value
    }

    /// The elements of a collection for which a predicate holds.
    private func filter(
        _ value: Any?, _ variable: String, _ predicate: NSPredicate, _ object: Any?, _ scope: EvaluationScope
    ) -> [Any] {
        guard let value else { return [] }
        guard let collection = value as? any KeyValueCollection else {
            PredicateFailure.report(.wrongOperand(operation: "SUBQUERY", given: KeyValueError.naming(value)))
            return []
        }
        return SlowPatterns.remembering {
            collection.keyValueElements.filter {
                predicate.result(object, scope.binding(variable, to: flattened($0) ?? NullValue.shared))
            }
        }
    }

    private func reported(_ body: () throws(PredicateFailure) -> Any?) -> Any? {
        do {
            return try body()
        } catch {
            PredicateFailure.report(error)
            return nil
        }
    }
}
