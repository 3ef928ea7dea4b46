import Foundation
import MainspringFoundation
import SeededRandom
import Testing

/// Order and tests by a table of keys that is given.
@Suite struct KeyTableSortTests {
    /// An object that has keys only by a table, of values that may be nil.
    private final class Record {
        var count: Int?
        var size: Double?
        var text: String?
        var date: Date?
    }

    private static let keys = KeyTable(Record.self) { keys in
        keys.add("count", get: { $0.count })
        keys.add("size", get: { $0.size })
        keys.add("text", get: { $0.text })
        keys.add("date", get: { $0.date })
    }

    private static func precedes<Value: Comparable>(_ left: Value?, _ right: Value?) -> Bool? {
        switch (left, right) {
        case (nil, nil): nil
        case (nil, _): true
        case (_, nil): false
        case (let left?, let right?): left == right ? nil : left < right
        }
    }

    private static let orders: [(String, @Sendable (Record, Record) -> Bool?)] = [
        ("count", { precedes($0.count, $1.count) }), ("size", { precedes($0.size, $1.size) }),
        ("text", { precedes($0.text, $1.text) }), ("date", { precedes($0.date, $1.date) }),
    ]

    @Test(arguments: Seeds.first(1))
    func `values that may be nil are in the order of plain Swift, with nil before all`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let counts: [Int?] = [nil, .min, .min + 1, -1, 0, 1, .max - 1, .max]
        let sizes: [Double?] = [nil, -.infinity, -1, -.ulpOfOne, 0, .leastNonzeroMagnitude, 1, 1.nextUp, .infinity]
        let texts: [String?] = [nil, "", "p", "prefix-1", "prefix-2", "prefix-12345678", "prefix-12345679", "q"]
        for _ in 0..<200 {
            let records = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                let record = Record()
                record.count = counts.randomElement(using: &random) ?? nil
                record.size = sizes.randomElement(using: &random) ?? nil
                record.text = texts.randomElement(using: &random) ?? nil
                record.date = (sizes.randomElement(using: &random) ?? nil).map(
                    Date.init(timeIntervalSinceReferenceDate:))
                return record
            }
            let order = Self.orders.shuffled(using: &random).prefix(2).map { ($0, Bool.random(using: &random)) }
            let sorted = records.sorted(
                using: order.map { NSSortDescriptor(key: $0.0.0, ascending: $0.1) }, keys: Self.keys)
            let expected = records.enumerated().sorted { left, right in
                for ((_, precedes), ascending) in order {
                    if let result = precedes(left.element, right.element) { return result == ascending }
                }
                return left.offset < right.offset
            }.map(\.element)
            #expect(zip(sorted, expected).allSatisfy { $0 === $1 }, "seed \(seed): \(order.map { ($0.0.0, $0.1) })")
        }
    }

    @Test func `a test asks the keys of its table`() {
        let record = Record()
        (record.count, record.text) = (3, "abc")
        for (format, expected) in [
            ("count > 2", true), ("size == nil", true), ("text BEGINSWITH 'b'", false), ("date < NOW()", false),
            ("count > 2 AND NOT text == 'x'", true),
        ] { #expect(ObjectTest(NSPredicate(format: format), keys: Self.keys).holds(record) == expected, "\(format)") }
    }
}
