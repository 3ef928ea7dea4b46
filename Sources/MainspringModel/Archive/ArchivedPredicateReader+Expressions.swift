internal import Foundation
internal import MainspringFoundation
internal import class MainspringFoundation.NSExpression
internal import class MainspringFoundation.NSPredicate

extension ArchivedPredicateReader {
    mutating func makeExpression(_ object: ArchivedObject, _ size: inout Int) throws(ModelFileError) -> NSExpression {
        switch object.className {
        case "NSSelfExpression": return .expressionForEvaluatedObject()
        case "NSAnyKeyExpression": return .expressionForAnyKey()
        case "NSConstantValueExpression": return try makeConstant(object)
        case "NSVariableExpression":
            return NSExpression(forVariable: try needed(object, "NSVariable"))
        case "NSKeyPathSpecifierExpression": return NSExpression(forConstantValue: try needed(object, "NSKeyPath"))
        case "NSKeyPathExpression", "NSFunctionExpression": return try makeFunction(object, &size)
        case "NSAggregateExpression":
            return NSExpression(forAggregate: try list(object, "NSCollection", &size))
        case "NSSetExpression": return try makeSet(object, &size)
        case "NSSubqueryExpression":
            let collection = try part(object, "NSCollection", &size)
            let variable = try makeVariable(object, &size)
            let predicate = try makePredicatePart(object, &size)
            return NSExpression(forSubquery: collection, usingIteratorVariable: variable, predicate: predicate)
        case "NSTernaryExpression":
            let predicate = try makePredicatePart(object, &size)
            let first = try part(object, "NSTrueExpression", &size)
            let second = try part(object, "NSFalseExpression", &size)
            return NSExpression(forConditional: predicate, trueExpression: first, falseExpression: second)
        default: throw source.error(object, "expressions of this class are not known")
        }
    }

    private func needed(_ object: ArchivedObject, _ key: String) throws(ModelFileError) -> String {
        guard let text = try source.string(object, key) else { throw source.error(object, "“\(key)” is missing") }
        return text
    }

    private func makeConstant(_ object: ArchivedObject) throws(ModelFileError) -> NSExpression {
        guard try !isClass(object) else { throw source.error(object, "a class stands where a value must") }
        let value = try source.value(object, "NSConstantValue")
        let constant = try source.decoded(value)
        // As whoever makes predicates in code has it.
        return NSExpression(forConstantValue: (constant as? Decimal).map { NSDecimalNumber(decimal: $0) } ?? constant)
    }

    /// Functions that are no methods are archived as those of a class.
    private func isClass(_ object: ArchivedObject) throws(ModelFileError) -> Bool {
        guard object.className == "NSConstantValueExpression" else { return false }
        return object.contains("NSConstantValueClassName")
    }

    private mutating func list(
        _ object: ArchivedObject, _ key: String, _ size: inout Int
    ) throws(ModelFileError) -> [NSExpression] {
        var list: [NSExpression] = []
        for value in try source.elements(object, key) {
            guard let part = value.object else { throw source.error(object, "an element of “\(key)” is no expression") }
            list.append(try expression(part, &size))
        }
        return list
    }

    private mutating func makeFunction(
        _ object: ArchivedObject, _ size: inout Int
    ) throws(ModelFileError) -> NSExpression {
        let name = try needed(object, "NSSelectorName")
        let arguments = try list(object, "NSArguments", &size)
        guard let operandObject = try source.object(object, "NSOperand"), try !isClass(operandObject) else {
            return NSExpression(forFunction: name, arguments: arguments)
        }
        let operand = try expression(operandObject, &size)
        // A key is a path of one part, as the parser of formats has it.
        let isKey = name == "valueForKey:" || name == "valueForKeyPath:"
        return NSExpression(
            forFunction: operand, selectorName: isKey ? "valueForKeyPath:" : name, arguments: arguments)
    }

    private mutating func makeSet(_ object: ArchivedObject, _ size: inout Int) throws(ModelFileError) -> NSExpression {
        let left = try part(object, "NSLeftExpression", &size)
        let right = try part(object, "NSRightExpression", &size)
        let number = try source.integer(object, "NSExpressionType") ?? 0
        switch UInt(exactly: number).flatMap(NSExpression.ExpressionType.init(rawValue:)) {
        case .unionSet: return NSExpression(forUnionSet: left, with: right)
        case .intersectSet: return NSExpression(forIntersectSet: left, with: right)
        case .minusSet: return NSExpression(forMinusSet: left, with: right)
        default: throw source.error(object, "\(number) is no operation on sets")
        }
    }

    /// The name of a subquery's variable: as a text, or as an expression of its own.
    private mutating func makeVariable(
        _ object: ArchivedObject, _ size: inout Int
    ) throws(ModelFileError) -> String {
        for key in ["NSVariableExpression", "NSVariable"] where object.contains(key) {
            let value = try source.value(object, key)
            if let text = try source.decodedText(value) { return text }
            if let part = value.object, part.className == "NSVariableExpression" {
                return try needed(part, "NSVariable")
            }
        }
        throw source.error(object, "the subquery has no variable")
    }

    private mutating func makePredicatePart(
        _ object: ArchivedObject, _ size: inout Int
    ) throws(ModelFileError) -> NSPredicate {
        guard let part = try source.object(object, "NSPredicate") else {
            throw source.error(object, "“NSPredicate” is missing")
        }
        return try predicate(part, &size)
    }
}

extension ArchiveSource {
    /// The text of a value that needs no class; nil if it is something else.
    fileprivate func decodedText(_ value: ArchivedValue) throws(ModelFileError) -> String? {
        guard case .value = value else { return nil }
        return try decoded(value) as? String
    }
}
