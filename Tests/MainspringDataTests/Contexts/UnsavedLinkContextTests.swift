import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import StoreFaults
import Testing

@testable import MainspringData

/// Fetches of what leads to an object, where so much is unsaved that the context remembers where links lead.
@Suite struct UnsavedLinkContextTests {
    private let company = Company()

    /// People of a department: with what is remembered, and, without a memory, one by one.
    private func people(of department: NSManagedObject, in context: NSManagedObjectContext) throws -> [String] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = NSPredicate(format: "department == %@", department)
        context.core.pendingChanges.leastMarked = 0
        let found = try context.fetch(request)
        context.core.pendingChanges.leastMarked = .max
        let expected = try context.fetch(request)
        #expect(found.count == expected.count && Set(found) == Set(expected))
        request.fetchLimit = 3
        context.core.pendingChanges.leastMarked = 0
        #expect(try context.fetch(request).count == min(3, expected.count))
        return expected.map(\.title).sorted()
    }

    @Test func `who has moved is found where he is, and not where he was`() throws {
        let context = company.context()
        let departments = ["A", "B"].map { company.make("Department", $0, in: context) }
        let people = (0..<10).map { company.make("Person", "\($0)", in: context) }
        for person in people { person["department"] = departments[0] }
        #expect(try self.people(of: departments[0], in: context).count == 10)
        people[3]["department"] = departments[1]
        people[4].setPrimitiveValue(nil, forKey: "department")
        departments[1].add(people[5], to: "people")
        #expect(try self.people(of: departments[1], in: context) == ["3", "5"])
        #expect(try self.people(of: departments[0], in: context) == ["0", "1", "2", "6", "7", "8", "9"])
        context.delete(people[0])
        #expect(try self.people(of: departments[0], in: context) == ["1", "2", "6", "7", "8", "9"])
    }

    @Test func `a destination is found under the key that a save has given it, and under the former one if that fails`()
        throws
    {
        let held = try HeldSave(company)
        let context = company.context()
        let department = company.make("Department", "A", in: context)
        for number in 0..<10 { company.make("Person", "\(number)", in: context)["department"] = department }
        #expect(try people(of: department, in: context).count == 10)
        held.faults.fail(at: 1, of: [.sync], isLasting: true)
        #expect(throws: (any Error).self) { try context.save() }
        held.faults.stopFailing()
        #expect(department.objectID.isTemporaryID)
        #expect(try people(of: department, in: context).count == 10)
        let saving = SlicedSaving(context)
        while !saving.isOver {
            if !saving.isAway { saving.next() }
            #expect(try people(of: department, in: context).count == 10)
        }
        try saving.finish()
        for person in context.registeredObjects where person.entity.name == "Person" { person.age = 7 }
        #expect(try people(of: department, in: context).count == 10)
    }

    @Test func `who leads to one that is no more is found as without a memory`() throws {
        let company = Company(rules: ["Department.people": .noActionDeleteRule])
        let context = company.context()
        let department = company.make("Department", "A", in: context)
        let people = (0..<3).map { company.make("Person", "\($0)", in: context) }
        for person in people { person["department"] = department }
        #expect(try self.people(of: department, in: context).count == 3)
        context.delete(department)
        context.processPendingChanges()
        _ = try self.people(of: department, in: context)
        people[0]["department"] = nil
        _ = try self.people(of: department, in: context)
    }

    @Test func `one whose link was read under a temporary identity is found by the later one`() throws {
        let root = company.context()
        let child = root.child()
        company.make("Person", "Anna", in: root)["department"] = company.make("Department", "S", in: root)
        let anna = try child.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))[0]
        let sales = try child.fetch(NSFetchRequest<NSManagedObject>(entityName: "Department"))[0]
        // That does not touch the link.
        anna.age = 1
        #expect(try people(of: sales, in: child) == ["Anna"])
        try root.save()
        #expect(try people(of: sales, in: child) == ["Anna"])
    }

    @Test(arguments: Seeds.first(20))
    func `random changes, saves and merges: what is remembered is what is`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (root, sibling) = (company.context(), company.context())
        let context = seed.isMultiple(of: 2) ? root : root.child()
        for each in [root, sibling, context] {
            each.retainsRegisteredObjects = true
            each.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        }
        context.undoManager = UndoManager()
        var departments = (0..<4).map { company.make("Department", "\($0)", in: context) }
        for number in 0..<10 { company.make("Person", "\(number)", in: context)["department"] = departments[0] }
        for step in 0..<120 {
            let people = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
            let (person, department) = (
                people.randomElement(using: &random), departments.randomElement(using: &random)!
            )
            switch Int.random(in: 0..<16, using: &random) {
            case 0...2: company.make("Manager", "new \(step)", in: context)["department"] = department
            case 3...5: person?["department"] = department
            case 6: person?["department"] = nil
            case 7: person.map { department.add($0, to: "people") }
            case 8: person.map { context.delete($0) }
            case 9:
                context.delete(department)
                departments.removeAll { $0 === department }
                departments.append(company.make("Department", "new \(step)", in: context))
            case 10: try context.save()
            case 11: context.undo()
            case 12: person.map { context.refresh($0, mergeChanges: Bool.random(using: &random)) }
            case 13:
                // Somebody else moves one who is saved.
                try root.save()
                guard let person, !person.objectID.isTemporaryID, !department.objectID.isTemporaryID,
                    let theirs = try? sibling.existingObject(with: person.objectID)
                else { break }
                theirs["department"] = try? sibling.existingObject(with: department.objectID)
                context.mergeChanges(fromContextDidSave: try Self.notice(of: sibling))
            case 14:
                let saving = SlicedSaving(context)
                try saving.finish(Int.random(in: 1...9, using: &random)) { () throws in
                    _ = try self.people(of: department, in: context)
                }
            default: if Bool.random(using: &random) { context.rollback() }
            }
            departments.removeAll { $0.managedObjectContext == nil || $0.isDeleted }
            if departments.isEmpty { departments.append(company.make("Department", "again \(step)", in: context)) }
            for department in departments { _ = try self.people(of: department, in: context) }
        }
    }

    /// Saves a context.
    private static func notice(of context: NSManagedObjectContext) throws -> Notification {
        nonisolated(unsafe) var notice = Notification(name: .NSManagedObjectContextDidSave, object: context)
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { notice = $0 }
        defer { NotificationCenter.default.removeObserver(observer) }
        try context.save()
        return notice
    }
}

private typealias NSPredicate = MainspringFoundation.NSPredicate
