import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Children of children, deletions and links, where another context has saved an object since a child read it.
@Suite struct StaleGrandchildContextTests {
    private let row: StaleRow
    private let (company, root, identity): (Company, NSManagedObjectContext, NSManagedObjectID)

    init() throws {
        row = try StaleRow()
        (company, root, identity) = (row.company, row.root, row.identity)
    }

    // MARK: Depth

    @Test(arguments: [nil, 0, 1, 2] as [Int?], [990, 1_100])
    func `a grandchild's conflict goes up to the store, unless a context above it has merged`(
        _ merging: Int?, _ age: Int
    ) throws {
        let middle = root.child()
        let leaf = middle.child()
        let anna = leaf.object(with: identity)
        #expect(anna.age == 1_000)
        try row.saveElsewhere()
        if let merging { row.merge(.identities, into: [root, middle, leaf][merging]) }
        anna.age = age
        try leaf.save()
        try middle.save()
        let found = StaleRow.conflicts { try root.save() }
        #expect(found?.count == (merging == nil ? 1 : nil))
        #expect(try row.stored() == (merging == nil ? "Anna 1100" : "Anna \(age)"))
    }

    @Test func `saves through three levels meet no conflicts of their own`() throws {
        let middle = root.child()
        let leaf = middle.child()
        let sibling = middle.child()
        let (mine, yours) = (leaf.object(with: identity), sibling.object(with: identity))
        #expect(mine.age == 1_000 && yours.age == 1_000)
        for age in 1...3 {
            mine.age = age
            try leaf.save()
            try middle.save()
            try root.save()
        }
        yours.age = 4
        for context in [sibling, middle, root] { try context.save() }
        #expect(try row.stored() == "Anna 4")
    }

    @Test(arguments: [990, 1_100])
    func `with the option in the middle, what the leaf has read is compared with what the root has now`(
        _ age: Int
    ) throws {
        let middle = root.child()
        middle.detectsConflictsInParent = true
        let leaf = middle.child()
        let anna = leaf.object(with: identity)
        #expect(anna.age == 1_000)
        root.object(with: identity).age = 1_100
        anna.age = age
        try leaf.save()
        #expect(StaleRow.conflicts { try middle.save() }?.count == 1)
    }

    // MARK: Deletions

    @Test func `a leaf's change of an object that is new to it meets the conflict with its deletion`() throws {
        let middle = root.child()
        let leaf = middle.child()
        let bert = company.make("Person", "Bert", in: leaf)
        for context in [leaf, middle, root] { try context.save() }
        let people = try row.other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
        for person in people where person.title == "Bert" { row.other.delete(person) }
        try row.other.save()
        bert.age = 5
        for context in [leaf, middle] { try context.save() }
        #expect(StaleRow.conflicts { try root.save() }?.count == 1)
    }

    @Test(
        arguments: [
            (NSMergePolicyType.errorMergePolicyType, "Anna 1100"), (.rollbackMergePolicyType, "Anna 1100"),
            (.overwriteMergePolicyType, nil), (.mergeByPropertyObjectTrumpMergePolicyType, nil),
            (.mergeByPropertyStoreTrumpMergePolicyType, "Anna 1100"),
        ] as [(NSMergePolicyType, String?)])
    func `a child's deletion of what has changed since is a conflict`(_ type: NSMergePolicyType, result: String?) throws
    {
        root.mergePolicy = NSMergePolicy(merge: type)
        let child = root.child()
        let anna = child.object(with: identity)
        #expect(anna.age == 1_000)
        try row.saveElsewhere()
        child.delete(anna)
        try child.save()
        let found = StaleRow.conflicts { try root.save() }
        #expect(found?.count == (type == .errorMergePolicyType ? 1 : nil))
        #expect((try? row.stored()) == result)
    }

    @Test(
        arguments: [
            (NSMergePolicyType.errorMergePolicyType, nil), (.rollbackMergePolicyType, nil),
            (.overwriteMergePolicyType, "Anna 990"), (.mergeByPropertyObjectTrumpMergePolicyType, "Anna 990"),
            (.mergeByPropertyStoreTrumpMergePolicyType, nil),
        ] as [(NSMergePolicyType, String?)])
    func `a child's change of what is deleted since is a conflict`(_ type: NSMergePolicyType, result: String?) throws {
        root.mergePolicy = NSMergePolicy(merge: type)
        let child = root.child()
        let anna = child.object(with: identity)
        anna.age = 990
        try row.saveElsewhere { row.other.delete($0) }
        try child.save()
        let found = StaleRow.conflicts { try root.save() }
        #expect(found?.count == (type == .errorMergePolicyType ? 1 : nil))
        #expect(found?.first.map { $0.newVersionNumber == 0 && $0.cachedSnapshot == nil } ?? true)
        #expect((try? row.stored()) == result)
    }

    @Test func `what the parent has merged as deleted stays deleted`() throws {
        let child = root.child()
        let anna = child.object(with: identity)
        anna.age = 990
        try row.saveElsewhere { row.other.delete($0) }
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectIDsKey: [identity]], into: [root])
        try child.save()
        try root.save()
        #expect((try? row.stored()) == nil)
    }

    @Test func `what the parent itself has deleted and saved stays deleted`() throws {
        let child = root.child()
        let anna = child.object(with: identity)
        anna.age = 990
        root.delete(root.object(with: identity))
        try root.save()
        try child.save()
        try root.save()
        #expect((try? row.stored()) == nil)
    }

    // MARK: Links

    @Test(arguments: ["department", "badge", "projects", "reports"])
    func `a change of links is based on the row that the child has read`(_ key: String) throws {
        let isToMany = ["projects", "reports"].contains(key)
        let child = root.child()
        let anna = child.object(with: identity)
        #expect(anna.age == 1_000 && anna.names(key).isEmpty)
        try row.saveElsewhere()
        let entity = ["department": "Department", "badge": "Badge", "projects": "Project", "reports": "Person"][key]!
        let new = company.make(entity, "New", in: child)
        switch key {
        case "projects": anna.mutableOrderedSetValue(forKey: key).add(new)
        case "reports": anna.add(new, to: key)
        default: anna[key] = new
        }
        try child.save()
        #expect(StaleRow.conflicts { try root.save() }?.contains { $0.sourceObject.objectID == identity } == true)
        root.refresh(root.object(with: identity), mergeChanges: true)
        try root.save()
        let names = try company.read(identity) { isToMany ? $0.names(key) : [$0[key]?.title ?? "-"] }
        #expect(try names == ["New"] && row.stored() == "Anna 1100")
    }

    @Test func `what a child only looks at is compared with the row that it has read`() throws {
        let child = root.child()
        let anna = child.object(with: identity)
        #expect(anna.age == 1_000)
        child.detectConflicts(for: anna)
        company.make("Person", "Bert", in: child)
        try row.saveElsewhere()
        try child.save()
        let found = StaleRow.conflicts { try root.save() }
        #expect(found?.map(\.sourceObject.objectID) == [identity])
    }
}
