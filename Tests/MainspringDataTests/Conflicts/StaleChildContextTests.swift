import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Children that save changes of an object which another context has saved since they read it.
@Suite struct StaleChildContextTests {
    /// The state of the parent's object when the child saves.
    enum Holding: CaseIterable {
        case unregistered, fault, readBefore, readAfter
    }

    private let row: StaleRow
    private let (company, root, identity): (Company, NSManagedObjectContext, NSManagedObjectID)

    init() throws {
        row = try StaleRow()
        (company, root, identity) = (row.company, row.root, row.identity)
    }

    // MARK: Conflicts

    @Test(arguments: Holding.allCases)
    func `a child's save overwrites its parent, whose save into the store meets the conflict`(_ holding: Holding) throws
    {
        var held: NSManagedObject?
        func hold() { held = root.object(with: identity) }
        switch holding {
        case .unregistered, .readAfter: break
        case .fault: hold()
        case .readBefore:
            hold()
            #expect(held?.age == 1_000)
        }
        let child = root.child()
        let anna = child.object(with: identity)
        #expect(anna.age == 1_000)
        try row.saveElsewhere()
        if holding == .readAfter {
            hold()
            #expect(held?.age == 1_100)
        }
        anna.age = 990
        try child.save()
        let mine = root.object(with: identity)
        #expect(mine.age == 990 && mine.hasChanges)
        let conflict = StaleRow.conflicts { try root.save() }?.first
        #expect(conflict?.sourceObject === mine && conflict?.oldVersionNumber == 1 && conflict?.newVersionNumber == 2)
        #expect(conflict?.objectSnapshot?["age"] as? Int == 990 && conflict?.cachedSnapshot?["age"] as? Int == 1_100)
        #expect(try row.stored() == "Anna 1100")
        root.refresh(mine, mergeChanges: true)
        try root.save()
        #expect(try row.stored() == "Anna 990")
    }

    @Test(arguments: [
        (NSMergePolicyType.rollbackMergePolicyType, "Anne 1100"), (.overwriteMergePolicyType, "Anne 990"),
        (.mergeByPropertyObjectTrumpMergePolicyType, "Anne 990"),
        (.mergeByPropertyStoreTrumpMergePolicyType, "Anne 1100"),
    ])
    func `the parent's merge policy resolves the conflict`(_ type: NSMergePolicyType, result: String) throws {
        root.mergePolicy = NSMergePolicy(merge: type)
        let child = root.child()
        let anna = child.object(with: identity)
        anna.age = 990
        try row.saveElsewhere(StaleRow.changeBoth)
        try child.save()
        try root.save()
        #expect(try row.stored() == result)
        let mine = root.object(with: identity)
        #expect("\(mine.title) \(mine.age)" == result && !root.hasChanges)
    }

    @Test(arguments: [false, true])
    func `a child that has read an object before its first save meets the conflict as well`(isDeleted: Bool) throws {
        let bert = company.make("Person", "Bert", in: root)
        let child = root.child()
        let same = child.object(with: bert.objectID)
        #expect(same.title == "Bert")
        try root.save()
        let saved = bert.objectID
        root.reset()
        let elsewhere = row.other.object(with: saved)
        if isDeleted { row.other.delete(elsewhere) } else { elsewhere.rename("Berta") }
        try row.other.save()
        same.age = 990
        try child.save()
        let conflict = StaleRow.conflicts { try root.save() }?.first
        #expect(conflict?.oldVersionNumber == 1 && conflict?.newVersionNumber == (isDeleted ? 0 : 2))
    }

    @Test func `a change of an object that was never saved, and is gone from the parent, goes with it`() throws {
        let bert = company.make("Person", "Bert", in: root)
        let child = root.child()
        let same = child.object(with: bert.objectID)
        #expect(same.title == "Bert")
        root.rollback()
        same.age = 990
        try child.save()
        #expect(!root.hasChanges)
        try root.save()
    }

    @Test(arguments: [false, true])
    func `a save of the parent's own on a later row does not hide that row from the child`(isSiblings: Bool) throws {
        let child = root.child()
        let anna = child.object(with: identity)
        #expect(anna.age == 1_000)
        try row.saveElsewhere()
        let reader = isSiblings ? root.child() : root
        let later = reader.object(with: identity)
        #expect(later.age == 1_100)
        later.rename("Anne")
        if isSiblings { try reader.save() }
        try root.save()
        anna.age = 990
        try child.save()
        #expect(StaleRow.conflicts { try root.save() }?.count == 1)
        #expect(try row.stored() == "Anne 1100")
    }

    @Test func `a policy by which the store wins counts each property that the child has changed, in each save`() throws
    {
        root.mergePolicy = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
        let child = root.child()
        let anna = child.object(with: identity)
        #expect(anna.age == 1_000)
        try row.saveElsewhere(StaleRow.changeBoth)
        anna.age = 990
        try child.save()
        anna.rename("Anni")
        try child.save()
        try root.save()
        #expect(try row.stored() == "Anne 1100")
    }

    @Test func `a change of another property of the row is a conflict too`() throws {
        let child = root.child()
        let anna = child.object(with: identity)
        anna.age = 990
        try row.saveElsewhere { $0.rename("Anne") }
        try child.save()
        #expect(StaleRow.conflicts { try root.save() }?.count == 1)
    }

    @Test func `the parent has the later values with the child's changes, and a rollback leaves the later ones`() throws
    {
        let child = root.child()
        let anna = child.object(with: identity)
        anna.age = 990
        try row.saveElsewhere(StaleRow.changeBoth)
        try child.save()
        let mine = root.object(with: identity)
        #expect("\(mine.title) \(mine.age)" == "Anne 990")
        root.rollback()
        #expect("\(mine.title) \(mine.age)" == "Anne 1100" && !root.hasChanges)
        mine.age = 1_200
        try root.save()
        #expect(try row.stored() == "Anne 1200")
    }

    @Test func `the value that the child has read is saved too if the parent sets it again`() throws {
        let child = root.child()
        let anna = child.object(with: identity)
        anna.age = 990
        try row.saveElsewhere()
        try child.save()
        root.object(with: identity).age = 1_000
        #expect(StaleRow.conflicts { try root.save() }?.count == 1)
    }

    @Test(arguments: Holding.allCases)
    func `a value that another context has saved as well is a conflict all the same`(_ holding: Holding) throws {
        let held: NSManagedObject? = holding == .unregistered ? nil : root.object(with: identity)
        if holding == .readBefore { #expect(held?.age == 1_000) }
        let child = root.child()
        let anna = child.object(with: identity)
        // Both count up by 100.
        anna.age += 100
        try row.saveElsewhere { $0.age += 100 }
        if holding == .readAfter { #expect(held?.age == 1_100) }
        try child.save()
        let mine = root.object(with: identity)
        #expect(mine.isUpdated)
        #expect(StaleRow.conflicts { try root.save() }?.count == 1)
        root.refresh(mine, mergeChanges: false)
        mine.age += 100
        try root.save()
        #expect(try row.stored() == "Anna 1200")
    }

    @Test func `a value that the parent has merged already leaves nothing to save`() throws {
        let child = root.child()
        let anna = child.object(with: identity)
        #expect(anna.age == 1_000)
        try row.saveElsewhere()
        let mine = root.object(with: identity)
        #expect(mine.age == 1_100)
        row.merge(.refresh, into: root)
        anna.age = 1_100
        try child.save()
        #expect(!root.hasChanges)
        try root.save()
    }

    @Test func `each of several children brings its conflict`() throws {
        let children = [root.child(), root.child()]
        let copies = children.map { $0.object(with: identity) }
        copies[0].age = 990
        copies[1].rename("Anni")
        try row.saveElsewhere()
        try children[1].save()
        try children[0].save()
        let conflict = StaleRow.conflicts { try root.save() }?.first
        #expect(
            conflict?.objectSnapshot?["age"] as? Int == 990 && conflict?.objectSnapshot?["name"] as? String == "Anni")
        #expect(try row.stored() == "Anna 1100")
    }

    // MARK: Merges

    @Test(arguments: StaleRow.Merge.allCases, Holding.allCases)
    func `a merge into the parent before the child's save leaves no conflict`(
        _ kind: StaleRow.Merge, _ holding: Holding
    ) throws {
        let held: NSManagedObject? = holding == .unregistered ? nil : root.object(with: identity)
        if holding == .readBefore { #expect(held?.age == 1_000) }
        let child = root.child()
        let anna = child.object(with: identity)
        #expect(anna.age == 1_000)
        try row.saveElsewhere()
        if holding == .readAfter { #expect(held?.age == 1_100) }
        row.merge(kind, into: root)
        anna.age = 990
        try child.save()
        try root.save()
        #expect(try row.stored() == "Anna 990")
    }

    @Test(arguments: StaleRow.Merge.allCases.filter { $0 != .drop })
    func `a merge between the child's save and the parent's leaves no conflict`(_ kind: StaleRow.Merge) throws {
        let child = root.child()
        let anna = child.object(with: identity)
        anna.age = 990
        try row.saveElsewhere()
        try child.save()
        row.merge(kind, into: root)
        #expect(root.object(with: identity).age == 990)
        try root.save()
        #expect(try row.stored() == "Anna 990")
    }

    @Test(arguments: StaleRow.Merge.allCases)
    func `a merge does not answer for what is saved after it`(_ kind: StaleRow.Merge) throws {
        let child = root.child()
        let anna = child.object(with: identity)
        #expect(anna.age == 1_000)
        try row.saveElsewhere()
        row.merge(kind, into: root)
        try row.saveElsewhere { $0.age = 1_200 }
        anna.age = 990
        try child.save()
        let conflict = StaleRow.conflicts { try root.save() }?.first
        #expect(conflict?.oldVersionNumber == 2 && conflict?.newVersionNumber == 3)
        #expect(try row.stored() == "Anna 1200")
    }

    @Test func `a parent that merges by itself leaves no conflict`() throws {
        let parent = NSManagedObjectContext(.privateQueue)
        parent.persistentStoreCoordinator = company.coordinator
        parent.automaticallyMergesChangesFromParent = true
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = parent
        let anna = child.performAndWait { Unchecked(child.object(with: identity)) }
        #expect(child.performAndWait { anna.value.age } == 1_000)
        try row.saveElsewhere()
        parent.performAndWait {}
        try child.performAndWait { () throws in
            anna.value.age = 990
            try child.save()
        }
        try parent.performAndWait { () throws in try parent.save() }
        #expect(try row.stored() == "Anna 990")
    }

    @Test func `a child that merges itself has no conflict of its own left`() throws {
        let child = root.child()
        let anna = child.object(with: identity)
        anna.age = 990
        try row.saveElsewhere()
        child.refresh(anna, mergeChanges: true)
        try child.save()
        try root.save()
        #expect(try row.stored() == "Anna 990")
    }

    // MARK: No conflicts

    @Test func `what the parent itself saves is no conflict for its children`() throws {
        let children = [root.child(), root.child()]
        let copies = children.map { $0.object(with: identity) }
        for copy in copies { #expect(copy.age == 1_000) }
        for age in 1...3 {
            copies[0].age = age
            try children[0].save()
            try root.save()
            // The parent's object has been released.
            copies[1].age = 10 + age
            try children[1].save()
            try root.save()
        }
        root.object(with: identity).rename("Anne")
        try root.save()
        copies[0].age = 4
        try children[0].save()
        try root.save()
        #expect(try row.stored() == "Anne 4")
    }

    @Test func `a new object of a child is saved again and again without a conflict`() throws {
        let child = root.child()
        let bert = company.make("Person", "Bert", in: child)
        for age in 1...4 {
            bert.age = age
            try child.save()
            try root.save()
        }
        root.object(with: bert.objectID).rename("Berta")
        try root.save()
        bert.age = 5
        try child.save()
        try root.save()
        #expect(try company.read(child.object(with: bert.objectID).objectID) { "\($0.title) \($0.age)" } == "Berta 5")
    }

    @Test func `a new object that another context has changed since meets the conflict`() throws {
        let child = root.child()
        let bert = company.make("Person", "Bert", in: child)
        try child.save()
        try root.save()
        let copy = try row.other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")).first {
            $0.title == "Bert"
        }
        copy?.age = 1
        try row.other.save()
        bert.age = 2
        try child.save()
        #expect(StaleRow.conflicts { try root.save() }?.count == 1)
    }
}
