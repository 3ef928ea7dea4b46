import Foundation
import MainspringFoundation
import Testing

@Suite struct CollectionTests {
    private let people: [Person] = {
        let people = [Person("Ada", age: 36), Person("Bob", age: 20), Person("Eve", age: 36)]
        people[0].nickname = "A"
        people[0].friends = [people[1], people[2]]
        return people
    }()

    private func read(_ path: String, _ root: Any) throws -> Any? { try KeyValuePath(path).value(of: root) }

    @Test func `an array asks each element, with NSNull for nil`() throws {
        let forms: [Any] = [people, people as [Any], NSArray(array: people), ContiguousArray(people), people[...]]
        for form in forms {
            #expect(try read("name", form) as? [String] == ["Ada", "Bob", "Eve"])
            let nicknames = try #require(try read("nickname", form) as? [Any])
            #expect(nicknames.count == 3)
            #expect(nicknames[0] as? String == "A")
            #expect(nicknames[1] is NSNull)
            #expect((try read("nickname.length", form) as? [Any])?[2] is NSNull)
        }
        #expect(NSArray(array: people).value(forKey: "age") as? [Int] == [36, 20, 36])
        #expect(NSArray(array: people).value(forKey: "@count") as? Int == 3)
    }

    @Test func `a set asks each element, without nil and with each value once`() throws {
        let objects = [NSString(string: "a"), NSString(string: "bb"), NSString(string: "cc")]
        for form in [Set(objects), NSSet(array: objects), Set(["a", "bb", "cc"])] as [Any] {
            #expect(try read("length", form) as? Set<AnyHashable> == [1, 2])
        }
        let containers = [Container(), Container()]
        containers[0].extra["k"] = 1
        #expect(try read("k", Set(containers)) as? Set<AnyHashable> == [1])
        #expect(NSSet(array: containers).value(forKey: "k") as? Set<Int> == [1])
    }

    @Test func `an ordered set gives an ordered set without nil`() throws {
        let result = NSOrderedSet(array: ["bb", "a", "cc"]).value(forKey: "length") as? NSOrderedSet
        #expect(result?.array as? [Int] == [2, 1])
        let containers = [Container(), Container()]
        containers[1].extra["k"] = 1
        let values = NSOrderedSet(array: containers).value(forKeyPath: "k") as? NSOrderedSet
        #expect(values?.array as? [Int] == [1])
    }

    @Test func `collections within collections are asked in turn`() throws {
        let names = try read("friends.name", people) as? [[String]]
        #expect(names == [["Bob", "Eve"], [], []])
    }

    @Test func `a dictionary gives its entries, and tells of itself with a sign`() throws {
        for form in [["count": 7, "b": 2], NSDictionary(dictionary: ["count": 7, "b": 2])] as [Any] {
            #expect(try read("count", form) as? Int == 7)
            #expect(try read("@count", form) as? Int == 2)
            #expect(try read("none", form) == nil)
            #expect((try read("@allKeys", form) as? [String])?.sorted() == ["b", "count"])
            #expect((try read("@allValues.@sum.self", form)) as? Int == 9)
            #expect(throws: KeyValueError.self) { try read("@sum.b", form) }
            #expect(throws: KeyValueError.self) { try read("@allKeys.@nothing", form) }
        }
        let dictionary = NSDictionary(dictionary: ["a": 1])
        #expect(dictionary.value(forKey: "a") as? Int == 1)
        #expect(throws: KeyValueError.malformedPath("@other", reason: "there is no operator @other")) {
            try KeyValueError.throwing { _ = dictionary.value(forKeyPath: "@other") }
        }
        #expect(try read("a", [1: 2]) == nil)
        #expect(try read("a", ["a": Int?.none as Any]) == nil)
        #expect(try read("a", [AnyHashable("a"): 5]) as? Int == 5)
    }

    @Test func `an element that does not have the key is an error`() throws {
        #expect(throws: KeyValueError.undefinedKey("size", owner: "Person")) { try read("size", people) }
        #expect(throws: KeyValueError.undefinedKey("size", owner: "Int")) { try read("size", [1]) }
        #expect(throws: KeyValueError.undefinedKey("size", owner: "Nothing")) { try read("size", [Nothing()]) }
        #expect(throws: KeyValueError.undefinedKey("size", owner: "NSObject")) { try read("size", NSObject()) }
    }

    private struct Nothing {}

    @Test func `what is not hashable does not stand in a set`() throws {
        #expect(throws: KeyValueError.notHashable("Nothing")) {
            try read("k", NSSet(object: container(with: Nothing())))
        }
    }

    private func container(with value: Any) -> Container {
        let container = Container()
        container.extra["k"] = value
        return container
    }
}
