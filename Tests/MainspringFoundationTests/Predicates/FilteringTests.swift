import Foundation
import MainspringFoundation
import Testing

/// Collections, filtered.
@Suite struct FilteringTests {
    private let adults = NSPredicate(format: "age >= 18")

    @Test func `collections keep what the predicate holds for, in their order`() {
        let people = [Citizen("a", age: 30), Citizen("b", age: 3), Citizen("c", age: 18)]
        #expect(people.filtered(using: adults).map(\.name) == ["a", "c"])
        #expect((people as [any KeyValueCoding]).filtered(using: adults).count == 2)
        #expect((people as [Any]).filtered(using: adults).count == 2)
        var changed = people
        changed.filter(using: adults)
        #expect(changed.count == 2)
        let numbers = NSPredicate(format: "SELF > 1")
        #expect([1, 2, 3].filtered(using: numbers) == [2, 3])
        #expect(Set([1, 2, 3]).filtered(using: numbers) == [2, 3])
        #expect([Int]().filtered(using: numbers).isEmpty)
        #expect([Citizen]().filtered(using: adults).isEmpty)
    }

    @Test func `Foundation's collections keep what the predicate holds for`() {
        let numbers = NSPredicate(format: "SELF > 1")
        #expect(NSArray(array: [1, 2, 3]).filtered(using: numbers) as? [Int] == [2, 3])
        #expect(NSSet(set: NSSet(array: [1, 2, 3]).filtered(using: numbers)) == NSSet(array: [2, 3]))
        #expect(NSOrderedSet(array: [3, 1, 2]).filtered(using: numbers).map { $0 as? Int } == [3, 2])
        let array = NSMutableArray(array: [1, 2, 3])
        array.filter(using: numbers)
        #expect(array as? [Int] == [2, 3])
        let set = NSMutableSet(array: [1, 2, 3])
        set.filter(using: numbers)
        #expect(set.count == 2)
        let ordered = NSMutableOrderedSet(array: [3, 1, 2])
        ordered.filter(using: numbers)
        #expect(ordered.map { $0 as? Int } == [3, 2])
    }

    @Test func `objects of several classes are each asked for their own keys`() {
        class Animal: KeyValueCoding {
            class var keyTable: KeyTable { table }
            private static let table = KeyTable(Animal.self) { $0.add("age", get: { _ in 1 }) }
        }
        final class Tortoise: Animal {
            override class var keyTable: KeyTable { table }
            private static let table = KeyTable(Tortoise.self) { $0.add("age", get: { _ in 100 }) }
        }
        let animals = [Animal(), Tortoise(), Tortoise(), Animal()]
        #expect(animals.filtered(using: adults).count == 2)
        #expect(animals.filtered(using: adults).allSatisfy { $0 is Tortoise })
    }

    @Test func `a dictionary is asked for its entries, whatever keys its class has`() {
        let dictionary = NSDictionary(dictionary: ["description": "x", "hash": 5])
        #expect(NSPredicate(format: "description == 'x' AND hash == 5").evaluate(with: dictionary))
        #expect([dictionary].filtered(using: NSPredicate(format: "hash == 5")).count == 1)
    }

    @Test func `an object that has its own way with paths is asked itself`() {
        final class Peculiar: KeyValueCoding {
            func value(forKeyPath keyPath: String) -> Any? { keyPath == "a.b" ? 5 : nil }
        }
        #expect(NSPredicate(format: "a.b == 5").evaluate(with: Peculiar()))
    }

    @Test func `keys that are registered later are seen`() {
        final class Stone {}
        let stone = Stone()
        #expect(word { adults.evaluate(with: stone) } == "raises")
        KeyTable.register(Stone.self) { $0.add("age", get: { _ in 4_000 }) }
        #expect(adults.evaluate(with: stone))
        #expect([stone].filtered(using: adults).count == 1)
    }

    @Test(arguments: [
        "age == 34.5", "age > 33.5", "age < 34.5", "age == 99999999999999999999", "age < 1e300", "byte == 200",
        "byte > -1",
        "ratio == 0.5", "ratio < 1", "height >= 1.72", "isMember == 1", "isMember == 2", "isMember > 0", "score == nil",
        "score != nil", "score == 3", "score != 3", "score < 3", "weight == nil", "weight > 1", "nickname == nil",
        "nickname != 'x'", "nickname == 'x'", "nickname CONTAINS 'x'", "seen == nil", "seen < CAST(5, 'NSDate')",
        "seen != CAST(5, 'NSDate')", "born == CAST(1000, 'NSDate')", "name ==[c] 'ANNA'", "name <[c] 'B'", "name == 5",
        "age == 'x'", "age > nil", "age == nil", "frame.size.width == 3", "frame.size.width < 4", "age IN {34, 'x'}",
        "age IN {}", "age IN {34, 34.0}", "age BETWEEN {1, 99}", "age BETWEEN {1, 2.5}", "surname ==[d] 'Muller'",
        "surname LIKE 'M*r'", "surname MATCHES 'M.*r'", "surname < 'Z'", "surname ENDSWITH[cd] 'ULLER'",
        "name ==[l] 'Anna'",
        "role == 1", "balance > 12", "age == 30 + 4", "age > 1 / 0", "age != CAST('nan', 'NSNumber')",
        "surname == 'Mu\\u0308ller'",
    ]) func `what is made ready for a class holds as part by part`(format: String) throws {
        let predicate = try NSPredicate(parsing: format)
        let anna = Citizen.anna()
        let bob = Citizen("bob", age: 3)
        (bob.score, bob.weight, bob.nickname) = (3, 1.5, "xx")
        bob.seen = Date(timeIntervalSinceReferenceDate: 4)
        for citizen in [anna, bob] {
            let ready = word { predicate.evaluate(with: citizen) }
            #expect(ready == word { predicate.evaluate(with: citizen, substitutionVariables: [:]) }, "\(citizen.name)")
            #expect(ready == word { !([citizen].filtered(using: predicate).isEmpty) }, "\(citizen.name)")
        }
    }

    @Test func `elements of a set of any hashable values are asked themselves`() throws {
        let set: Set<AnyHashable> = [1, 2.5, "x"]
        #expect(NSPredicate(format: "ANY SELF == 2.5").evaluate(with: set))
        #expect(NSPredicate(format: "SELF CONTAINS 'x'").evaluate(with: set))
        let numbers: Set<AnyHashable> = [1, 2]
        #expect(try KeyValuePath("@sum.self").value(of: numbers) as? Int == 3)
        let strings: Set<AnyHashable> = ["a", "bcd"]
        #expect(try KeyValuePath("@max.length").value(of: strings) as? Int == 3)
    }

    @Test(arguments: ["ANY kids.age > 3", "age == age", "NOT ANY kids.age > 3 AND age == 34", "age == 34"])
    func `a predicate that was asked is released`(format: String) throws {
        weak var released: NSPredicate?
        do {
            let predicate = try NSPredicate(parsing: format)
            _ = predicate.evaluate(with: Citizen.anna())
            _ = predicate.evaluate(with: ["age": 34])
            _ = [Citizen.anna()].filtered(using: predicate)
            released = predicate
        }
        #expect(released == nil)
    }
}
