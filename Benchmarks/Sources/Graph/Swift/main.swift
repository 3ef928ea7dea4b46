// The same by hand: closures over the same objects, the sort of the standard library, and plain classes.

import Measure
import Workloads

final class Person {
    var name: String
    var age: Int
    var height: Double

    init(_ values: PersonValues) {
        name = values.name
        age = values.age
        height = values.height
    }
}

func filter(_ size: Int) -> Int {
    let values = PersonValues.make(PersonValues.count)
    let people = values.map(Person.init)
    let expected = values.count(where: \.isKept)
    for (count, isWarmUp) in [(2, true), (size, false)] {
        for _ in 0..<count {
            measure_begin()
            let kept = people.filter { $0.age >= 10 && $0.height < 1.9 && $0.name.hasPrefix("Person number 9") }
            measure_end()
            precondition(kept.count == expected)
        }
        if isWarmUp { measure_reset() }
    }
    return size
}

func sort(_ size: Int) -> Int {
    let people = PersonValues.make(PersonValues.count).map(Person.init)
    for (count, isWarmUp) in [(1, true), (size, false)] {
        for _ in 0..<count {
            measure_begin()
            let sorted = people.sorted { ($0.name, $0.age) < ($1.name, $1.age) }
            measure_end()
            precondition(sorted.count == people.count)
        }
        if isWarmUp { measure_reset() }
    }
    return size
}

Program(
    version: "the standard library",
    cases: [
        Program.Case("filter-100k", size: 20, run: filter), Program.Case("sort-100k", size: 5, run: sort),
        Program.Case("create-100k", size: 5, run: create), Program.Case("bytes-per-object", size: 1, run: bytes),
        Program.Case("read-attribute", size: 2_000, run: read),
        Program.Case("write-attribute", size: 2_000, run: write),
        Program.Case("cascade-100k", size: 5, run: cascade), Program.Case("undo-10k", size: 10, run: undo),
        Program.Case("perform-and-wait", size: 10_000, run: performAndWait),
    ]
).main()
