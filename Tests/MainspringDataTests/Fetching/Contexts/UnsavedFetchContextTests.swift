import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

/// Fetches where much is not saved: here, in a parent, or in both.
@Suite struct UnsavedFetchContextTests {
    enum Place: CaseIterable { case store, parent }

    /// A context, and what it is fetched of: that of a coordinator, or a child whose parent has changes of its own.
    private static func contexts(_ company: Company, _ place: Place) -> [NSManagedObjectContext] {
        let context = company.context()
        return place == .store ? [context] : [context, context.child()]
    }

    @Test(arguments: Place.allCases, Seeds.first(6))
    func `A fetch finds what a look at each object finds`(_ place: Place, _ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let company = Company()
        let contexts = Self.contexts(company, place)
        var departments: [NSManagedObjectID] = []
        for context in contexts {
            for number in 0..<3 {
                let department = company.make("Department", "d\(number)", in: context)
                try context.obtainPermanentIDs(for: [department])
                departments.append(department.objectID)
            }
            for round in 0..<2 {
                for number in 0..<60 {
                    let person = company.make(number.isMultiple(of: 4) ? "Manager" : "Person", "p", in: context)
                    person.age = Int.random(in: 0..<1_000_000, using: &random)
                    let department = departments.randomElement(using: &random)
                    if Bool.random(using: &random) { person["department"] = department.map(context.object(with:)) }
                    if number.isMultiple(of: 9) { try context.obtainPermanentIDs(for: [person]) }
                }
                for person in try Self.people(in: context) where Int.random(in: 0..<4, using: &random) == 0 {
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: person.age = Int.random(in: 0..<1_000_000, using: &random)
                    case 1: person["department"] = departments.randomElement(using: &random).map(context.object(with:))
                    default: context.delete(person)
                    }
                }
                // The last changes stay unsaved.
                if round == 0 { try context.save() }
            }
        }
        let context = contexts[contexts.count - 1]
        if place == .parent { #expect(contexts[0].hasChanges, "seed \(seed)") }
        for _ in 0..<6 { try check(context, departments, &random, "seed \(seed)") }
    }

    private static func people(in context: NSManagedObjectContext) throws -> [NSManagedObject] {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
    }

    private typealias Case = (MainspringFoundation.NSPredicate?, (NSManagedObject) -> Bool)

    private static func cases(_ some: [NSManagedObject]) -> [Case] {
        let any: Case = (nil, { _ in true })
        let one: Case = (.init(format: "department == %@", some[0]), { $0["department"] === some[0] })
        // Of SQL nothing is neither equal nor unequal to something.
        let others: Case = (
            .init(format: "department != nil AND department != %@", some[0]),
            { $0["department"] != nil && $0["department"] !== some[0] }
        )
        let nobody: Case = (.init(format: "department == nil"), { $0["department"] == nil })
        let among: Case = (.init(format: "department IN %@", some), { $0["department"].map(some.contains) ?? false })
        let both: Case = (
            .init(format: "age < %ld AND department == %@", 500_000, some[1].objectID),
            { $0.age < 500_000 && $0["department"] === some[1] }
        )
        let either: Case = (
            .init(format: "age < %ld OR department == %@", 100_000, some[1]),
            { $0.age < 100_000 || $0["department"] === some[1] }
        )
        let named: Case = (.init(format: "department.name == %@", "d1"), { $0["department"]?.title == "d1" })
        return [any, one, others, nobody, among, both, either, named]
    }

    private func check(
        _ context: NSManagedObjectContext, _ departments: [NSManagedObjectID], _ random: inout SeededGenerator,
        _ what: String
    ) throws {
        let some = departments.shuffled(using: &random).prefix(2).map(context.object(with:))
        let limit = Int.random(in: 0..<40, using: &random)
        for (predicate, holds) in Self.cases(some) {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            (request.predicate, request.fetchLimit) = (predicate, limit)
            request.fetchOffset = limit.isMultiple(of: 3) ? limit / 2 : 0
            request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: limit.isMultiple(of: 2))]
            let all = try Self.people(in: context).filter(holds).map(\.age).sorted()
            let ordered = limit.isMultiple(of: 2) ? all : all.reversed()
            let expected = Array(ordered.dropFirst(request.fetchOffset).prefix(limit == 0 ? .max : limit))
            let found = try context.fetch(request)
            #expect(found.map(\.age) == expected, "\(what), \(predicate?.predicateFormat ?? "all"), limit \(limit)")
            #expect(try context.count(for: request) == expected.count, "\(what), the count")
            request.sortDescriptors = []
            #expect(try Set(context.fetch(request)).count == expected.count, "\(what), without an order")
        }
    }

    @Test(arguments: Place.allCases)
    func `Of the first of a list hundreds that go elsewhere are replaced by those that follow`(_ place: Place) throws {
        let company = Company()
        let contexts = Self.contexts(company, place)
        for number in 0..<1_500 { company.make("Person", "p", in: contexts[0]).age = number }
        if place == .store { try contexts[0].save() }
        let context = contexts[contexts.count - 1]
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
        for (index, person) in try context.fetch(request).prefix(1_400).enumerated() {
            if index.isMultiple(of: 2) { person.age += 10_000 } else { context.delete(person) }
        }
        (request.fetchLimit, request.fetchOffset) = (7, 2)
        #expect(try context.fetch(request).map(\.age) == Array(1_402..<1_409))
        (request.fetchLimit, request.fetchOffset) = (3, 99)
        #expect(try context.fetch(request).map(\.age) == [1_499, 10_000, 10_002])
    }

    @Test func `what is sorted by others' values is sorted by those that are not saved`() throws {
        let company = Company()
        let context = company.context()
        let departments = (0..<3).map { company.make("Department", "d\($0)", in: context) }
        for number in 0..<9 { company.make("Person", "\(number)", in: context)["department"] = departments[number % 3] }
        try context.save()
        departments[0].setValue("z", forKey: "name")
        company.make("Person", "new", in: context)["department"] = departments[1]
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [
            NSSortDescriptor(key: "department.name", ascending: true), NSSortDescriptor(key: "name", ascending: true),
        ]
        request.fetchLimit = 8
        #expect(try context.fetch(request).map(\.title) == ["1", "4", "7", "new", "2", "5", "8", "0"])
    }
}
