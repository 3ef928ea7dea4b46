internal import Foundation

/// Predicates and expressions in archives: as formats, and so without the name of any class.
///
/// The keys are ours; Apple's archives are laid out otherwise, and are not read.
enum FormatCoding {
    private static let formatKey = "Mainspring.format"
    private static let leftKey = "Mainspring.left"
    private static let rightKey = "Mainspring.right"
    private static let modifierKey = "Mainspring.modifier"
    private static let operatorKey = "Mainspring.operator"
    private static let optionsKey = "Mainspring.options"
    private static let typeKey = "Mainspring.type"
    private static let countKey = "Mainspring.count"

    // MARK: - Writing

    static func encode(_ expression: NSExpression, with coder: NSCoder) {
        write(expression, formatKey, coder)
    }

    static func encode(_ predicate: NSPredicate, with coder: NSCoder) {
        switch predicate {
        case let comparison as NSComparisonPredicate:
            write(comparison.leftExpression, leftKey, coder)
            write(comparison.rightExpression, rightKey, coder)
            coder.encode(Int(comparison.comparisonPredicateModifier.rawValue), forKey: modifierKey)
            coder.encode(Int(comparison.predicateOperatorType.rawValue), forKey: operatorKey)
            coder.encode(Int(comparison.options.rawValue), forKey: optionsKey)
        case let compound as NSCompoundPredicate:
            coder.encode(Int(compound.compoundPredicateType.rawValue), forKey: typeKey)
            coder.encode(compound.parts.count, forKey: countKey)
            for (index, part) in compound.parts.enumerated() {
                var printer = FormatPrinter()
                printer.print(part)
                write(printer, formatKey + "\(index)", coder)
            }
        default:
            var printer = FormatPrinter()
            printer.print(predicate)
            write(printer, formatKey, coder)
        }
    }

    private static func write(_ expression: NSExpression, _ key: String, _ coder: NSCoder) {
        var printer = FormatPrinter()
        printer.print(expression)
        write(printer, key, coder)
    }

    private static func write(_ printer: FormatPrinter, _ key: String, _ coder: NSCoder) {
        if let part = printer.unprintable {
            fail(PredicateFailure(.notCodable(KeyValueError.excerpt(part))), coder)
        } else {
            coder.encode(NSString(string: printer.result), forKey: key)
        }
    }

    // MARK: - Reading

    static func expression(from coder: NSCoder) -> NSExpression? { readExpression(formatKey, coder) }

    /// The form of a predicate without parts.
    static func form(from coder: NSCoder) -> NSPredicate.Form? {
        guard let predicate = readPredicate(formatKey, coder) else { return nil }
        if case .value = predicate.form { return predicate.form }
        fail("a predicate without parts has parts", coder)
        return nil
    }

    static func comparison(from coder: NSCoder) -> NSComparisonPredicate? {
        guard let left = readExpression(leftKey, coder), let right = readExpression(rightKey, coder) else { return nil }
        guard
            let modifier = number(modifierKey, coder).flatMap(NSComparisonPredicate.Modifier.init(rawValue:)),
            let type = number(operatorKey, coder).flatMap(NSComparisonPredicate.Operator.init(rawValue:)),
            let options = number(optionsKey, coder), options < 16
        else {
            fail("a comparison has an unknown operator", coder)
            return nil
        }
        return NSComparisonPredicate(
            leftExpression: left, rightExpression: right, modifier: modifier, type: type,
            options: NSComparisonPredicate.Options(rawValue: options))
    }

    static func compound(from coder: NSCoder) -> NSCompoundPredicate? {
        guard let type = number(typeKey, coder).flatMap(NSCompoundPredicate.LogicalType.init(rawValue:)),
            let count = number(countKey, coder)
        else {
            fail("a compound has an unknown type", coder)
            return nil
        }
        var parts: [NSPredicate] = []
        // What says how many there are may lie: the first that is missing ends it.
        while UInt(parts.count) < count {
            guard let part = readPredicate(formatKey + "\(parts.count)", coder) else { return nil }
            parts.append(part)
        }
        return NSCompoundPredicate(type: type, subpredicates: parts)
    }

    private static func number(_ key: String, _ coder: NSCoder) -> UInt? {
        coder.containsValue(forKey: key) ? UInt(exactly: coder.decodeInteger(forKey: key)) : nil
    }

    private static func readExpression(_ key: String, _ coder: NSCoder) -> NSExpression? {
        read(key, coder) { format throws(PredicateFailure) in try PredicateParser.expression(format, []) }
    }

    private static func readPredicate(_ key: String, _ coder: NSCoder) -> NSPredicate? {
        read(key, coder) { format throws(PredicateFailure) in try PredicateParser.predicate(format, []) }
    }

    private static func read<Value>(
        _ key: String, _ coder: NSCoder, _ parse: (String) throws(PredicateFailure) -> Value
    ) -> Value? {
        guard let format = coder.decodeObject(of: NSString.self, forKey: key) else {
            fail("\(key) is missing", coder)
            return nil
        }
        do {
            return try parse(String._unconditionallyBridgeFromObjectiveC(format))
        } catch {
            fail(error, coder)
            return nil
        }
    }

    /// Tells the coder what is missing.
    static func fail(_ reason: String, _ coder: NSCoder) {
        fail(PredicateFailure(.malformedArchive(reason)), coder)
    }

    /// Tells the coder of an error, unless it would end the process, as all do that write.
    private static func fail(_ error: PredicateFailure, _ coder: NSCoder) {
        if coder.decodingFailurePolicy == .setErrorAndReturn {
            coder.failWithError(error)
        } else {
            PredicateFailure.report(error)
        }
    }
}
