import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Objects that are not changed, and must not have been changed by others.
@Suite struct DetectConflictsContextTests {
    /// Two contexts with Anna and Bert; the other one can change Anna.
    private struct Bench {
        let company = Company()
        let (mine, theirs): (NSManagedObjectContext, NSManagedObjectContext)
        let (anna, bert): (NSManagedObject, NSManagedObject)

        init() throws {
            (mine, theirs) = (company.context(), company.context())
            (anna, bert) = (company.make("Person", "Anna", in: mine), company.make("Person", "Bert", in: mine))
            try mine.save()
        }

        func changeTheirs(deleting: Bool = false) throws {
            let copy = try theirs.existingObject(with: anna.objectID)
            deleting ? theirs.delete(copy) : copy.setValue("Anni", forKey: "name")
            try theirs.save()
        }
    }

    @Test(arguments: [false, true])
    func `a save fails if somebody else has changed or deleted what it looks at`(deleting: Bool) throws {
        let bench = try Bench()
        bench.mine.detectConflicts(for: bench.anna)
        try bench.changeTheirs(deleting: deleting)
        bench.bert.setValue("Berti", forKey: "name")
        let error = #expect(throws: CocoaError.self) { try bench.mine.save() }
        let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
        #expect(error?.code == .managedObjectMerge && conflicts?.map(\.sourceObject) == [bench.anna])
        #expect(bench.bert.hasChanges)
        #expect(try bench.company.read(bench.bert.objectID) { $0.title } == "Bert")
    }

    @Test func `it is looked at by the next save alone, and by none that has nothing to save`() throws {
        let bench = try Bench()
        bench.mine.detectConflicts(for: bench.anna)
        bench.mine.detectConflicts(for: bench.anna)
        try bench.mine.save()
        bench.bert.setValue("Berti", forKey: "name")
        try bench.mine.save()
        #expect(bench.mine.core.pendingChanges.locked.isEmpty)
        try bench.changeTheirs()
        bench.bert.setValue("Bert", forKey: "name")
        try bench.mine.save()
        bench.mine.detectConflicts(for: bench.bert)
        bench.mine.rollback()
        #expect(bench.mine.core.pendingChanges.locked.isEmpty)
    }

    @Test(arguments: [
        (NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, "Anni"),
        (.mergeByPropertyStoreTrumpMergePolicyType, "Anni"), (.rollbackMergePolicyType, "Anni"),
        (.overwriteMergePolicyType, "Anna"),
    ])
    func `a merge policy resolves it`(type: NSMergePolicyType, expected: String) throws {
        let bench = try Bench()
        bench.mine.mergePolicy = NSMergePolicy(merge: type)
        bench.mine.detectConflicts(for: bench.anna)
        try bench.changeTheirs()
        bench.bert.setValue("Berti", forKey: "name")
        try bench.mine.save()
        #expect(bench.anna.title == expected && !bench.mine.hasChanges)
        #expect(try bench.company.read(bench.anna.objectID) { $0.title } == expected)
    }

    @Test func `what a child looks at is looked at by its parent's save`() throws {
        let bench = try Bench()
        let child = bench.mine.child()
        child.detectConflicts(for: child.object(with: bench.anna.objectID))
        child.object(with: bench.bert.objectID).setValue("Berti", forKey: "name")
        try child.save()
        try bench.changeTheirs()
        #expect(throws: CocoaError.self) { try bench.mine.save() }
    }

    @Test func `an object of another context stops the program with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let bench = try Bench()
            bench.theirs.detectConflicts(for: bench.anna)
        }
        #expect(result?.errorText.contains("Conflicts of x-coredata://") == true)
    }
}
