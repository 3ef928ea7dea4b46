import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Conflicts of saves in slices that reach what the program has changed meanwhile, and what observers hear of that.
@Suite struct LaterEditCornerContextTests {
    private typealias Bench = LaterEditContextTests.Bench
    private typealias Expected = LaterEditContextTests.Expected

    private func lines(_ people: [String: LaterEditContextTests.Person]) -> [String] {
        people.values.map { "\($0.name) \($0.age) \($0.department)" }.sorted()
    }

    static let steps = Array(1..<LaterEditContextTests.mostSteps)

    @Test(
        arguments: [
            NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType,
        ], LaterEditContextTests.Edit.allCases)
    func `changes that meet a second conflict belong to the next save as well`(
        _ type: NSMergePolicyType, _ edit: LaterEditContextTests.Edit
    ) throws {
        for count in [1, 3, 7, 11] {
            let bench = try Bench(type)
            let save = bench.begun(count)
            edit.apply(to: bench)
            while bench.context.core.saving?.attempts == 0 { save.next() }
            try bench.theirs { (contested, _) in
                contested.setValue("again", forKey: "name")
                contested.age = 6
            }
            try save.finish()
            var expected: Expected = [
                "p": .init(name: type == .overwriteMergePolicyType ? "p" : "again", age: 10),
                "q": .init(name: "q", age: 10), "u": .init(name: "u", age: 0), "f": .init(name: "f", age: 0),
            ]
            #expect(try bench.stored() == lines(expected), "after \(count) steps")
            edit.apply(to: &expected)
            try bench.context.save()
            #expect(try bench.stored() == lines(expected), "after \(count) steps, and the next save")
        }
    }

    @Test(arguments: steps)
    func `an object that the store has deleted is saved anew as it was, and its later changes after that`(
        _ count: Int
    ) throws {
        let bench = try Bench(.mergeByPropertyObjectTrumpMergePolicyType)
        try bench.theirs { $1.delete($0) }
        let save = bench.begun(count)
        bench.contested.age = 99
        try save.finish()
        #expect(try bench.stored() == ["f 0 d", "p 10 d", "q 10 d", "u 0 d"])
        try bench.context.save()
        #expect(try bench.stored() == ["f 0 d", "p 99 d", "q 10 d", "u 0 d"])
        #expect(!bench.context.hasChanges)
    }

    enum Theirs: CaseIterable { case deleted, moved, departmentDeleted }

    /// Which save such changes belong to is not promised; that none is lost or divided is.
    @Test(arguments: Theirs.allCases, LaterEditContextTests.Edit.allCases)
    func `changes of links that are in conflict are lost in no part`(
        _ theirs: Theirs, _ edit: LaterEditContextTests.Edit
    ) throws {
        for type in [NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType] {
            for count in Seeds.sample([1, 3, 5, 7, 9, 11, 13, 15], each: Company.kind == .inMemory ? 1 : 3) {
                let bench = try Bench(type)
                let company = bench.company
                // A link of the save's own, and one of theirs.
                bench.contested["boss"] = bench.other
                try bench.theirs { (contested, context) in
                    switch theirs {
                    case .deleted: context.delete(contested)
                    case .moved: contested["boss"] = company.insert("Person", "boss", in: context)
                    case .departmentDeleted: context.delete(contested["department"]!)
                    }
                }
                let save = bench.begun(count)
                edit.apply(to: bench)
                try save.finish()
                #expect(try isWhole(company.context()), "after \(count) steps")
                try bench.context.save()
                #expect(!bench.context.hasChanges, "after \(count) steps")
                #expect(try isWhole(company.context()), "after \(count) steps, and the next save")
                var expected = expected(theirs, type)
                edit.apply(to: &expected)
                let stored = try bench.stored()
                if theirs == .departmentDeleted {
                    // Which of its people a department has that is saved anew is the policy's affair.
                    #expect(stored.map(person) == lines(expected).map(person), "after \(count) steps")
                } else {
                    #expect(stored == lines(expected), "after \(count) steps")
                }
            }
        }
    }

    /// A line without the department.
    private func person(_ line: String) -> Substring { line[..<(line.lastIndex(of: " ") ?? line.endIndex)] }

    private func expected(_ theirs: Theirs, _ type: NSMergePolicyType) -> Expected {
        let isOurs = type == .overwriteMergePolicyType || theirs == .deleted
        var expected: Expected = [
            "p": .init(name: isOurs ? "p" : "theirs", age: 10), "q": .init(name: "q", age: 10),
            "u": .init(name: "u", age: 0), "f": .init(name: "f", age: 0),
        ]
        if theirs == .moved { expected["boss"] = .init(name: "boss", age: 0, department: "-") }
        return expected
    }

    /// Whether each link is at both ends, and leads to what is there.
    private func isWhole(_ context: NSManagedObjectContext) throws -> Bool {
        let people = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
        let departments = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Department"))
        return people.allSatisfy { person in
            let isMember = departments.filter {
                ($0.value(forKey: "people") as? Set<NSManagedObject>)?.contains(person) == true
            }
            let bosses = people.filter {
                ($0.value(forKey: "reports") as? Set<NSManagedObject>)?.contains(person) == true
            }
            return isMember == [person["department"]].compactMap(\.self)
                && bosses == [person["boss"]].compactMap(\.self)
        }
    }

    @Test(arguments: steps)
    func `who hears of the resolution has heard of the program's values last`(_ count: Int) throws {
        let bench = try Bench(.mergeByPropertyObjectTrumpMergePolicyType)
        var seen: [NSManagedObject: Int] = [:]
        nonisolated(unsafe) let note = { (notice: Notification) in
            for key in [NSUpdatedObjectsKey, NSRefreshedObjectsKey] {
                for object in notice.userInfo?[key] as? Set<NSManagedObject> ?? [] where object.entity.name == "Person"
                {
                    seen[object] = object.age
                }
            }
        }
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: bench.context, queue: nil
        ) { note($0) }
        defer { NotificationCenter.default.removeObserver(observer) }
        let save = bench.begun(count)
        (bench.contested.age, bench.other.age) = (99, 98)
        try save.finish()
        bench.context.processPendingChanges()
        #expect([seen[bench.contested], seen[bench.other]] == [99, 98])
        #expect(bench.context.updatedObjects == [bench.contested, bench.other])
        #expect(bench.contested.changedValues().keys.sorted() == ["age"])
    }

    @Test(arguments: steps)
    func `a change of an object that meets one with the same name in the store is lost in no part`(_ count: Int) throws
    {
        let company = Company(unique: ["Person": [["name"]]])
        let (context, theirs) = (company.context(), company.context())
        let known = company.make("Person", "same", in: theirs)
        try theirs.save()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let person = company.make("Person", "same", in: context)
        person.age = 10
        let save = SlicedSaving(context)
        for _ in 0..<count where !save.isOver { save.next() }
        // The new one goes, and its values are the other's then.
        if person.managedObjectContext != nil { person.age = 99 }
        let isSet = person.managedObjectContext != nil
        try save.finish()
        try context.save()
        #expect(try company.read(known.objectID, \.age) == (isSet ? 99 : 10))
        #expect(try company.context().count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 1)
        #expect(!context.hasChanges)
    }
}
