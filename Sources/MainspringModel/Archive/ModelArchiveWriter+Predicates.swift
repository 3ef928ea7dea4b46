internal import Foundation
internal import MainspringFoundation
internal import class MainspringFoundation.NSComparisonPredicate
internal import class MainspringFoundation.NSCompoundPredicate
internal import class MainspringFoundation.NSExpression
internal import class MainspringFoundation.NSPredicate

/// Predicates and expressions in the form of Apple's classes, as the reader has it.
extension ModelArchiveWriter {
    mutating func writePredicate(_ predicate: NSPredicate) throws(ModelFileError) -> Reference {
        switch predicate {
        case let comparison as NSComparisonPredicate: return try writeComparison(comparison)
        case let compound as NSCompoundPredicate:
            var parts: [Reference] = []
            for case let part as NSPredicate in compound.subpredicates { parts.append(try writePredicate(part)) }
            return archive.add(
                Self.predicateClass("NSCompoundPredicate"),
                [
                    "NSCompoundPredicateType": .integer(Int64(compound.compoundPredicateType.rawValue)),
                    "NSSubpredicates": archive.addList(.array, parts).value,
                ])
        case NSPredicate(value: true): return archive.add(Self.predicateClass("NSTruePredicate"), [:])
        case NSPredicate(value: false): return archive.add(Self.predicateClass("NSFalsePredicate"), [:])
        default:
            throw error("the predicate \(predicate.predicateFormat.excerpt) cannot be archived; make it of comparisons")
        }
    }

    private static func predicateClass(_ name: String) -> ArchivedClass {
        ArchivedClass(name, superclasses: ["NSPredicate", "NSObject"])
    }

    private mutating func writeComparison(_ comparison: NSComparisonPredicate) throws(ModelFileError) -> Reference {
        let type = comparison.predicateOperatorType
        let isOfTexts = Self.textOperators.contains(type)
        let fields: [String: PropertyListValue] = [
            "NSOperatorType": .integer(Int64(type.rawValue)),
            "NSModifier": .integer(Int64(comparison.comparisonPredicateModifier.rawValue)),
            isOfTexts ? "NSFlags" : "NSOptions": .integer(Int64(comparison.options.rawValue)),
        ]
        let relation = archive.add(
            ArchivedClass(Self.operatorClass(type), superclasses: ["NSPredicateOperator", "NSObject"]), fields)
        let left = try writeExpression(comparison.leftExpression)
        let right = try writeExpression(comparison.rightExpression)
        return archive.add(
            Self.predicateClass("NSComparisonPredicate"),
            ["NSLeftExpression": left.value, "NSRightExpression": right.value, "NSPredicateOperator": relation.value])
    }

    private static let textOperators: Set<NSComparisonPredicate.Operator> = [
        .matches, .like, .beginsWith, .endsWith, .contains, .in,
    ]

    private static func operatorClass(_ type: NSComparisonPredicate.Operator) -> String {
        switch type {
        case .equalTo, .notEqualTo: "NSEqualityPredicateOperator"
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo: "NSComparisonPredicateOperator"
        case .matches: "NSMatchingPredicateOperator"
        case .like: "NSLikePredicateOperator"
        case .beginsWith, .endsWith, .contains: "NSSubstringPredicateOperator"
        case .in: "NSInPredicateOperator"
        case .between: "NSBetweenPredicateOperator"
        case .customSelector: "NSCustomPredicateOperator"
        }
    }

    mutating func writeExpression(_ expression: NSExpression) throws(ModelFileError) -> Reference {
        let type = expression.expressionType
        func `class`(_ name: String, _ superclasses: [String] = []) -> ArchivedClass {
            ArchivedClass(name, superclasses: superclasses + ["NSExpression", "NSObject"])
        }
        var fields: [String: PropertyListValue] = ["NSExpressionType": .integer(Int64(type.rawValue))]
        switch type {
        case .evaluatedObject: return archive.add(`class`("NSSelfExpression"), fields)
        case .anyKey: return archive.add(`class`("NSAnyKeyExpression"), fields)
        case .constantValue:
            if let failure = expression.formatError { throw error("an expression cannot be archived: \(failure)") }
            fields["NSConstantValue"] = try value(expression.constantValue, of: "the constant \(expression)").value
            return archive.add(`class`("NSConstantValueExpression"), fields)
        case .variable:
            fields["NSVariable"] = text(expression.variable).value
            return archive.add(`class`("NSVariableExpression"), fields)
        case .keyPath:
            let specifier = archive.add(
                `class`("NSKeyPathSpecifierExpression"),
                ["NSExpressionType": .integer(Self.keyPathSpecifier), "NSKeyPath": text(expression.keyPath).value])
            fields["NSOperand"] = try writeExpression(expression.operand).value
            fields["NSSelectorName"] =
                text(expression.keyPath.contains(".") ? "valueForKeyPath:" : "valueForKey:").value
            fields["NSArguments"] = archive.addList(.mutableArray, [specifier]).value
            return archive.add(`class`("NSKeyPathExpression", ["NSFunctionExpression"]), fields)
        case .function:
            fields["NSSelectorName"] = text(expression.function).value
            fields["NSArguments"] = try list(expression.arguments ?? []).value
            fields["NSOperand"] = try writeOperand(of: expression).value
            return archive.add(`class`("NSFunctionExpression"), fields)
        case .aggregate:
            fields["NSCollection"] = try list(expression.collection as? [NSExpression] ?? []).value
            return archive.add(`class`("NSAggregateExpression"), fields)
        case .unionSet, .intersectSet, .minusSet:
            fields["NSLeftExpression"] = try writeExpression(expression.left).value
            fields["NSRightExpression"] = try writeExpression(expression.right).value
            return archive.add(`class`("NSSetExpression"), fields)
        case .subquery:
            guard let collection = expression.collection as? NSExpression else { break }
            fields["NSCollection"] = try writeExpression(collection).value
            fields["NSVariable"] = text(expression.variable).value
            fields["NSPredicate"] = try writePredicate(expression.predicate).value
            return archive.add(`class`("NSSubqueryExpression"), fields)
        case .conditional:
            fields["NSPredicate"] = try writePredicate(expression.predicate).value
            fields["NSTrueExpression"] = try writeExpression(expression.true).value
            fields["NSFalseExpression"] = try writeExpression(expression.false).value
            return archive.add(`class`("NSTernaryExpression"), fields)
        case .block, .fetchRequest: break
        }
        throw error(
            "the expression \(expression.description.excerpt) cannot be archived; make it of functions and key paths")
    }

    /// The number of expressions that only say a path; Apple has it in archives and not in its interface.
    private static let keyPathSpecifier: Int64 = 10

    private mutating func list(_ expressions: [NSExpression]) throws(ModelFileError) -> Reference {
        var list: [Reference] = []
        for expression in expressions { list.append(try writeExpression(expression)) }
        return archive.addList(.array, list)
    }

    /// Functions that are no methods are those of a class of Apple's.
    private mutating func writeOperand(of expression: NSExpression) throws(ModelFileError) -> Reference {
        guard expression.isMethod else {
            return archive.add(
                ArchivedClass("NSConstantValueExpression", superclasses: ["NSExpression", "NSObject"]),
                ["NSExpressionType": .integer(0), "NSConstantValueClassName": text("_NSPredicateUtilities").value])
        }
        return try writeExpression(expression.operand)
    }
}
