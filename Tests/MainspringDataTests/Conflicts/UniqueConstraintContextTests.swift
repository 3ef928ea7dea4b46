import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Objects that must not have the same values.
@Suite struct UniqueConstraintContextTests {
    private let company = Company(unique: ["Project": [["name"]], "Badge": [["name", "age"]]])
    private let context: NSManagedObjectContext
    private let saved: NSManagedObject

    init() throws {
        context = company.context()
        saved = company.make("Project", "X", in: context)
        saved.age = 1
        saved.add(company.make("Person", "Anna", in: context), to: "members")
        try context.save()
    }

    /// What the store has of the projects.
    private func stored() throws -> [String] {
        let reader = company.context()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Project")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return try reader.fetch(request).map { "\($0.title) \($0.age) \($0.names("members").joined(separator: ","))" }
    }

    @Test func `without a policy the save fails, and says who has which values`() throws {
        let second = company.make("Project", "X", in: context)
        second.age = 2
        let error = try #require(failure { try context.save() })
        #expect(error.code == 133_021)
        let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
        let conflict = try #require(conflicts?.first)
        #expect(conflicts?.count == 1 && conflict.constraint == ["name"] && conflict.databaseObject === saved)
        #expect(conflict.constraintValues["name"] as? String == "X" && conflict.constraintValues.count == 1)
        #expect(conflict.conflictingObjects == [second] && conflict.databaseSnapshot?["age"] as? Int == 1)
        #expect(conflict.conflictingSnapshots.first?["age"] as? Int == 2)
        #expect(context.insertedObjects == [second])
        #expect(try stored() == ["X 1 Anna"])
    }

    @Test(arguments: [
        (NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, "X 2 Bert"),
        (.overwriteMergePolicyType, "X 2 Bert"), (.mergeByPropertyStoreTrumpMergePolicyType, "X 1 Anna"),
        (.rollbackMergePolicyType, "X 1 Anna"),
    ])
    func `a new object becomes the one in the store, or goes`(type: NSMergePolicyType, expected: String) throws {
        context.mergePolicy = NSMergePolicy(merge: type)
        let second = company.make("Project", "X", in: context)
        second.age = 2
        let bert = company.make("Person", "Bert", in: context)
        second.add(bert, to: "members")
        try context.save()
        #expect(try stored() == [expected])
        #expect(!context.hasChanges && second.managedObjectContext == nil)
        #expect("\(saved.title) \(saved.age) \(saved.names("members").joined(separator: ","))" == expected)
        #expect(bert.names("projects") == (expected.hasSuffix("Bert") ? ["X"] : []))
    }

    @Test(arguments: [
        (NSMergePolicyType.errorMergePolicyType, 2), (.mergeByPropertyObjectTrumpMergePolicyType, 1),
        (.overwriteMergePolicyType, 1), (.mergeByPropertyStoreTrumpMergePolicyType, 1), (.rollbackMergePolicyType, 1),
    ])
    func `of two new objects of one context one remains, unless nobody says which`(type: NSMergePolicyType, left: Int)
        throws
    {
        context.mergePolicy = NSMergePolicy(merge: type)
        for age in [5, 6] { company.make("Project", "Y", in: context).age = age }
        let error = failure { try context.save() }
        #expect((error?.code == 133_021) == (left == 2))
        if left == 2 {
            let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
            #expect(conflicts?.first?.conflictingObjects.count == 2 && conflicts?.first?.databaseObject == nil)
            #expect(context.insertedObjects.count == 2)
        } else {
            #expect(try stored().count == 2)
            #expect(!context.hasChanges)
        }
    }

    @Test func `three of one name leave one`() throws {
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        for age in [5, 6, 7] { company.make("Project", "X", in: context).age = age }
        try context.save()
        let left = try stored()
        #expect(left.count == 1 && ["X 5 Anna", "X 6 Anna", "X 7 Anna"].contains(left[0]))
    }

    @Test func `of several values all must be the same`() throws {
        for (name, age) in [("A", 1), ("A", 2), ("B", 1)] { company.make("Badge", name, in: context).age = age }
        try context.save()
        let last = company.make("Badge", "A", in: context)
        last.age = 2
        let error = failure { try context.save() }
        #expect(error?.code == 133_021)
        let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
        #expect(conflicts?.first?.constraint == ["name", "age"])
        last.setValue(nil, forKey: "age")
        try context.save()
        // Nothing is like nothing.
        let another = company.make("Badge", "A", in: context)
        another.setValue(nil, forKey: "age")
        try context.save()
    }

    @Test func `a changed object is in conflict like a new one`() throws {
        let second = company.make("Project", "Y", in: context)
        try context.save()
        second.rename("X")
        #expect(failure { try context.save() }?.code == 133_021)
        #expect(context.updatedObjects == [second])
        // Where they change places nobody is in conflict.
        saved.rename("Y")
        try context.save()
        #expect(try stored() == ["X 0 ", "Y 1 Anna"])
    }

    @Test func `a value that a save gives up is free in it`() throws {
        context.delete(saved)
        company.make("Project", "X", in: context)
        try context.save()
        #expect(try stored() == ["X 0 "])
    }

    @Test func `a child's objects meet the constraint where they are saved into the store`() throws {
        let child = context.child()
        company.make("Project", "X", in: child)
        try child.save()
        #expect(failure { try context.save() }?.code == 133_021)
        context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
        try context.save()
        #expect(try stored() == ["X 1 Anna"])
    }

    @Test(arguments: [
        (NSMergePolicyType.rollbackMergePolicyType, ["X 1 Anna", "Y 5 Bert"]),
        (.mergeByPropertyStoreTrumpMergePolicyType, ["X 1 Anna", "Y 7 Bert"]),
        (.mergeByPropertyObjectTrumpMergePolicyType, ["X 7 Bert"]), (.overwriteMergePolicyType, ["X 7 Bert"]),
    ])
    func `a changed object that takes another one's value gives it back, or stands in that one's place`(
        type: NSMergePolicyType, expected: [String]
    ) throws {
        let second = company.make("Project", "Y", in: context)
        second.age = 5
        second.add(company.make("Person", "Bert", in: context), to: "members")
        try context.save()
        context.mergePolicy = NSMergePolicy(merge: type)
        second.rename("X")
        second.age = 7
        try context.save()
        #expect(try stored() == expected)
        #expect(!context.hasChanges)
        #expect("\(second.title) \(second.age) \(second.names("members").joined(separator: ","))" == expected.last)
        #expect((saved.managedObjectContext == nil) == (expected.count == 1))
    }

    @Test(arguments: [
        (NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, "X 0 Anna"), (.overwriteMergePolicyType, "X 0 "),
    ])
    func `what a changed object does not have it takes from the one that goes, unless it overwrites`(
        type: NSMergePolicyType, expected: String
    ) throws {
        let second = company.make("Project", "Y", in: context)
        try context.save()
        context.mergePolicy = NSMergePolicy(merge: type)
        second.rename("X")
        try context.save()
        #expect(try stored() == [expected])
    }

    @Test(arguments: [
        (NSMergePolicyType.rollbackMergePolicyType, "X 3 Anna"),
        (.mergeByPropertyStoreTrumpMergePolicyType, "X 3 Anna"),
        (.mergeByPropertyObjectTrumpMergePolicyType, "X 2 Anna"), (.overwriteMergePolicyType, "X 2 "),
    ])
    func `an object that has its value in the store has it there though it is changed otherwise`(
        type: NSMergePolicyType, expected: String
    ) throws {
        context.mergePolicy = NSMergePolicy(merge: type)
        saved.age = 3
        company.make("Project", "X", in: context).age = 2
        try context.save()
        #expect(try stored() == [expected])
        #expect(!context.hasChanges)
    }

    @Test(arguments: [
        NSMergePolicyType.rollbackMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType,
        .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType,
    ])
    func `of two changed objects that take one value one has it`(type: NSMergePolicyType) throws {
        for name in ["Y", "Z"] { company.make("Project", name, in: context) }
        try context.save()
        context.mergePolicy = NSMergePolicy(merge: type)
        for project in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Project")) where project !== saved
        {
            project.rename("W")
        }
        try context.save()
        let left = try stored()
        #expect(left == ["W 0 ", "X 1 Anna", "Z 0 "] || left == ["W 0 ", "X 1 Anna", "Y 0 "])
        #expect(!context.hasChanges)
    }
}
