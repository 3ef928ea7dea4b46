import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@_spi(Tools) @testable import MainspringData

/// Children that are to meet the conflicts of what they save into their parent.
@Suite struct ParentConflictContextTests {
    private let company = Company(ordered: ["projects"])
    private let root: NSManagedObjectContext
    private let child: NSManagedObjectContext
    private let (anna, mine): (NSManagedObject, NSManagedObject)

    init() throws {
        root = company.context()
        anna = company.make("Person", "Anna", in: root)
        anna.age = 1_000
        try root.save()
        child = root.child()
        child.detectsConflictsInParent = true
        mine = child.object(with: anna.objectID)
        #expect(mine.age == 1_000)
    }

    private var state: String { "\(anna.title) \(anna.age)" }

    @Test func `without the option a child overwrites what its parent has changed`() throws {
        child.detectsConflictsInParent = false
        mine.age = 990
        anna.age = 1_100
        try child.save()
        #expect(state == "Anna 990" && !root.child().detectsConflictsInParent)
    }

    /// The parent's action after the child has read.
    enum Change: CaseIterable {
        case nothing, value, otherValue, savedValue, valueOfSibling, valueInStore, deletion, savedOnly
    }

    private func apply(_ change: Change) throws {
        switch change {
        case .nothing: break
        case .value: anna.age = 1_100
        case .otherValue: anna.rename("Anne")
        case .savedValue:
            anna.age = 1_100
            try root.save()
        case .valueOfSibling:
            let sibling = root.child()
            sibling.object(with: anna.objectID).age = 1_100
            try sibling.save()
        case .valueInStore:
            let other = company.context()
            other.object(with: anna.objectID).age = 1_100
            try other.save()
            root.refresh(anna, mergeChanges: false)
        case .deletion: root.delete(anna)
        case .savedOnly:
            for age in [1, 1_000] {
                anna.age = age
                try root.save()
            }
        }
    }

    @Test(arguments: Change.allCases)
    func `a child's save is refused if the parent's object has other values than the child has read`(
        _ change: Change
    ) throws {
        try apply(change)
        mine.age = 990
        let found = StaleRow.conflicts { try child.save() }
        guard change != .nothing, change != .savedOnly else {
            #expect(found == nil && state == "Anna 990")
            return try root.save()
        }
        #expect(found?.first?.sourceObject === mine && found?.first?.objectSnapshot?["age"] as? Int == 990)
        #expect(child.hasChanges && mine.age == 990)
        guard change != .deletion else {
            return #expect(found?.first.map { $0.newVersionNumber == 0 && $0.cachedSnapshot == nil } == true)
        }
        #expect(found?.first?.cachedSnapshot?["age"] as? Int == anna.age && anna.age != 990)
        child.refresh(mine, mergeChanges: true)
        try child.save()
        #expect(anna.age == 990)
        try root.save()
    }

    @Test(arguments: [
        (NSMergePolicyType.rollbackMergePolicyType, "Anne 1100"), (.overwriteMergePolicyType, "Anna 990"),
        (.mergeByPropertyObjectTrumpMergePolicyType, "Anne 990"),
        (.mergeByPropertyStoreTrumpMergePolicyType, "Anne 1100"),
    ])
    func `the child's merge policy resolves the conflict with the parent`(
        _ type: NSMergePolicyType, result: String
    ) throws {
        child.mergePolicy = NSMergePolicy(merge: type)
        mine.age = 990
        anna.age = 1_100
        anna.rename("Anne")
        try child.save()
        #expect(state == result && "\(mine.title) \(mine.age)" == result && !child.hasChanges)
        try root.save()
        #expect(try company.read(anna.objectID) { "\($0.title) \($0.age)" } == result)
    }

    @Test func `a deletion of what the parent has changed is refused, and one of what it has deleted is not`() throws {
        anna.age = 1_100
        child.delete(mine)
        #expect(StaleRow.conflicts { try child.save() }?.count == 1 && !anna.isDeleted)
        root.delete(anna)
        root.processPendingChanges()
        try child.save()
        try root.save()
    }

    @Test(arguments: ["projects", "reports"])
    func `members that the parent has changed as well are a conflict`(_ key: String) throws {
        let entity = key == "projects" ? "Project" : "Person"
        func add(_ name: String, to object: NSManagedObject, in context: NSManagedObjectContext) {
            let new = company.make(entity, name, in: context)
            if key == "projects" {
                object.mutableOrderedSetValue(forKey: key).add(new)
            } else {
                object.add(new, to: key)
            }
        }
        #expect(mine.names(key) == [])
        add("Mine", to: mine, in: child)
        add("Yours", to: anna, in: root)
        #expect(StaleRow.conflicts { try child.save() }?.count == 1)
        child.refresh(mine, mergeChanges: true)
        try child.save()
        #expect(anna.names(key).sorted() == ["Mine", "Yours"])
    }

    @Test func `what a child relies on is compared too`() throws {
        child.detectConflicts(for: mine)
        company.make("Person", "Bert", in: child)
        anna.age = 1_100
        #expect(StaleRow.conflicts { try child.save() }?.first?.sourceObject === mine)
    }

    @Test func `new objects and repeated saves meet no conflict`() throws {
        let bert = company.make("Person", "Bert", in: child)
        for age in 1...3 {
            (bert.age, mine.age) = (age, age)
            try child.save()
            try root.save()
        }
        #expect(try company.read(anna.objectID) { $0.age } == 3)
    }

    @Test func `a save in slices is refused as a whole`() throws {
        let bert = company.make("Person", "Bert", in: child)
        mine.age = 990
        anna.age = 1_100
        #expect(StaleRow.conflicts { try SlicedSaving(child).finish() }?.count == 1)
        #expect(bert.isInserted && mine.hasChanges && !root.insertedObjects.contains { $0.title == "Bert" })
    }
}
