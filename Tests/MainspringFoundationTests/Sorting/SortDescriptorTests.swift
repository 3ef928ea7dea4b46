import Foundation
import MainspringFoundation
import SeededRandom
import Testing

/// Sort descriptors.
@Suite struct SortDescriptorTests {
    private func sorted(_ people: [Citizen], _ descriptors: NSSortDescriptor...) -> [String] {
        people.sorted(using: descriptors).map(\.name)
    }

    @Test func `a key puts objects in order, up or down, and the next one where it is the same`() {
        let people = [Citizen("b", age: 2), Citizen("a", age: 2), Citizen("c", age: 1)]
        #expect(sorted(people, NSSortDescriptor(key: "name", ascending: true)) == ["a", "b", "c"])
        #expect(sorted(people, NSSortDescriptor(key: "name", ascending: false)) == ["c", "b", "a"])
        let byAge = NSSortDescriptor(key: "age", ascending: false)
        #expect(sorted(people, byAge, NSSortDescriptor(key: "name", ascending: true)) == ["a", "b", "c"])
        #expect(sorted(people, byAge) == ["b", "a", "c"])
        #expect(people.sorted(using: [NSSortDescriptor]()).map(\.name) == ["b", "a", "c"])
    }

    @Test func `nothing precedes everything`() {
        let people = [Citizen("b", age: 2), Citizen("a", age: 2), Citizen("c", age: 1)]
        people[0].nickname = "z"
        people[1].score = 5
        #expect(sorted(people, NSSortDescriptor(key: "nickname", ascending: true)) == ["a", "c", "b"])
        #expect(sorted(people, NSSortDescriptor(key: "nickname", ascending: false)) == ["b", "a", "c"])
        #expect(sorted(people, NSSortDescriptor(key: "score", ascending: true)) == ["b", "c", "a"])
        #expect(sorted(people, NSSortDescriptor(key: "friend.name", ascending: true)) == ["b", "a", "c"])
    }

    @Test(arguments: [
        ("compare:", ["10", "9", "B", "a", "ä"]), ("caseInsensitiveCompare:", ["10", "9", "a", "ä", "B"]),
        ("localizedStandardCompare:", ["9", "10", "a", "ä", "B"]),
    ]) func `a method by its name puts texts in order`(name: String, expected: [String]) {
        let descriptor = NSSortDescriptor(key: nil, ascending: true, selector: Selector(name))
        #expect(["B", "9", "ä", "10", "a"].sorted(using: [descriptor]) == expected)
        #expect(descriptor.selector == Selector(name))
    }

    @Test func `a method that is not known is an error, and the order that of compare`() {
        let failure = #expect(throws: PredicateFailure.self) {
            try PredicateFailure.throwing {
                let descriptor = NSSortDescriptor(key: nil, ascending: true, selector: "fly:")
                #expect([2, 1].sorted(using: [descriptor]) == [1, 2])
            }
        }
        #expect(failure?.description.contains("The selector fly: is not available") == true)
    }

    @Test func `a closure puts values in order`() {
        let byLength = NSSortDescriptor(key: nil, ascending: true) { first, second in
            let (first, second) = (first as? String ?? "", second as? String ?? "")
            return first.count < second.count
                ? .orderedAscending : first.count > second.count ? .orderedDescending : .orderedSame
        }
        #expect(["ccc", "a", "bb", "d"].sorted(using: [byLength]) == ["a", "d", "bb", "ccc"])
        #expect(byLength.compare("a", to: "bb") == .orderedAscending)
        #expect((byLength.reversedSortDescriptor as? NSSortDescriptor)?.compare("a", to: "bb") == .orderedDescending)
        #expect(byLength.selector == nil)
    }

    @Test func `Swift's key paths and Foundation's descriptors put objects in order`() {
        let people = [Citizen("b", age: 2), Citizen("a", age: 2)]
        people[0].surname = "x"
        people[1].surname = "y"
        let surname = NSSortDescriptor(keyPath: \Citizen.surname, ascending: false)
        #expect(surname.key == "surname")
        #expect(surname.keyPath == \Citizen.surname)
        #expect(sorted(people, surname) == ["a", "b"])
        let unnamed = NSSortDescriptor(keyPath: \Citizen.name, ascending: true)
        #expect(unnamed.key == nil)
        #expect(sorted(people, unnamed) == ["a", "b"])
        #expect(sorted(people, NSSortDescriptor(SortDescriptor(\Citizen.surname, order: .reverse))) == ["a", "b"])
        #expect(sorted(people, NSSortDescriptor(SortDescriptor(\Citizen.surname))) == ["b", "a"])
    }

    @Test func `Foundation's descriptors of a key's values have that key and a method`() {
        let people = [Citizen("b", age: 2), Citizen("a", age: 2)]
        (people[0].surname, people[1].surname) = ("Z10", "z9")
        (people[0].height, people[1].height) = (1.5, 2)
        for (descriptor, key, selector, order) in [
            (SortDescriptor(\Citizen.surname), "surname", "localizedStandardCompare:", ["a", "b"]),
            (SortDescriptor(\Citizen.surname, comparator: .lexical), "surname", "compare:", ["b", "a"]),
            (SortDescriptor(\Citizen.height), "height", "compare:", ["b", "a"]),
            (SortDescriptor(\Citizen.nickname), "nickname", "localizedStandardCompare:", ["b", "a"]),
            (SortDescriptor(\Citizen.score), "score", "compare:", ["b", "a"]),
        ] {
            let made = NSSortDescriptor(descriptor)
            #expect(made.key == key)
            #expect(made.selector == Selector(selector), "\(key)")
            #expect(made.ascending)
            #expect(sorted(people, made) == order, "\(key)")
        }
        let reversed = NSSortDescriptor(SortDescriptor(\Citizen.height, order: .reverse))
        #expect(reversed == NSSortDescriptor(keyPath: \Citizen.height, ascending: false))
        let unnamed = NSSortDescriptor(SortDescriptor(\Citizen.name))
        #expect(unnamed.key == nil)
        #expect(sorted(people, unnamed) == ["a", "b"])
    }

    @Test func `values without an order stay, and an error says so`() {
        let failure = #expect(throws: PredicateFailure.self) {
            try PredicateFailure.throwing {
                let values: [Any] = ["x", 1]
                let result = values.sorted(using: [NSSortDescriptor(key: nil, ascending: true)])
                #expect(result.first as? String == "x")
            }
        }
        #expect(failure?.description == "compare: cannot compare 1 (Int) with x (String)." || failure != nil)
    }

    @Test func `Foundation's collections are sorted`() {
        let down = [NSSortDescriptor(key: nil, ascending: false)]
        #expect(NSArray(array: [1, 3, 2]).sortedArray(using: down) as? [Int] == [3, 2, 1])
        #expect(NSSet(array: [1, 3, 2]).sortedArray(using: down) as? [Int] == [3, 2, 1])
        #expect(Set([1, 3, 2]).sorted(using: down) == [3, 2, 1])
        #expect(NSOrderedSet(array: [1, 3, 2]).sortedArray(using: down) as? [Int] == [3, 2, 1])
        let array = NSMutableArray(array: [1, 3, 2])
        array.sort(using: down)
        #expect(array as? [Int] == [3, 2, 1])
        let set = NSMutableOrderedSet(array: [1, 3, 2])
        set.sort(using: down)
        #expect(set.array as? [Int] == [3, 2, 1])
    }

    @Test func `equal descriptors, copies and archives`() throws {
        let descriptor = NSSortDescriptor(key: "a.b", ascending: false, selector: "localizedCompare:")
        #expect(descriptor == NSSortDescriptor(key: "a.b", ascending: false, selector: "localizedCompare:"))
        #expect(descriptor != NSSortDescriptor(key: "a.b", ascending: true, selector: "localizedCompare:"))
        #expect(descriptor != NSSortDescriptor(key: "a.b", ascending: false))
        #expect((descriptor.copy() as? NSSortDescriptor) === descriptor)
        #expect(descriptor.description == "(a.b, descending, localizedCompare:)")
        let data = try NSKeyedArchiver.archivedData(withRootObject: descriptor, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSSortDescriptor.self, from: data))
        #expect(read == descriptor)
        let failure = #expect(throws: PredicateFailure.self) {
            try PredicateFailure.throwing {
                #expect(read.compare(["a": ["b": "x"]], to: ["a": ["b": "y"]]) == .orderedSame)
            }
        }
        #expect(failure?.problem == .notAllowed)
        read.allowEvaluation()
        #expect(read.compare(["a": ["b": "x"]], to: ["a": ["b": "y"]]) == .orderedDescending)
    }

    @Test(arguments: Seeds.first(30))
    func `objects are in the order of a plain Swift sort`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let names = ["", "a", "A", "aa", "abcdefgh", "abcdefghi", "abcdefgha", seed % 2 == 0 ? "ä" : "b"]
        let people = (0..<60).map { index in
            let person = Citizen(names.randomElement(using: &random) ?? "", age: Int.random(in: -2...2, using: &random))
            person.height = [0, -0.0, 1.5, -1.5, .infinity, -.infinity, .nan].randomElement(using: &random) ?? 0
            person.zip = index
            return person
        }
        let ages = Bool.random(using: &random)
        let heights = Bool.random(using: &random)
        let texts = Bool.random(using: &random)
        func order(_ left: Citizen, _ right: Citizen) -> Bool {
            if left.age != right.age { return ages == (left.age < right.age) }
            if left.name != right.name { return texts == (left.name.compare(right.name) == .orderedAscending) }
            let (first, second) = (left.height, right.height)
            if first.isNaN != second.isNaN { return heights == first.isNaN }
            if !first.isNaN, first != second { return heights == (first < second) }
            return left.zip < right.zip
        }
        let descriptors = [
            NSSortDescriptor(key: "age", ascending: ages), NSSortDescriptor(key: "name", ascending: texts),
            NSSortDescriptor(key: "height", ascending: heights),
        ]
        let expected = people.sorted(by: order).map(\.zip)
        #expect(people.sorted(using: descriptors).map(\.zip) == expected, "seed \(seed)")
        #expect((people as [Any]).sorted(using: descriptors).map { ($0 as? Citizen)?.zip } == expected, "seed \(seed)")
    }
}
