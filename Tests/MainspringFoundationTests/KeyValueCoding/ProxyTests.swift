import Foundation
import MainspringFoundation
import Testing

/// Collections that are the properties of objects, changed through proxies.
@Suite struct ProxyTests {
    private final class Shelf: KeyValueCoding {
        var books = ["a", "b"] { didSet { changes += 1 } }
        var tags: Set<String> = ["x"] { didSet { changes += 1 } }
        var order: NSOrderedSet = ["m", "n"] { didSet { changes += 1 } }
        var numbers: Set<Int> = [] { didSet { changes += 1 } }
        var next: Shelf?
        var changes = 0

        static var keyTable: KeyTable { table }
        private static let table = KeyTable(Shelf.self) {
            $0.add("books", \.books)
            $0.add("tags", \.tags)
            $0.add("order", \.order)
            $0.add("numbers", \.numbers)
            $0.add("next", \.next)
        }
    }

    @Test func `an array is changed through its proxy, by setting the property`() {
        let shelf = Shelf()
        let books = shelf.mutableArrayValue(forKey: "books")
        books.add("c")
        #expect(shelf.books == ["a", "b", "c"])
        #expect(shelf.changes == 1)
        books.insert("0", at: 0)
        books.removeObject(at: 1)
        books.replaceObject(at: 0, with: "n")
        #expect(shelf.books == ["n", "b", "c"])
        books.removeLastObject()
        books.addObjects(from: ["y", "z"])
        #expect(books as? [String] == ["n", "b", "y", "z"])
        shelf.books = ["other"]
        #expect(books.count == 1)
        #expect(books.object(at: 0) as? String == "other")
        books.setArray(["2", "1"])
        books.sort(using: [NSSortDescriptor(key: nil, ascending: true)])
        #expect(shelf.books == ["1", "2"])
        books.removeAllObjects()
        #expect(shelf.books.isEmpty)
    }

    @Test func `a set is changed through its proxy, and only by what changes it`() {
        let shelf = Shelf()
        let tags = shelf.mutableSetValue(forKey: "tags")
        tags.add("y")
        tags.add("x")
        #expect(shelf.tags == ["x", "y"])
        #expect(shelf.changes == 1)
        tags.remove("x")
        tags.remove("nothing")
        #expect(shelf.tags == ["y"])
        #expect(shelf.changes == 2)
        #expect(tags.contains("y"))
        tags.union(["a", "b"])
        tags.minus(["y"])
        #expect(shelf.tags == ["a", "b"])
        tags.setSet(["c"])
        #expect(shelf.tags == ["c"])
    }

    @Test func `each change of an array reaches the property, by setting it once`() {
        let changes: [(String, (NSMutableArray) -> Void)] = [
            ("cbad", { $0.exchangeObject(at: 0, withObjectAt: 2) }),
            ("abcdxy", { $0.addObjects(from: ["x", "y"]) }),
            ("xaybcd", { $0.insert(["x", "y"], at: IndexSet([0, 2])) }),
            ("xbyd", { $0.replaceObjects(at: IndexSet([0, 2]), with: ["x", "y"]) }),
            ("axd", { $0.replaceObjects(in: NSRange(location: 1, length: 2), withObjectsFrom: ["x"]) }),
            (
                "ayd",
                {
                    $0.replaceObjects(
                        in: NSRange(location: 1, length: 2), withObjectsFrom: ["x", "y"],
                        range: NSRange(location: 1, length: 1))
                }
            ),
            ("axcd", { $0[1] = "x" }),
            ("acd", { $0.remove("b") }),
            ("acd", { $0.remove("b", in: NSRange(location: 0, length: 3)) }),
            ("ad", { $0.removeObjects(in: NSRange(location: 1, length: 2)) }),
            ("bd", { $0.removeObjects(at: IndexSet([0, 2])) }),
            ("bd", { $0.removeObjects(in: ["a", "c", "z"]) }),
            ("", { $0.removeAllObjects() }),
            ("xy", { $0.setArray(["x", "y"]) }),
            ("dcba", { $0.sort(comparator: Self.descending) }),
            ("dcba", { $0.sort(options: .stable, usingComparator: Self.descending) }),
            ("dcba", { $0.sort({ Self.descending($0, $1).rawValue + ($2 == nil ? 0 : 1) }, context: nil) }),
            ("dcba", { $0.sort(using: [NSSortDescriptor(key: nil, ascending: false)]) }),
            ("abcd", { $0.sort(using: [Foundation.NSSortDescriptor(keyPath: \String.count, ascending: false)]) }),
        ]
        for (expected, body) in changes {
            let shelf = Shelf()
            shelf.books = ["a", "b", "c", "d"]
            body(shelf.mutableArrayValue(forKey: "books"))
            #expect(shelf.books == expected.map { String($0) })
            #expect(shelf.changes == 2)
        }
    }

    private static func descending(_ first: Any, _ second: Any) -> ComparisonResult {
        (second as? String ?? "").compare(first as? String ?? "")
    }

    @Test func `each change of a set of numbers reaches the property, by setting it once`() {
        let changes: [(Set<Int>, (NSMutableSet) -> Void)] = [
            ([4, 9, 5], { $0.add(5) }),
            ([4, 9, 5, 6], { $0.addObjects(from: [5, 6, 4]) }),
            ([9], { $0.remove(4) }),
            ([], { $0.removeAllObjects() }),
            ([4, 9, 5], { $0.union([4, 5]) }),
            ([9], { $0.minus([4, 5]) }),
            ([4], { $0.intersect([4, 5]) }),
            ([7, 8], { $0.setSet([7, 8]) }),
            ([9], { $0.filter(using: NSPredicate(format: "SELF > 5")) }),
        ]
        for (expected, body) in changes {
            let shelf = Shelf()
            shelf.numbers = [4, 9]
            body(shelf.mutableSetValue(forKey: "numbers"))
            #expect(shelf.numbers == expected)
            #expect(shelf.changes == 2)
        }
        let shelf = Shelf()
        shelf.numbers = [4, 9]
        shelf.mutableSetValue(forKey: "numbers").intersect([9, 4])
        shelf.mutableSetValue(forKey: "numbers").union([9])
        #expect(shelf.numbers == [4, 9])
        #expect(shelf.changes == 1)
    }

    @Test func `a set's proxy is printed, compared and copied as what the property holds`() {
        let shelf = Shelf()
        shelf.numbers = [4]
        let numbers = shelf.mutableSetValue(forKey: "numbers")
        #expect(numbers.description == NSSet(array: [4]).description)
        #expect("\(numbers)" == NSSet(array: [4]).description)
        shelf.numbers = [4, 9]
        #expect(numbers.description.contains("4") && numbers.description.contains("9"))
        #expect(numbers.description(withLocale: nil).contains("9"))
        #expect(numbers.isEqual(NSSet(array: [9, 4])) && NSSet(array: [9, 4]).isEqual(numbers))
        #expect(numbers.isEqual(shelf.mutableSetValue(forKey: "numbers")))
        #expect(!numbers.isEqual(NSSet(array: [9])) && !numbers.isEqual("text") && !numbers.isEqual(nil))
        #expect(numbers.isEqual(to: [4, 9]) && !numbers.isEqual(to: [4]))
        #expect(numbers.isSubset(of: [4, 9, 1]) && !numbers.isSubset(of: [4]))
        #expect(numbers.intersects([9, 10]) && !numbers.intersects([10]))
        #expect(numbers.adding(5).count == 3)
        #expect(numbers.addingObjects(from: [5, 6]).count == 4)
        #expect((numbers.copy() as? NSSet)?.count == 2)
        #expect((numbers.mutableCopy() as? NSMutableSet)?.count == 2)
        #expect(Set(numbers.allObjects.compactMap { $0 as? Int }) == [4, 9])
    }

    @Test func `a set's proxy is itself a value for a property, and in an archive`() throws {
        let shelf = Shelf()
        shelf.numbers = [4, 9]
        let other = Shelf()
        other.setValue(shelf.mutableSetValue(forKey: "numbers"), forKey: "numbers")
        #expect(other.numbers == [4, 9])
        let transformer = NSSecureUnarchiveFromDataTransformer()
        let data = transformer.reverseTransformedValue(shelf.mutableSetValue(forKey: "numbers"))
        #expect(transformer.transformedValue(data) as? Set<Int> == [4, 9])
    }

    @Test func `an ordered set's proxy shows what the property holds to whoever enumerates, sorts or prints it`() {
        let shelf = Shelf()
        let order = shelf.mutableOrderedSetValue(forKey: "order")
        shelf.order = ["b", "a"]
        var seen: [String] = []
        order.enumerateObjects { element, _, _ in seen.append(element as? String ?? "") }
        #expect(seen == ["b", "a"])
        shelf.order = ["d", "c"]
        #expect(order.sortedArray(comparator: { Self.descending($1, $0) }) as? [String] == ["c", "d"])
        shelf.order = ["e"]
        #expect(order.description == NSOrderedSet(array: ["e"]).description)
    }

    @Test func `an ordered set is changed through its proxy, and only by what changes it`() {
        let shelf = Shelf()
        let order = shelf.mutableOrderedSetValue(forKey: "order")
        order.add("o")
        order.add("m")
        #expect(shelf.order == ["m", "n", "o"])
        #expect(shelf.changes == 1)
        shelf.order = ["a", "b", "c", "d"]
        #expect(order.count == 4 && order.contains("d") && !order.contains("m"))
        #expect(order.object(at: 1) as? String == "b" && order.index(of: "c") == 2)
        #expect(order.array as? [String] == ["a", "b", "c", "d"])
    }

    @Test(arguments: OrderedChange.all) func `each change of an ordered set reaches the property`(
        _ change: OrderedChange
    ) {
        let shelf = Shelf()
        shelf.order = ["a", "b", "c", "d"]
        let order = shelf.mutableOrderedSetValue(forKey: "order")
        change.body(order)
        #expect(shelf.order.array as? [String] == change.expected)
        #expect(order.array as? [String] == change.expected)
        #expect(shelf.changes == 2)
    }

    struct OrderedChange: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let expected: [String]
        let body: @Sendable (NSMutableOrderedSet) -> Void

        init(_ name: String, _ expected: String, _ body: @escaping @Sendable (NSMutableOrderedSet) -> Void) {
            testDescription = name
            self.expected = expected.map { String($0) }
            self.body = body
        }

        static let all = [
            OrderedChange("add", "abcdx") { $0.add("x") },
            OrderedChange("addObjects", "abcdxy") { $0.addObjects(from: ["x", "y"]) },
            OrderedChange("insert", "xabcd") { $0.insert("x", at: 0) },
            OrderedChange("insert at several places", "xaybcd") { $0.insert(["x", "y"], at: IndexSet([0, 2])) },
            OrderedChange("set", "axcd") { $0.setObject("x", at: 1) },
            OrderedChange("subscript", "axcd") { $0[1] = "x" },
            OrderedChange("replace", "axcd") { $0.replaceObject(at: 1, with: "x") },
            OrderedChange("replace several", "xbyd") { $0.replaceObjects(at: IndexSet([0, 2]), with: ["x", "y"]) },
            OrderedChange("exchange", "cbad") { $0.exchangeObject(at: 0, withObjectAt: 2) },
            OrderedChange("move", "cdab") { $0.moveObjects(at: IndexSet([0, 1]), to: 2) },
            OrderedChange("remove", "acd") { $0.remove("b") },
            OrderedChange("remove at a place", "acd") { $0.removeObject(at: 1) },
            OrderedChange("remove at several", "bd") { $0.removeObjects(at: IndexSet([0, 2])) },
            OrderedChange("remove a range", "ad") { $0.removeObjects(in: NSRange(location: 1, length: 2)) },
            OrderedChange("remove those of an array", "cd") { $0.removeObjects(in: ["a", "b"]) },
            OrderedChange("remove all", "") { $0.removeAllObjects() },
            OrderedChange("intersect", "ab") { $0.intersect(NSOrderedSet(array: ["b", "a"])) },
            OrderedChange("minus", "cd") { $0.minus(NSOrderedSet(array: ["a", "b"])) },
            OrderedChange("union", "abcdx") { $0.union(NSOrderedSet(array: ["a", "x"])) },
            OrderedChange("intersect a set", "ab") { $0.intersectSet(["a", "b"]) },
            OrderedChange("minus a set", "cd") { $0.minusSet(["a", "b"]) },
            OrderedChange("union with a set", "abcdx") { $0.unionSet(["a", "x"]) },
            OrderedChange("sort", "dcba") { $0.sort(comparator: descending) },
            OrderedChange("sort with options", "dcba") { $0.sort(options: .stable, usingComparator: descending) },
            OrderedChange("sort a range", "bacd") {
                $0.sortRange(NSRange(location: 0, length: 2), usingComparator: descending)
            },
        ]

        private static func descending(_ first: Any, _ second: Any) -> ComparisonResult {
            (second as? String ?? "").compare(first as? String ?? "")
        }
    }

    @Test func `a proxy may be of what a path leads to`() {
        let shelf = Shelf()
        let books = shelf.mutableArrayValue(forKeyPath: "next.books")
        #expect(books.count == 0)
        shelf.next = Shelf()
        books.add("c")
        #expect(shelf.next?.books == ["a", "b", "c"])
        shelf.mutableSetValue(forKeyPath: "next.tags").add("z")
        #expect(shelf.next?.tags == ["x", "z"])
    }
}
