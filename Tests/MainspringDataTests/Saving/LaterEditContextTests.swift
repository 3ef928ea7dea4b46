import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@_spi(Tools) @testable import MainspringData

/// What the program changes in the midst of a save in slices that meets a conflict: it belongs to the next save.
@Suite struct LaterEditContextTests {
    /// Three people of the save, of whom one meets a conflict and one is new, and one who is none of it.
    struct Bench {
        let company = Company.hooked()
        let context: NSManagedObjectContext
        let (contested, other, unrelated): (NSManagedObject, NSManagedObject, NSManagedObject)
        let fresh: NSManagedObject
        let departments: [NSManagedObject]

        init(_ type: NSMergePolicyType) throws {
            context = company.context()
            departments = ["d", "e"].map { [company, context] in company.make("Department", $0, in: context) }
            let people = ["p", "q", "u"].map { [company, context] in company.insert("Person", $0, in: context) }
            for person in people { person["department"] = departments[0] }
            (contested, other, unrelated) = (people[0], people[1], people[2])
            try context.save()
            context.mergePolicy = NSMergePolicy(merge: type)
            (contested.age, other.age) = (10, 10)
            fresh = company.insert("Person", "f", in: context)
            fresh["department"] = departments[0]
            try theirs { (contested, _) in
                contested.setValue("theirs", forKey: "name")
                contested.age = 5
            }
        }

        /// Lets another context change the contested object, and save that.
        func theirs(_ body: (NSManagedObject, NSManagedObjectContext) -> Void) throws {
            let theirs = company.context()
            body(try theirs.existingObject(with: contested.objectID), theirs)
            try theirs.save()
        }

        /// Begins the save, and does so many steps.
        func begun(_ steps: Int) -> SlicedSaving {
            let save = SlicedSaving(context)
            for _ in 0..<steps where !save.isOver { save.next() }
            return save
        }

        /// All people in the store.
        func stored() throws -> [String] { try Self.lines(company.context()) }

        static func lines(_ context: NSManagedObjectContext) throws -> [String] {
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
                .map { "\($0.title) \($0.age) \($0["department"]?.title ?? "-")" }.sorted()
        }
    }

    struct Person {
        var name: String
        var age: Int
        var department = "d"
    }

    /// What the stores are to have, by what the objects were called first.
    typealias Expected = [String: Person]

    private func lines(_ expected: Expected) -> [String] {
        expected.values.map { "\($0.name) \($0.age) \($0.department)" }.sorted()
    }

    enum Edit: CaseIterable {
        case other, contested, contestedName, unrelated, inserted, insertedWithLink, deletedOther, deletedContested
        case movedOther, movedContested, movedToNew, membersMoved, otherAndMoved, contestedAndMoved
        case fresh, deletedFresh, movedFresh, ledByFresh

        func apply(to bench: Bench) {
            let (company, context) = (bench.company, bench.context)
            switch self {
            case .other: bench.other.age = 99
            case .contested: bench.contested.age = 99
            case .contestedName: bench.contested.rename("later")
            case .unrelated: bench.unrelated.age = 99
            case .inserted: company.insert("Person", "new", in: context)
            case .insertedWithLink: company.insert("Person", "new", in: context)["boss"] = bench.other
            case .deletedOther: context.delete(bench.other)
            case .deletedContested: context.delete(bench.contested)
            case .movedOther: bench.other["department"] = bench.departments[1]
            case .movedContested: bench.contested["department"] = bench.departments[1]
            case .movedToNew: bench.other["department"] = company.make("Department", "new", in: context)
            case .membersMoved: bench.departments[1].setValue(Set([bench.other, bench.contested]), forKey: "people")
            case .otherAndMoved:
                bench.other.age = 99
                bench.other["department"] = nil
            case .contestedAndMoved:
                bench.contested["department"] = nil
                bench.contested.age = 99
            case .fresh: bench.fresh.age = 99
            case .deletedFresh: context.delete(bench.fresh)
            case .movedFresh: bench.fresh["department"] = bench.departments[1]
            case .ledByFresh:
                bench.fresh.rename("leading")
                for person in [bench.contested, bench.other, bench.unrelated] { person["boss"] = bench.fresh }
            }
        }

        func apply(to people: inout Expected) {
            switch self {
            case .other: people["q"]?.age = 99
            case .contested: people["p"]?.age = 99
            case .contestedName: people["p"]?.name = "later"
            case .unrelated: people["u"]?.age = 99
            case .inserted, .insertedWithLink: people["new"] = Person(name: "new", age: 0, department: "-")
            case .deletedOther: people["q"] = nil
            case .deletedContested: people["p"] = nil
            case .movedOther: people["q"]?.department = "e"
            case .movedContested: people["p"]?.department = "e"
            case .movedToNew: people["q"]?.department = "new"
            case .membersMoved: for name in ["p", "q"] { people[name]?.department = "e" }
            case .otherAndMoved: people["q"] = Person(name: "q", age: 99, department: "-")
            case .contestedAndMoved:
                people["p"]?.age = 99
                people["p"]?.department = "-"
            case .fresh: people["f"]?.age = 99
            case .deletedFresh: people["f"] = nil
            case .movedFresh: people["f"]?.department = "e"
            case .ledByFresh: people["f"]?.name = "leading"
            }
        }
    }

    static let outcomes: [(NSMergePolicyType, String, Int)] = [
        (.mergeByPropertyObjectTrumpMergePolicyType, "theirs", 10),
        (.mergeByPropertyStoreTrumpMergePolicyType, "theirs", 5),
        (.overwriteMergePolicyType, "p", 10), (.rollbackMergePolicyType, "theirs", 5),
    ]

    private func people(_ name: String, _ age: Int) -> Expected {
        [
            "p": Person(name: name, age: age), "q": Person(name: "q", age: 10), "u": Person(name: "u", age: 0),
            "f": Person(name: "f", age: 0),
        ]
    }

    /// So many steps does a save of two objects have that is tried twice, and some more.
    static let mostSteps = 28
    /// The steps at which the conflict is tried: every fourth over SQLite in an ordinary run, otherwise all steps.
    private static var steps: [Int] { Seeds.sample(1..<mostSteps, each: Company.kind == .inMemory ? 1 : 4) }

    @Test(arguments: outcomes, Edit.allCases)
    func `what is changed meanwhile belongs to the next save where a conflict is resolved`(
        _ outcome: (NSMergePolicyType, String, Int), _ edit: Edit
    ) throws {
        for steps in Self.steps {
            let bench = try Bench(outcome.0)
            let save = bench.begun(steps)
            edit.apply(to: bench)
            try save.finish()
            var expected = people(outcome.1, outcome.2)
            #expect(try bench.stored() == lines(expected), "after \(steps) steps")
            #expect(bench.context.hasChanges, "after \(steps) steps")
            edit.apply(to: &expected)
            #expect(try Bench.lines(bench.context) == lines(expected), "after \(steps) steps, before the next save")
            try bench.context.save()
            #expect(try bench.stored() == lines(expected), "after \(steps) steps, and the next save")
            #expect(!bench.context.hasChanges, "after \(steps) steps")
        }
    }

    @Test(arguments: Edit.allCases)
    func `a conflict that is not resolved keeps everything`(_ edit: Edit) throws {
        for steps in Self.steps {
            let bench = try Bench(.errorMergePolicyType)
            let save = bench.begun(steps)
            guard !save.isOver else { break }
            edit.apply(to: bench)
            #expect(Fixture.failure { try save.finish() }?.code == NSManagedObjectMergeError, "after \(steps) steps")
            var expected = people("theirs", 5)
            expected["q"]?.age = 0
            expected["f"] = nil
            #expect(try bench.stored() == lines(expected), "after \(steps) steps")
            expected = people("p", 10)
            edit.apply(to: &expected)
            #expect(try Bench.lines(bench.context) == lines(expected), "after \(steps) steps")
            bench.context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try bench.context.save()
            expected = people("theirs", 10)
            edit.apply(to: &expected)
            #expect(try bench.stored() == lines(expected), "after \(steps) steps, and the next save")
            #expect(!bench.context.hasChanges, "after \(steps) steps")
        }
    }

    @Test(arguments: outcomes)
    func `what is wrong with an object that is made meanwhile is for the next save`(
        _ outcome: (NSMergePolicyType, String, Int)
    ) throws {
        struct Wrong: Error {}
        for steps in Self.steps {
            let bench = try Bench(outcome.0)
            bench.context.journal.validate = { person, _ in if person.title == "wrong" { throw Wrong() } }
            let save = bench.begun(steps)
            let wrong = bench.company.insert("Person", "wrong", in: bench.context)
            wrong["boss"] = bench.other
            bench.other.age = 99
            try save.finish()
            #expect(try bench.stored() == lines(people(outcome.1, outcome.2)), "after \(steps) steps")
            #expect(bench.context.insertedObjects == [wrong], "after \(steps) steps")
            #expect(throws: Wrong.self, "after \(steps) steps") { try bench.context.save() }
        }
    }

    /// Saves that fail, or are cancelled, after a conflict was resolved.
    @Test(arguments: outcomes, Edit.allCases)
    func `a save that ends after a conflict was resolved keeps what was changed before and meanwhile`(
        _ outcome: (NSMergePolicyType, String, Int), _ edit: Edit
    ) throws {
        for steps in Self.steps {
            let bench = try Bench(outcome.0)
            let save = bench.begun(0)
            var isEdited = false
            var count = 0
            while !save.isOver {
                save.next()
                count += 1
                if count == 4 {
                    edit.apply(to: bench)
                    isEdited = true
                }
                if (bench.context.core.saving?.attempts ?? 0) > 0, count >= steps { save.cancellation.cancel() }
            }
            #expect(isEdited)
            var expected = people(outcome.1, outcome.2)
            if Fixture.failure({ try save.finish() }) != nil {
                var unsaved = people("theirs", 5)
                unsaved["q"]?.age = 0
                unsaved["f"] = nil
                #expect(try bench.stored() == lines(unsaved), "after \(steps) steps")
            }
            edit.apply(to: &expected)
            #expect(try Bench.lines(bench.context) == lines(expected), "after \(steps) steps")
            try bench.context.save()
            #expect(try bench.stored() == lines(expected), "after \(steps) steps, and the next save")
            #expect(!bench.context.hasChanges)
        }
    }
}
