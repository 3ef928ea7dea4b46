import Foundation
import MainspringFoundation
import Testing

@Suite struct PathTests {
    @Test func `a path is keys, an operator and a path to its right`() throws {
        let path = try KeyValuePath("company.people.@avg.address.zip")
        #expect(path.keys == ["company", "people"])
        #expect(path.keyValueOperator == .averageKeyValueOperator)
        #expect(path.operand?.string == "address.zip")
        #expect(path.operand?.keys == ["address", "zip"])
        #expect(path.operand?.keyValueOperator == nil)
        let nested = try KeyValuePath("@max.people.@sum.age")
        #expect(nested.keys == [])
        #expect(nested.operand?.keyValueOperator == .sumKeyValueOperator)
        #expect(try KeyValuePath("a.@count.ignored").operand == nil)
        #expect("\(path)" == "company.people.@avg.address.zip")
    }

    @Test(
        arguments: [
            "avg", "count", "distinctUnionOfArrays", "distinctUnionOfObjects", "distinctUnionOfSets", "max", "min",
            "sum",
            "unionOfArrays", "unionOfObjects", "unionOfSets",
        ])
    func `Apple's operators are known`(name: String) throws {
        #expect(try KeyValuePath("a.@\(name).b").keyValueOperator == NSKeyValueOperator(rawValue: name))
    }

    @Test func `paths are equal if they are written alike`() throws {
        #expect(try KeyValuePath("a.b") == KeyValuePath("a.b"))
        #expect(try KeyValuePath("a.b") != KeyValuePath("a.c"))
        #expect(try Set([KeyValuePath("a"), KeyValuePath("a"), KeyValuePath("b")]).count == 2)
    }

    @Test(
        arguments: [
            "", ".", "..", "a.", ".a", "a..b", "@", "a.@", "@sum", "a.@avg", "@sum.", "@nothing", "a.@mean.b",
            "@sum.@nope.x",
            "@Sum.x", "@min.@max", String(repeating: "a.", count: 300) + "a", String(repeating: ".", count: 100_000),
            String(repeating: "@sum.", count: 100_000) + "x", "@" + String(repeating: "x", count: 100_000),
        ])
    func `a malformed path is an error, wherever it is used`(string: String) {
        #expect(throws: KeyValueError.self) { try KeyValuePath(string) }
        let person = Person("Ada")
        #expect(throws: KeyValueError.self) {
            try KeyValueError.throwing { _ = person.value(forKeyPath: string) }
        }
        #expect(throws: KeyValueError.self) {
            try KeyValueError.throwing { person.setValue(1, forKeyPath: string) }
        }
        #expect(throws: KeyValueError.self) {
            try KeyValueError.throwing { _ = NSArray().value(forKeyPath: string) }
        }
        var value: Any? = 1
        #expect(throws: KeyValueError.self) { try person.validateValue(&value, forKeyPath: string) }
    }

    @Test(arguments: [" ", "a b", "ä", "🎉.✨", "a\n.b", "\0", "1", "-", "self"])
    func `any text without a dot is a key`(string: String) throws {
        #expect(try KeyValuePath(string).keys == string.split(separator: ".").map(String.init))
    }

    @Test func `the longest path has 256 components`() throws {
        let path = try KeyValuePath(String(repeating: "a.", count: 255) + "a")
        #expect(path.keys.count == 256)
        var value: [String: Any] = ["a": 1]
        for _ in 1..<256 { value = ["a": value] }
        #expect(try path.value(of: value) as? Int == 1)
    }

    @Test func `operators nest as deep as a path may be`() throws {
        let path = try KeyValuePath(String(repeating: "@sum.", count: 255) + "self")
        var value: Any = 7
        for _ in 0..<255 { value = [value, value].prefix(1).map { $0 } }
        #expect(try path.value(of: value) as? Int == 7)
    }

    /// In a process of its own: other tests want their paths remembered.
    @Test func `more paths than are remembered work as well`() async {
        await #expect(processExitsWith: .success) {
            for index in 0..<5000 {
                let found = try KeyValuePath("many.k\(index)").value(of: ["many": ["k\(index)": index]])
                #expect(found as? Int == index)
            }
        }
    }

    @Test func `nil on the way gives nil, and setting does nothing`() throws {
        let person = Person("Ada")
        #expect(try KeyValuePath("home.city.length").value(of: person) == nil)
        #expect(try KeyValuePath("home.@count").value(of: person) == nil)
        try KeyValuePath("home.city").setValue("London", of: person)
        try KeyValuePath("home.frame.size.width").setValue(1, of: person)
        #expect(person.home == nil)
        #expect(try KeyValuePath("a").value(of: nil) == nil)
        #expect(try KeyValuePath("a").value(of: Int?.none as Any) == nil)
        #expect(try KeyValuePath("a.b").value(of: NSNull()) == nil)
    }

    @Test func `a path with an operator is not set`() throws {
        #expect(throws: KeyValueError.self) { try KeyValuePath("friends.@count").setValue(1, of: Person("Ada")) }
        #expect(throws: KeyValueError.self) { try KeyValuePath("@sum.age").setValue(1, of: NSArray()) }
    }

    @Test func `a path is set through objects, dictionaries and collections`() throws {
        let person = Person("Ada")
        person.friends = [Person("Bob"), Person("Eve")]
        person.friends[0].home = Address("Rome")
        person.setValue("Paris", forKeyPath: "friends.home.city")
        #expect(person.friends[0].home?.city == "Paris")
        person.setValue(5, forKeyPath: "info.depth")
        person.setValue(["x": 1], forKeyPath: "info.inner")
        person.setValue(2, forKeyPath: "info.inner.y")
        #expect(person.value(forKeyPath: "info.inner.y") as? Int == 2)
        #expect(person.value(forKeyPath: "info.inner.x") as? Int == 1)
        person.setValue(nil, forKeyPath: "info.inner.x")
        #expect(person.value(forKeyPath: "info.inner.@count") as? Int == 1)
        let dictionary = NSMutableDictionary()
        dictionary.setValue(dictionary.mutableCopy(), forKey: "inner")
        dictionary.setValue(3, forKeyPath: "inner.z")
        #expect(dictionary.value(forKeyPath: "inner.z") as? Int == 3)
        dictionary.setValue(nil, forKey: "inner")
        #expect(dictionary.count == 0)
        NSArray(array: person.friends).setValue(50, forKey: "age")
        try KeyValuePath("friends.info.one").setValue(1, of: NSArray(array: [person]))
        #expect(person.friends.map(\.age) == [50, 50])
        #expect(person.friends.map { $0.info["one"] as? Int } == [1, 1])
    }

    @Test func `what cannot be stored back is an error`() throws {
        let person = Person("Ada")
        person.info = ["points": [CGPoint.zero], "fixed": NSDictionary()]
        #expect(throws: KeyValueError.unchangeableElement("x", given: "a value of type CGPoint")) {
            try KeyValuePath("info.points.x").setValue(1, of: person)
        }
        #expect(throws: KeyValueError.self) { try KeyValuePath("info.fixed.x").setValue(1, of: person) }
        #expect(throws: KeyValueError.self) { try KeyValuePath("age.x").setValue(1, of: person) }
        #expect(throws: KeyValueError.self) { try KeyValuePath("name.length").setValue(1, of: person) }
        #expect(throws: KeyValueError.self) { try KeyValuePath("x").setValue(1, of: NSObject()) }
    }
}
