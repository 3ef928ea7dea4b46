import MainspringFoundation
import Measure
import Workloads

/// filter-100k: a predicate of three comparisons, of an integer, a float and a text, over 100,000 objects.
func filter(_ size: Int) -> Int {
    let values = PersonValues.make(PersonValues.count)
    let people = values.map(Person.init)
    let expected = values.count(where: \.isKept)
    let predicate = NSPredicate(format: "age >= 10 AND height < 1.9 AND name BEGINSWITH 'Person number 9'")
    for (count, isWarmUp) in [(2, true), (size, false)] {
        for _ in 0..<count {
            measure_begin()
            let kept = people.filtered(using: predicate)
            measure_end()
            precondition(kept.count == expected, "The predicate kept \(kept.count) people instead of \(expected).")
        }
        if isWarmUp { measure_reset() }
    }
    return size
}

/// sort-100k: 100,000 objects by a text and an integer.
func sort(_ size: Int) -> Int {
    let people = PersonValues.make(PersonValues.count).map(Person.init)
    let descriptors = [NSSortDescriptor(key: "name", ascending: true), NSSortDescriptor(key: "age", ascending: true)]
    for (count, isWarmUp) in [(1, true), (size, false)] {
        for _ in 0..<count {
            measure_begin()
            let sorted = people.sorted(using: descriptors)
            measure_end()
            precondition(zip(sorted, sorted.dropFirst()).allSatisfy { ($0.name, $0.age) <= ($1.name, $1.age) })
        }
        if isWarmUp { measure_reset() }
    }
    return size
}

/// parse-format: a format of ten comparisons is read, and the predicate let go.
func parse(_ size: Int) -> Int {
    let format =
        "name BEGINSWITH[cd] 'abc' AND age >= 21 AND (height < 1.5 OR kids.@count > 3) AND city.name == 'Bern' "
        + "AND nickname != nil AND zip IN {1, 2, 3} AND ANY kids.age > 3 AND NOT isMember == YES AND size BETWEEN {1, 5}"
    for (count, isWarmUp) in [(size / 10, true), (size, false)] {
        var failures = 0
        measure_begin()
        for _ in 0..<count where NSPredicate(format: format).formatError != nil { failures += 1 }
        measure_end()
        precondition(failures == 0, "The format was not read.")
        if isWarmUp { measure_reset() }
    }
    return size
}
