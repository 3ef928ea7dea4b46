internal import Foundation
internal import class MainspringFoundation.NSExpression
internal import MainspringFoundation
internal import MainspringModel

/// A function of all objects together, or of all of a group: `sum:`, `count:` and the like of what is not itself a
/// collection.
struct Aggregate {
    /// What the function is applied to.
    private enum Argument {
        /// The objects themselves.
        case objects
        /// What keys lead to, through to-many relationships too.
        case path([String])
        case expression(NSExpression)
    }

    private let function: String
    private let argument: Argument
    /// Whether equal values count once.
    private let isDistinct: Bool

    /// Nil for an expression that is about one object.
    init?(_ expression: NSExpression) {
        if let path = expression.ownPath {
            self.init(path: path)
        } else {
            self.init(function: expression)
        }
    }

    /// `@sum.age`: an operator on all objects.
    private init?(path: String) {
        guard path.hasPrefix("@"), let parsed = try? KeyValuePath(path), let operation = parsed.keyValueOperator,
            let function = Self.functions[operation]
        else { return nil }
        self.function = function
        isDistinct = false
        argument = operation == .countKeyValueOperator ? .objects : Self.argument(parsed.operand?.string ?? "self")
    }

    /// `sum:(age)`: a function of one argument that is no collection itself.
    private init?(function expression: NSExpression) {
        guard type(of: expression) == NSExpression.self, expression.expressionType == .function, !expression.isMethod,
            Self.names.contains(expression.function), let arguments = expression.arguments, arguments.count == 1,
            type(of: arguments[0]) == NSExpression.self
        else { return nil }
        function = expression.function
        switch arguments[0].expressionType {
        case .evaluatedObject:
            (argument, isDistinct) = (.objects, false)
        case .keyPath:
            guard let path = arguments[0].ownPath else { return nil }
            if let operand = Self.distinctPath(path) {
                (argument, isDistinct) = (Self.argument(operand), true)
            } else if (try? KeyValuePath(path))?.keyValueOperator != nil {
                (argument, isDistinct) = (.expression(arguments[0]), false)
            } else {
                (argument, isDistinct) = (Self.argument(path), false)
            }
        case .function, .conditional, .block: (argument, isDistinct) = (.expression(arguments[0]), false)
        // A list, a subquery: a function of what one object has.
        default: return nil
        }
    }

    private static let functions: [NSKeyValueOperator: String] = [
        .countKeyValueOperator: "count:", .sumKeyValueOperator: "sum:", .averageKeyValueOperator: "average:",
        .minimumKeyValueOperator: "min:", .maximumKeyValueOperator: "max:",
    ]
    private static let names: Set<String> = [
        "sum:", "count:", "min:", "max:", "average:", "median:", "mode:", "stddev:",
    ]

    /// `@distinctUnionOfObjects.name`: each value once.
    private static func distinctPath(_ path: String) -> String? {
        guard let parsed = try? KeyValuePath(path), parsed.keys.isEmpty,
            parsed.keyValueOperator == .distinctUnionOfObjectsKeyValueOperator
        else { return nil }
        return parsed.operand?.string
    }

    private static func argument(_ path: String) -> Argument {
        if path == "self" || path == "objectID" { return .objects }
        guard let parsed = try? KeyValuePath(path), parsed.keyValueOperator == nil else {
            return .expression(NSExpression(forKeyPath: path))
        }
        return .path(parsed.keys)
    }

    /// Whether the value is that of one object: of a least or a greatest.
    var isExtreme: Bool { function == "min:" || function == "max:" }

    /// Whether the function is applied to what is itself one of all objects.
    var isNested: Bool {
        guard case .expression(let expression) = argument else { return false }
        let inner = AggregateList()
        _ = AggregateRewriter(inner).rewritten(expression)
        return !inner.isEmpty
    }

    // MARK: - Values

    /// The value of some objects. What is nil does not count.
    func value(of objects: [any FetchCandidate]) -> Any? {
        if case .objects = argument, function == "count:" { return NSNumber(value: objects.count) }
        var values: [Any] = []
        values.reserveCapacity(objects.count)
        for object in objects { append(object, to: &values) }
        if isDistinct { values = Self.distinct(values) }
        if function == "count:" { return NSNumber(value: values.count) }
        return Self.apply(function, values)
    }

    /// The first object of which the value is that of all.
    func object(with value: Any, among objects: [any FetchCandidate]) -> (any FetchCandidate)? {
        objects.first { object in
            var values: [Any] = []
            append(object, to: &values)
            return values.contains { ValueOrder.compare($0, value) == .orderedSame }
        }
    }

    private func append(_ object: any FetchCandidate, to values: inout [Any]) {
        switch argument {
        case .objects: values.append(object)
        case .path(let keys):
            guard let value = plain(object.value(forKey: keys[0])) else { return }
            if keys.count == 1, elements(of: value) == nil { return values.append(value) }
            Self.append(value, keys.dropFirst(), to: &values)
        case .expression(let expression):
            guard let value = plain(expression.expressionValue(with: object, context: nil)) else { return }
            values.append(contentsOf: elements(of: value) ?? [value])
        }
    }

    /// What keys lead to, each value as often as it comes.
    private static func append(_ value: Any, _ keys: ArraySlice<String>, to values: inout [Any]) {
        guard let value = plain(value) else { return }
        if let elements = elements(of: value) {
            for element in elements { append(element, keys, to: &values) }
        } else if let key = keys.first {
            let next =
                (value as? any KeyValueCoding)?.value(forKey: key)
                ?? (try? KeyValuePath(key))?.valueOrNil(of: value)
            if let next { append(next, keys.dropFirst(), to: &values) }
        } else {
            values.append(value)
        }
    }

    private static func distinct(_ values: [Any]) -> [Any] {
        var known: Set<GroupValue> = []
        return values.filter { known.insert(GroupValue($0)).inserted }
    }

    /// Dates are added up as seconds since 2001, as a store has them.
    private static func apply(_ function: String, _ values: [Any]) -> Any? {
        let isOrder = function == "min:" || function == "max:" || function == "mode:"
        let operands = isOrder ? values : values.map { seconds($0) ?? $0 }
        return NSExpression(forFunction: function, arguments: [NSExpression(forConstantValue: operands)])
            .expressionValue(with: nil, context: nil)
    }
}

/// The seconds of a date; nil for anything else, found out without a cast, which would ask what the value is bridged to.
private func seconds(_ value: Any) -> Any? {
    guard type(of: value) == Date.self else { return nil }
    return (value as? Date)?.timeIntervalSinceReferenceDate
}

extension KeyValuePath {
    fileprivate func valueOrNil(of value: Any) -> Any? { try? self.value(of: value) }
}
