import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// What becomes of an object that two contexts have changed.
@Suite struct MergePolicyContextTests {
    /// Two contexts with the same object, whose name and age the other one has changed and saved.
    private struct Bench {
        let company = Company()
        let mine: NSManagedObjectContext
        let theirs: NSManagedObjectContext
        let anna: NSManagedObject
        let copy: NSManagedObject

        init() throws {
            (mine, theirs) = (company.context(), company.context())
            anna = company.make("Person", "Anna", in: mine)
            anna.setValue(30, forKey: "age")
            try mine.save()
            copy = try theirs.existingObject(with: anna.objectID)
        }

        /// What the store has.
        func stored() -> String {
            let context = company.context()
            return withExtendedLifetime(context) {
                (try? context.existingObject(with: anna.objectID)).map(Self.text) ?? "nothing"
            }
        }

        static func text(_ object: NSManagedObject) -> String {
            "\(object.title) \(object.value(forKey: "age") as? Int ?? -1)"
        }
    }

    @Test(arguments: [
        // Mine: another name. Theirs: another name and another age.
        (NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, "Anne 40"),
        (.mergeByPropertyStoreTrumpMergePolicyType, "Anni 40"), (.overwriteMergePolicyType, "Anne 30"),
        (.rollbackMergePolicyType, "Anni 40"),
    ])
    func `a change meets another change`(type: NSMergePolicyType, expected: String) throws {
        let bench = try Bench()
        bench.anna.setValue("Anne", forKey: "name")
        bench.copy.setValue("Anni", forKey: "name")
        bench.copy.setValue(40, forKey: "age")
        try bench.theirs.save()
        bench.mine.mergePolicy = NSMergePolicy(merge: type)
        try bench.mine.save()
        #expect(Bench.text(bench.anna) == expected)
        #expect(bench.stored() == expected)
        #expect(!bench.mine.hasChanges)
    }

    @Test func `without a policy the save fails, and says what is in conflict`() throws {
        let bench = try Bench()
        bench.anna.setValue("Anne", forKey: "name")
        bench.copy.setValue("Anni", forKey: "name")
        try bench.theirs.save()
        let error = #expect(throws: NSError.self) { try bench.mine.save() }
        #expect(error?.code == 133_020)
        let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
        #expect(conflicts?.count == 1 && conflicts?[0].sourceObject === bench.anna)
        #expect(conflicts?[0].objectSnapshot?["name"] as? String == "Anne")
        #expect(conflicts?[0].cachedSnapshot?["name"] as? String == "Anni")
        #expect(bench.mine.hasChanges && bench.anna.title == "Anne" && bench.stored() == "Anni 30")
    }

    @Test(arguments: [
        (NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, "Anne 30"),
        (.mergeByPropertyStoreTrumpMergePolicyType, "nothing"), (.overwriteMergePolicyType, "Anne 30"),
        (.rollbackMergePolicyType, "nothing"),
    ])
    func `a change meets a deletion`(type: NSMergePolicyType, expected: String) throws {
        let bench = try Bench()
        bench.anna.setValue("Anne", forKey: "name")
        bench.theirs.delete(bench.copy)
        try bench.theirs.save()
        bench.mine.mergePolicy = NSMergePolicy(merge: type)
        try bench.mine.save()
        #expect(bench.stored() == expected)
        #expect(!bench.mine.hasChanges)
    }

    @Test(arguments: [
        (NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, "nothing"),
        (.mergeByPropertyStoreTrumpMergePolicyType, "Anni 30"), (.overwriteMergePolicyType, "nothing"),
        (.rollbackMergePolicyType, "Anni 30"),
    ])
    func `a deletion meets a change`(type: NSMergePolicyType, expected: String) throws {
        let bench = try Bench()
        bench.mine.delete(bench.anna)
        bench.copy.setValue("Anni", forKey: "name")
        try bench.theirs.save()
        bench.mine.mergePolicy = NSMergePolicy(merge: type)
        try bench.mine.save()
        #expect(bench.stored() == expected)
        #expect(!bench.mine.hasChanges)
    }

    @Test func `a policy of the program's may resolve by itself`() throws {
        final class Joining: NSMergePolicy {
            override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
                let names = list.map {
                    ($0.objectSnapshot?["name"] as? String ?? "", $0.cachedSnapshot?["name"] as? String ?? "")
                }
                try super.resolve(optimisticLockingConflicts: list)
                for (conflict, name) in zip(list, names) {
                    conflict.sourceObject.setValue("\(name.0)+\(name.1)", forKey: "name")
                }
            }
        }
        let bench = try Bench()
        bench.anna.setValue("Anne", forKey: "name")
        bench.copy.setValue("Anni", forKey: "name")
        try bench.theirs.save()
        bench.mine.mergePolicy = Joining(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        try bench.mine.save()
        #expect(bench.stored() == "Anne+Anni 30")
    }

    /// Overrides the one method that there was before there were constraints.
    private final class Counting: NSMergePolicy {
        var kinds: [String] = []
        override func resolve(mergeConflicts list: [Any]) throws {
            kinds += list.map { "\(type(of: $0))" }
            try super.resolve(mergeConflicts: list)
        }
    }

    @Test func `a policy that overrides the method for all conflicts alone is asked by a save`() throws {
        let bench = try Bench()
        bench.copy.setValue(40, forKey: "age")
        try bench.theirs.save()
        bench.anna.setValue("Anne", forKey: "name")
        let policy = Counting(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        bench.mine.mergePolicy = policy
        try bench.mine.save()
        #expect(policy.kinds == ["NSMergeConflict"] && bench.stored() == "Anne 40")
    }

    @Test func `a policy that overrides the method for all conflicts alone is asked about constraints`() throws {
        let company = Company(unique: ["Project": [["name"]]])
        let context = company.context()
        for _ in 0..<2 { company.make("Project", "X", in: context) }
        let policy = Counting(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        context.mergePolicy = policy
        try context.save()
        #expect(policy.kinds == ["NSConstraintConflict"])
    }
}
