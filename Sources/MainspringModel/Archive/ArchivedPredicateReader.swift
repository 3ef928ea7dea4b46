internal import Foundation
internal import MainspringFoundation
internal import class MainspringFoundation.NSComparisonPredicate
internal import class MainspringFoundation.NSCompoundPredicate
internal import class MainspringFoundation.NSExpression
internal import class MainspringFoundation.NSPredicate

/// Makes predicates and expressions of what Apple's own classes have archived.
///
/// By the names of their classes and keys in archives of Apple's frameworks. Objects that are shared are made once, and
/// count each time: a few bytes may stand for a tree that nobody could go through.
struct ArchivedPredicateReader {
    let source: ArchiveSource
    private var expressions: [Int: Known<NSExpression>] = [:]
    private var predicates: [Int: Known<NSPredicate>] = [:]
    private var depth = 0

    /// What is known of an object.
    private enum Known<Value> {
        /// It is being read: who refers to it now is inside it.
        case open
        case read(Value, size: Int)
    }

    /// So many parts one predicate may have, each counted as often as it stands there.
    private static let greatestSize = 100_000
    /// So many parts may be inside each other.
    private static let greatestDepth = 256

    init(_ source: ArchiveSource) { self.source = source }

    // MARK: - Reading

    /// The predicate that an object stands for.
    mutating func predicate(_ object: ArchivedObject) throws(ModelFileError) -> NSPredicate {
        var size = 0
        return try predicate(object, &size)
    }

    /// The expression that an object stands for.
    mutating func expression(_ object: ArchivedObject) throws(ModelFileError) -> NSExpression {
        var size = 0
        return try expression(object, &size)
    }

    /// - Parameter size: What is counted of the part around it.
    mutating func predicate(_ object: ArchivedObject, _ size: inout Int) throws(ModelFileError) -> NSPredicate {
        if let known = predicates[object.number] { return try use(known, object, &size) }
        predicates[object.number] = .open
        var own = 1
        try enter(object)
        let predicate: NSPredicate
        do throws(ModelFileError) {
            predicate = try makePredicate(object, &own)
        } catch {
            depth -= 1
            predicates[object.number] = nil
            throw error
        }
        depth -= 1
        predicates[object.number] = .read(predicate, size: own)
        try add(own, to: &size, object)
        return predicate
    }

    mutating func expression(_ object: ArchivedObject, _ size: inout Int) throws(ModelFileError) -> NSExpression {
        if let known = expressions[object.number] { return try use(known, object, &size) }
        expressions[object.number] = .open
        var own = 1
        try enter(object)
        let expression: NSExpression
        do throws(ModelFileError) {
            expression = try makeExpression(object, &own)
        } catch {
            depth -= 1
            expressions[object.number] = nil
            throw error
        }
        depth -= 1
        if let error = expression.formatError { throw source.error(object, error.description) }
        expressions[object.number] = .read(expression, size: own)
        try add(own, to: &size, object)
        return expression
    }

    private func use<Value>(
        _ known: Known<Value>, _ object: ArchivedObject, _ size: inout Int
    ) throws(ModelFileError) -> Value {
        guard case .read(let value, let own) = known else { throw source.error(object, "it contains itself") }
        try add(own, to: &size, object)
        return value
    }

    private mutating func enter(_ object: ArchivedObject) throws(ModelFileError) {
        guard depth < Self.greatestDepth else {
            throw source.error(object, "more than \(Self.greatestDepth) parts of a predicate are inside each other")
        }
        depth += 1
    }

    private func add(_ part: Int, to size: inout Int, _ object: ArchivedObject) throws(ModelFileError) {
        size += part
        guard size <= Self.greatestSize else {
            throw source.error(object, "the predicate has more than \(Self.greatestSize) parts")
        }
    }

    // MARK: - Predicates

    private mutating func makePredicate(
        _ object: ArchivedObject, _ size: inout Int
    ) throws(ModelFileError) -> NSPredicate {
        switch object.className {
        case "NSComparisonPredicate": return try makeComparison(object, &size)
        case "NSCompoundPredicate":
            let number = try source.integer(object, "NSCompoundPredicateType") ?? 0
            guard let type = UInt(exactly: number).flatMap(NSCompoundPredicate.LogicalType.init(rawValue:)) else {
                throw source.error(object, "\(number) is no type of a compound")
            }
            var parts: [NSPredicate] = []
            for value in try source.elements(object, "NSSubpredicates") {
                guard let part = value.object else { throw source.error(object, "a part of it is no predicate") }
                parts.append(try predicate(part, &size))
            }
            return NSCompoundPredicate(type: type, subpredicates: parts)
        case "NSTruePredicate": return NSPredicate(value: true)
        case "NSFalsePredicate": return NSPredicate(value: false)
        default: throw source.error(object, "predicates of this class are not known")
        }
    }

    private mutating func makeComparison(
        _ object: ArchivedObject, _ size: inout Int
    ) throws(ModelFileError) -> NSPredicate {
        let left = try part(object, "NSLeftExpression", &size)
        let right = try part(object, "NSRightExpression", &size)
        guard let relation = try source.object(object, "NSPredicateOperator") else {
            throw source.error(object, "the comparison has no operator")
        }
        let typeNumber = try source.integer(relation, "NSOperatorType") ?? 0
        let modifierNumber = try source.integer(relation, "NSModifier") ?? 0
        // Operators for texts have their options under another key.
        let flags = try source.integer(relation, "NSFlags")
        let options = try source.integer(relation, "NSOptions") ?? flags ?? 0
        guard let type = UInt(exactly: typeNumber).flatMap(NSComparisonPredicate.Operator.init(rawValue:)),
            type != .customSelector,
            let modifier = UInt(exactly: modifierNumber).flatMap(NSComparisonPredicate.Modifier.init(rawValue:)),
            let bits = UInt(exactly: options), bits < 16
        else { throw source.error(relation, "the operator \(typeNumber) with modifier \(modifierNumber) is not known") }
        return NSComparisonPredicate(
            leftExpression: left, rightExpression: right, modifier: modifier, type: type,
            options: NSComparisonPredicate.Options(rawValue: bits))
    }

    /// An expression in a field, which must be there.
    mutating func part(
        _ object: ArchivedObject, _ key: String, _ size: inout Int
    ) throws(ModelFileError) -> NSExpression {
        guard let part = try source.object(object, key) else { throw source.error(object, "“\(key)” is missing") }
        return try expression(part, &size)
    }
}
