import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Requests that make no sense: an answer or an error of the request, by SQL and in memory; nothing ends the process, and
/// SQLite never sees what it cannot take.
@Suite struct NonsenseRequestTests {
    private typealias Expression = MainspringFoundation.NSExpression
    private typealias Predicate = MainspringFoundation.NSPredicate

    /// Makes requests of parts that do not fit together.
    private struct Maker {
        let world: QueryWorld
        var random: SeededGenerator

        private static let keys = [
            "", ".", "..", "number", "name.", ".name", "owner..name", "@count", "@sum.number", "tags.@count",
            "tags.@count.name", "tags.@sum", "tags.@max.name", "owner", "owner.owner", "tags", "tags.name", "watts",
            "owner.items.tags", "self", "SELF", "objectID", "entity", "entity.name", "Z_PK", "zname", "na\"me", "🙂",
            "'; DROP TABLE ZITEM; --", "number\u{0}", String(repeating: "owner.boss.", count: 50) + "name", "hash",
            String(repeating: "parent.", count: 70) + "name", "tags.@unionOfObjects.name", "born", "price", "flag",
            "description", "isFault", "@distinctUnionOfObjects.name", "objectID.entity", "bytes", "code", "page",
        ]
        private static let functions = [
            "sum:", "count:", "max:", "average:", "abs:", "lowercase:", "add:to:", "nonsense:", "median:", "now",
            "random", "from:subtract:", "modulus:by:", "castObject:toType:", "length:", "noindex:", "divide:by:",
        ]

        private mutating func pick<Element>(_ list: [Element]) -> Element { list.randomElement(using: &random)! }
        private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
        private mutating func key() -> String { pick(Self.keys) }
        private mutating func some<Element>(_ make: (inout Maker) -> Element) -> [Element]? {
            chance(2) ? nil : (0..<Int.random(in: 0...3, using: &random)).map { _ in make(&self) }
        }

        private mutating func constant() -> Any? {
            let object = world.managed[0]
            return pick([
                nil, 1, -1, Int.max, Int.min, UInt64.max, Double.nan, Double.infinity, "x", "", "a\u{0}b", Data(),
                UUID(),
                URL(string: "x:y"), Date.distantFuture, NSNull(), [1, 2], [String](), ["a": 1], NSSet(), object,
                object.objectID, NSDecimalNumber.notANumber, Decimal.greatestFiniteMagnitude, true, NSObject(),
                Date(timeIntervalSinceReferenceDate: .nan), Set([1]), "NSNumber", "NSDate",
            ])
        }

        private mutating func expression(_ depth: Int) -> Expression {
            let parts = { (maker: inout Maker, most: Int) in
                (0..<Int.random(in: 0...most, using: &maker.random)).map { _ in maker.expression(depth + 1) }
            }
            switch Int.random(in: 0..<(depth > 2 ? 4 : 11), using: &random) {
            case 0, 1: return Expression(forKeyPath: key())
            case 2: return Expression(forConstantValue: constant())
            case 3: return chance(2) ? Expression.expressionForEvaluatedObject() : Expression(forVariable: "x")
            case 4, 5, 6: return Expression(forFunction: pick(Self.functions), arguments: parts(&self, 2))
            case 7: return Expression(forAggregate: parts(&self, 3))
            case 8:
                return Expression(
                    forSubquery: expression(depth + 1), usingIteratorVariable: "x", predicate: predicate(depth + 1))
            case 9:
                return Expression(
                    forConditional: predicate(depth + 1), trueExpression: expression(depth + 1),
                    falseExpression: expression(depth + 1))
            default: return Expression(forUnionSet: expression(depth + 1), with: expression(depth + 1))
            }
        }

        private mutating func predicate(_ depth: Int) -> Predicate {
            if depth < 3, chance(4) {
                return MainspringFoundation.NSCompoundPredicate(
                    type: pick([.and, .or, .not]),
                    subpredicates: (0..<Int.random(in: 0...3, using: &random)).map { _ in predicate(depth + 1) })
            }
            if chance(40) { return Predicate { _, _ in true } }
            return MainspringFoundation.NSComparisonPredicate(
                leftExpression: expression(depth + 1), rightExpression: expression(depth + 1),
                modifier: pick([.direct, .direct, .any, .all]),
                type: pick([
                    .equalTo, .notEqualTo, .lessThan, .greaterThanOrEqualTo, .between, .in, .contains, .beginsWith,
                    .endsWith, .like, .matches,
                ]), options: .init(rawValue: UInt.random(in: 0..<16, using: &random)))
        }

        private mutating func property() -> Any {
            if chance(2) { return key() }
            let description = NSExpressionDescription()
            description.name = pick(["a", "b", "", "number", "a\"b"])
            description.expression = chance(9) ? nil : expression(1)
            description.expressionResultType = pick([
                .undefinedAttributeType, .integer16AttributeType, .stringAttributeType, .dateAttributeType,
                .UUIDAttributeType, .objectIDAttributeType, .transformableAttributeType,
            ])
            return description
        }

        mutating func request() -> FetchRequestDescription {
            let request = world.request(pick(["Item", "Tool", "Owner", "Tag"]))
            if chance(2) { request.predicate = predicate(0) }
            request.sortDescriptors = some {
                MainspringFoundation.NSSortDescriptor(key: $0.key(), ascending: .random(using: &$0.random))
            }
            let numbers = [0, 0, 0, 1, 5, Int.max / 4, -1, Int.min, Int.max]
            (request.fetchLimit, request.fetchOffset, request.fetchBatchSize) = (
                pick(numbers), pick(numbers), pick(numbers)
            )
            request.includesSubentities = chance(2)
            request.resultType = pick([
                .managedObjectResultType, .managedObjectIDResultType, .dictionaryResultType, .countResultType,
            ])
            if request.resultType == .dictionaryResultType || chance(5) {
                request.propertiesToFetch = some { $0.property() }
                request.propertiesToGroupBy = some { $0.property() }
                if chance(2) { request.havingPredicate = predicate(1) }
                request.returnsDistinctResults = chance(2)
            }
            return request
        }
    }

    @Test(arguments: Seeds.first(1)) func `2,000 of them give rows or errors of the request`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let world = try QueryWorld(&random)
        var maker = Maker(world: world, random: random)
        var answered = 0
        for _ in 0..<2_000 {
            let request = maker.request()
            for want in [StoreQuery.Want.keys, .count, .rows]
                + (request.resultType == .dictionaryResultType ? [.dictionaries] : [])
            {
                do {
                    let query = try world.query(request, want)
                    _ = try world.rows(query)
                    answered += 1
                } catch let error as FetchRequestError {
                    #expect(!error.description.isEmpty, "seed \(seed)")
                } catch let error as SQLiteFailure {
                    // A function in Swift may have no value of what it gets; what SQLite itself refuses is a mistake of ours.
                    #expect(error.message.contains("cannot"), "seed \(seed), \(request): \(error)")
                }
            }
            do {
                _ = try world.keysInMemory(request)
            } catch {
                #expect(error is FetchRequestError, "seed \(seed), \(request): \(error)")
            }
        }
        #expect(answered > 100, "seed \(seed)")
    }
}
