import Foundation
import MainspringFoundation
import SeededRandom
import Testing

/// Random predicates: printed, read and printed again; and against a plain Swift filter.
@Suite struct RandomPredicateTests {
    @Test(arguments: Seeds.first(40))
    func `a predicate is printed so that an equal one is read`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let predicate = Self.predicate(3, &random)
            let printed = predicate.predicateFormat
            let again = try NSPredicate(parsing: printed)
            #expect(again == predicate, "seed \(seed): \(printed)")
            #expect(again.hash == predicate.hash, "seed \(seed): \(printed)")
            #expect(again.predicateFormat == printed, "seed \(seed)")
        }
    }

    private static func predicate(_ depth: Int, _ random: inout SeededGenerator) -> NSPredicate {
        switch Int.random(in: 0..<(depth == 0 ? 6 : 10), using: &random) {
        case 0: return NSPredicate(value: Bool.random(using: &random))
        case 1...5:
            let operators: [NSComparisonPredicate.Operator] = [
                .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .equalTo, .notEqualTo, .matches,
                .like,
                .beginsWith, .endsWith, .in, .contains, .between,
            ]
            let modifiers: [NSComparisonPredicate.Modifier] = [.direct, .direct, .any, .all]
            return NSComparisonPredicate(
                leftExpression: expression(depth, &random), rightExpression: expression(depth, &random),
                modifier: modifiers.randomElement(using: &random) ?? .direct,
                type: operators.randomElement(using: &random) ?? .equalTo,
                options: NSComparisonPredicate.Options(rawValue: UInt.random(in: 0..<16, using: &random)))
        case 6: return NSCompoundPredicate(notPredicateWithSubpredicate: predicate(depth - 1, &random))
        default:
            // A compound of one is printed as that one.
            let parts = (0..<Int.random(in: 2...4, using: &random)).map { _ in predicate(depth - 1, &random) }
            return NSCompoundPredicate(type: Bool.random(using: &random) ? .and : .or, subpredicates: parts)
        }
    }

    private static func expression(_ depth: Int, _ random: inout SeededGenerator) -> NSExpression {
        func next() -> NSExpression { expression(depth - 1, &random) }
        switch Int.random(in: 0..<(depth == 0 ? 5 : 15), using: &random) {
        case 0, 1: return NSExpression(forConstantValue: constant(&random))
        case 2:
            let paths = [
                "name", "a.b", "in", "kids.@count", "kids.@sum.age", "first.any", "with space", "ü.ä", "self", "x.self",
            ]
            return NSExpression(forKeyPath: paths.randomElement(using: &random) ?? "a")
        case 3: return NSExpression(forVariable: ["x", "any"].randomElement(using: &random) ?? "x")
        case 4: return Bool.random(using: &random) ? .expressionForEvaluatedObject() : .expressionForAnyKey()
        case 5: return NSExpression(forAggregate: [next(), next()])
        case 6: return NSExpression(forUnionSet: next(), with: next())
        case 7: return NSExpression(forMinusSet: next(), with: next())
        case 8: return NSExpression(forIntersectSet: next(), with: next())
        case 9:
            return NSExpression(
                forSubquery: next(), usingIteratorVariable: "k", predicate: predicate(depth - 1, &random))
        case 10:
            return NSExpression(
                forConditional: predicate(depth - 1, &random), trueExpression: next(), falseExpression: next())
        case 11: return NSExpression(forFunction: next(), selectorName: "hasPrefix:", arguments: [next()])
        case 12:
            let names = ["sum:", "count:", "sqrt:", "abs:", "lowercase:", "onesComplement:", "noindex:"]
            return NSExpression(forFunction: names.randomElement(using: &random) ?? "sum:", arguments: [next()])
        case 13: return NSExpression(forFunction: next(), selectorName: "valueForKeyPath:", arguments: ["a.@count"])
        default:
            let names = [
                "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "raise:toPower:", "modulus:by:",
                "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:",
                "objectFrom:withIndex:",
            ]
            return NSExpression(
                forFunction: names.randomElement(using: &random) ?? "add:to:", arguments: [next(), next()])
        }
    }

    private static func constant(_ random: inout SeededGenerator) -> Any? {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: nil
        case 1: Int.random(in: -1000...1000, using: &random)
        case 2: Int(truncatingIfNeeded: random.next())
        case 3: Double.random(in: -10...10, using: &random)
        case 4: Double(bitPattern: random.next())
        case 5: Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...1e9, using: &random))
        case 6: String((0..<6).map { _ in "aZ'\"\\%\n\t\u{1}é🇨🇭 *?".randomElement(using: &random) ?? "a" })
        case 7: Data((0..<5).map { _ in UInt8.random(in: 0...255, using: &random) })
        case 8: [1, "x", 2.5, Date(timeIntervalSinceReferenceDate: 5)] as [Any]
        case 9: Set([Int.random(in: 0...9, using: &random), 3])
        case 10: Decimal(string: "\(Int.random(in: 0...99, using: &random)).\(Int.random(in: 0...99, using: &random))")
        default: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        }
    }

    @Test(arguments: Seeds.first(20))
    func `objects are filtered as by a plain Swift filter`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let people = (0..<40).map { _ in Self.person(&random) }
        for _ in 0..<60 {
            let (format, arguments, holds) = Self.question(2, &random)
            let predicate = try NSPredicate(parsing: format, arguments: arguments)
            let expected = people.filter(holds).map(\.name)
            #expect(people.filtered(using: predicate).map(\.name) == expected, "seed \(seed): \(format) \(arguments)")
            let plain = people.filter { predicate.evaluate(with: $0, substitutionVariables: [:]) }
            #expect(plain.map(\.name) == expected, "seed \(seed), part by part: \(format) \(arguments)")
        }
    }

    private static let names = ["", "a", "A", "ab", "Äb", "äb", "b", "B", "Zoë", "Zoe", "zoe", "aab"]

    private static func person(_ random: inout SeededGenerator) -> Citizen {
        let person = Citizen(
            names.randomElement(using: &random) ?? "", age: Int.random(in: 0...4, using: &random))
        person.height = [1, 1.5, .nan, -.infinity].randomElement(using: &random) ?? 1
        person.nickname = Bool.random(using: &random) ? nil : names.randomElement(using: &random)
        person.score = Bool.random(using: &random) ? nil : Int.random(in: 0...4, using: &random)
        person.weight = Bool.random(using: &random) ? nil : 1.5
        person.isMember = Bool.random(using: &random)
        person.seen = Bool.random(using: &random) ? nil : Date(timeIntervalSinceReferenceDate: 5)
        return person
    }

    /// A format, its arguments, and the same in Swift.
    private static func question(
        _ depth: Int, _ random: inout SeededGenerator
    ) -> (String, [Any?], (Citizen) -> Bool) {
        let number = Int.random(in: 0...4, using: &random)
        let name = names.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<(depth == 0 ? 13 : 16), using: &random) {
        case 0: return ("age < %d", [number], { $0.age < number })
        case 1: return ("age >= %@", [Double(number) + 0.5], { Double($0.age) >= Double(number) + 0.5 })
        case 2: return ("age IN %@", [[number, 1]], { [number, 1].contains($0.age) })
        case 3: return ("age BETWEEN {%@, 3}", [number], { number <= $0.age && $0.age <= 3 })
        case 4: return ("name == %@", [name], { Array($0.name.utf8) == Array(name.utf8) })
        case 5: return ("name !=[c] %@", [name], { $0.name.lowercased() != name.lowercased() })
        case 6: return ("name BEGINSWITH %@", [name], { !name.isEmpty && $0.name.hasPrefix(name) })
        case 7:
            return (
                "name CONTAINS[c] %@", [name], { !name.isEmpty && $0.name.lowercased().contains(name.lowercased()) }
            )
        case 8: return ("nickname == nil", [], { $0.nickname == nil })
        case 9: return ("score > %d", [number], { $0.score.map { $0 > number } ?? false })
        case 10: return ("score != %d", [number], { $0.score != number })
        case 11: return ("isMember == %@", [true], { $0.isMember })
        // What is not a number precedes all numbers.
        case 12: return ("height < 1.5", [], { $0.height.isNaN || $0.height < 1.5 })
        case 13:
            let (format, arguments, holds) = question(depth - 1, &random)
            return ("NOT (\(format))", arguments, { !holds($0) })
        default:
            let (first, one, left) = question(depth - 1, &random)
            let (second, two, right) = question(depth - 1, &random)
            return Bool.random(using: &random)
                ? ("(\(first)) AND (\(second))", one + two, { left($0) && right($0) })
                : ("(\(first)) OR (\(second))", one + two, { left($0) || right($0) })
        }
    }
}
