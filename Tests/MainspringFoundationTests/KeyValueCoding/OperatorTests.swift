import Foundation
import MainspringFoundation
import Testing

@Suite struct OperatorTests {
    private func read(_ path: String, _ root: Any) throws -> Any? { try KeyValuePath(path).value(of: root) }

    private func rows(_ values: [Any?]) -> [Any] { values.map { value in value.map { ["v": $0] } ?? [:] } }

    @Test func `count counts elements, whatever stands to its right`() throws {
        for (form, count) in [
            ([1, 2], 2), ([] as [Int], 0), (NSArray(array: [1]), 1), (NSSet(array: [1, 2, 3]), 3), (Set([1]), 1),
            (NSOrderedSet(array: [1, 2]), 2), (["a": 1], 1), ([Int?.none, 1], 2),
        ] as [(Any, Int)] {
            #expect(try read("@count", form) as? Int == count)
            #expect(try read("@count.nothing", form) as? NSNumber == NSNumber(value: count))
        }
    }

    @Test(
        arguments: [
            ([], 0, 0), ([1, 2, 3], 6, 2), ([1.5, 2], 3.5, 1.75), ([nil, 3], 3, 1.5), ([nil], 0, 0),
            ([true, true, false], 2, 2.0 / 3), ([-1, 1], 0, 0), ([UInt8(200), Int16(100)], 300, 150),
            ([CGFloat(0.5), Float(0.25)], 0.75, 0.375), ([NSNumber(value: 1), NSNull()], 1, 0.5),
        ] as [([(any Sendable)?], Double, Double)])
    func `sum and avg take numbers of all types, and 0 for nil`(values: [(any Sendable)?], sum: Double, average: Double)
        throws
    {
        #expect(try read("@sum.v", rows(values)) as? NSNumber == NSNumber(value: sum))
        #expect(try read("@avg.v", rows(values)) as? NSNumber == NSNumber(value: average))
    }

    @Test func `sums of integers and of decimal numbers are exact`() throws {
        let large = 9_007_199_254_740_993
        #expect(try read("@sum.self", [large, 1]) as? Int == large + 1)
        let beyond = try #require(try read("@sum.self", [Int.max, Int.max]) as? NSDecimalNumber)
        #expect(beyond.decimalValue == Decimal(Int.max) * 2)
        let tenths = [Decimal](repeating: Decimal(string: "0.1") ?? 0, count: 10)
        #expect((try read("@sum.self", tenths) as? NSDecimalNumber)?.decimalValue == 1)
        #expect(
            (try read("@avg.self", tenths.map { NSDecimalNumber(decimal: $0) }) as? NSDecimalNumber)?.stringValue
                == "0.1")
        #expect((try read("@sum.self", tenths + [1] as [Any]) as? NSDecimalNumber)?.decimalValue == 2)
        #expect(try read("@sum.self", tenths + [1.5] as [Any]) as? Double == 2.5)
        #expect(
            try read("@sum.self", [UInt64.max, 1] as [Any]) as? NSDecimalNumber
                == NSDecimalNumber(string: "18446744073709551616"))
        #expect((try read("@sum.self", [1.0, .nan]) as? NSNumber)?.doubleValue.isNaN == true)
        #expect(try read("@sum.self", [Decimal.nan, 1.0] as [Any]) is NSNumber)
    }

    @Test func `min and max compare what can be compared, and leave nil out`() throws {
        func extremes(_ values: [Any?]) throws -> (Any?, Any?) {
            (try read("@min.v", rows(values)), try read("@max.v", rows(values)))
        }
        let numbers = try extremes([3, nil, 1.5, NSNull(), UInt8(2)])
        #expect(numbers.0 as? Double == 1.5)
        #expect(numbers.1 as? Int == 3)
        let texts = try extremes(["b", NSString(string: "a"), "c"])
        #expect(texts.0 as? String == "a")
        #expect(texts.1 as? String == "c")
        let dates = try extremes([Date(timeIntervalSince1970: 2), NSDate(timeIntervalSince1970: 1)])
        #expect((dates.0 as? Date)?.timeIntervalSince1970 == 1)
        #expect((dates.1 as? Date)?.timeIntervalSince1970 == 2)
        let none = try extremes([nil, NSNull()])
        #expect(none.0 == nil)
        #expect(none.1 == nil)
        #expect(try read("@max.self", [Int]()) == nil)
        let same = try extremes([2, 2.0])
        #expect(same.0 is Int)
        #expect(same.1 is Int)
        #expect(try read("@max.self", [Decimal(2), 1, 1.5] as [Any]) as? Decimal == 2)
        #expect(
            try read("@max.self", [Int64.max, 9_223_372_036_854_775_808.0, UInt64.max] as [Any]) as? UInt64 == .max)
        #expect(try read("@min.self", [Int64.max, 9_223_372_036_854_775_808.0] as [Any]) as? Int64 == .max)
        #expect((try read("@min.self", [1, Double.nan, -1] as [Any]) as? Double)?.isNaN == true)
        #expect(try read("@max.self", [Double.nan, 1, -1] as [Any]) as? Int == 1)
    }

    @Test func `what cannot be added or compared is an error`() throws {
        let table: [(String, Any, KeyValueError)] = [
            ("@sum.self", ["a"], .wrongOperand(operation: "@sum", given: "a (String)")),
            ("@avg.self", [[1]], .wrongOperand(operation: "@avg", given: "a value of type Array<Any>")),
            ("@max.self", [NSObject()], .wrongOperand(operation: "@max", given: "a value of type NSObject")),
            (
                "@max.self", [1, "a"] as [Any],
                .notComparable(operation: "@max", first: "1 (Int)", second: "a (String)")
            ),
            ("@min.self", 5, .notACollection(operation: "@min", given: "5 (Int)")),
            ("@count", "text", .notACollection(operation: "@count", given: "text (String)")),
            ("@unionOfArrays.self", [1], .notACollection(operation: "@unionOfArrays", given: "1 (Int)")),
        ]
        for (path, root, error) in table {
            #expect(throws: error) { try read(path, root) }
        }
    }

    @Test func `unions of objects keep the order, and distinct ones the first of each`() throws {
        let values: [Any] = [2, 1.0, 2.0, NSNumber(value: 1), "a", NSString(string: "a"), Decimal(2), CGFloat(2)]
        #expect((try read("@unionOfObjects.self", values) as? [Any])?.count == 8)
        let distinct = try #require(try read("@distinctUnionOfObjects.self", values) as? [Any])
        #expect(distinct.count == 3)
        #expect(distinct[0] as? Int == 2)
        #expect(distinct[1] as? Double == 1)
        #expect(distinct[2] as? String == "a")
        let person = Person("Ada")
        #expect((try read("@distinctUnionOfObjects.self", [person, person, Person("Ada")]) as? [Any])?.count == 2)
        #expect((try read("@unionOfObjects.v", NSSet(array: rows([1, 2]))) as? [Int])?.sorted() == [1, 2])
        #expect(
            (try read("@distinctUnionOfObjects.self", [Double.nan, Double.nan, Float.nan] as [Any]) as? [Any])?.count
                == 1)
    }

    @Test(arguments: ["@unionOfObjects", "@distinctUnionOfObjects", "@unionOfArrays", "@distinctUnionOfSets"])
    func `a union that meets nil is an error`(name: String) throws {
        let root: Any = name.hasSuffix("Objects") ? rows([1, nil]) : [rows([1]), rows([nil])]
        #expect(throws: KeyValueError.nilOperand(operation: name)) { try read("\(name).v", root) }
    }

    @Test func `unions of collections join what the inner elements give`() throws {
        let nested: [Any] = [rows([1, 2]), NSArray(array: rows([2, 3])), [] as [Any]]
        #expect(try read("@unionOfArrays.v", nested) as? [Int] == [1, 2, 2, 3])
        #expect(try read("@distinctUnionOfArrays.v", nested) as? [Int] == [1, 2, 3])
        let sets: [Any] = [NSSet(array: ["a", "bb"]), Set(["cc", "ddd"])]
        #expect(try read("@distinctUnionOfSets.length", sets) as? Set<AnyHashable> == [1, 2, 3])
        #expect(try read("@unionOfSets.self", NSSet(array: sets)) as? Set<String> == ["a", "bb", "cc", "ddd"])
        let deep = [[[1, 2], [3]], [[4]]]
        #expect(try read("@unionOfArrays.@unionOfArrays.self", deep) as? [Int] == [1, 2, 3, 4])
        #expect(throws: KeyValueError.self) { try read("@unionOfArrays.@count", nested) }
    }

    @Test func `unions of collections that the elements lead to join them`() throws {
        let (ada, bob, eve) = (Person("Ada"), Person("Bob"), Person("Eve"))
        ada.friends = [bob, eve]
        bob.friends = [eve]
        let people = [ada, bob]
        #expect((try read("@unionOfArrays.friends", people) as? [Person])?.map(\.name) == ["Bob", "Eve", "Eve"])
        #expect((try read("@distinctUnionOfArrays.friends", people) as? [Person])?.map(\.name) == ["Bob", "Eve"])
        #expect(try read("@distinctUnionOfSets.friends.name", people) as? Set<String> == ["Bob", "Eve"])
        #expect(try read("@unionOfArrays.friends.name", people) as? [String] == ["Bob", "Eve", "Eve"])
        #expect(throws: KeyValueError.self) { try read("@unionOfArrays.name", people) }
    }

    @Test func `operators stand in the middle of a path and within another's`() throws {
        let ada = Person("Ada", age: 36)
        let bob = Person("Bob", age: 20)
        let eve = Person("Eve", age: 30)
        ada.friends = [bob, eve]
        bob.friends = [ada]
        #expect(ada.value(forKeyPath: "friends.@avg.age") as? Double == 25)
        #expect(ada.value(forKeyPath: "friends.@max.name") as? String == "Eve")
        #expect(try read("@sum.friends.@count", [ada, bob, eve]) as? Int == 3)
        #expect(try read("@max.friends.@sum.age", [ada, bob, eve]) as? Int == 50)
        #expect(try read("@unionOfObjects.friends.@count", [ada, bob]) as? [Int] == [2, 1])
        #expect(
            try read("@unionOfArrays.friends.name", [[ada], [bob, eve]]) as? [[String]] == [
                ["Bob", "Eve"], ["Ada"], [],
            ])
        #expect(throws: KeyValueError.notHashable("Array<Any>")) {
            try read("@distinctUnionOfArrays.friends.name", [[ada], [bob, eve]])
        }
        ada.setValue(1, forKeyPath: "age")
        #expect(try read("friends.@min.friends.@min.age", bob) as? Int == 20)
    }

    @Test func `several nulls are one value`() throws {
        let nulls = (0..<40).map { _ in NSNull() }
        #expect((try read("@distinctUnionOfObjects.self", nulls) as? [Any])?.count == 1)
        let predicate = NSPredicate(format: "(%@ UNION %@).@count == 1", argumentArray: [nulls, nulls])
        #expect(predicate.evaluate(with: nil))
    }

    @Test func `decimal numbers are in sets by their values`() throws {
        let numbers = ["1.5", "1.50", "2.5"].map { NSDecimalNumber(string: $0) }
        #expect((try read("@distinctUnionOfObjects.self", numbers) as? [Any])?.count == 2)
        let union = NSExpression(format: "%@ UNION %@", numbers, numbers)
        #expect(union.expressionValue(with: nil, context: nil) as? Set<Decimal> == [1.5, 2.5])
    }
}
