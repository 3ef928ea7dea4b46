import Foundation
import MainspringFoundation
import Testing

/// Collections that are the properties of objects, changed through proxies.
@Suite struct ProxyTests {
    private final class Shelf: KeyValueCoding {
        var books = ["a", "b"] { didSet { changes += 1 } }
        var tags: Set<String> = ["x"] { didSet { changes += 1 } }
        var order: NSOrderedSet = ["m", "n"] { didSet { changes += 1 } }
        var next: Shelf?
        var changes = 0

        static var keyTable: KeyTable { table }
        private static let table = KeyTable(Shelf.self) {
            $0.add("books", \.books)
            $0.add("tags", \.tags)
            $0.add("order", \.order)
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
