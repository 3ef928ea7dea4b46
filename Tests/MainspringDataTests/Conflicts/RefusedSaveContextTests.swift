import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// What the error policy says of each kind of conflict, and what is left.
@Suite struct RefusedSaveContextTests {
    private let company = Company()
    private let (mine, theirs): (NSManagedObjectContext, NSManagedObjectContext)
    private let (anna, copy): (NSManagedObject, NSManagedObject)

    init() throws {
        (mine, theirs) = (company.context(), company.context())
        anna = company.make("Person", "Anna", in: mine)
        try mine.save()
        copy = try theirs.existingObject(with: anna.objectID)
    }

    private enum Change: String, CaseIterable {
        case update, delete

        func make(_ object: NSManagedObject, _ name: String) {
            switch self {
            case .update: object.rename(name)
            case .delete: object.managedObjectContext?.delete(object)
            }
        }
    }

    @Test(arguments: Change.allCases, Change.allCases)
    private func `the error names the object, both versions and both states, and nothing is lost`(
        mine own: Change, theirs other: Change
    ) throws {
        own.make(anna, "Anne")
        other.make(copy, "Anni")
        try theirs.save()
        guard own != .delete || other != .delete else {
            // Both want the same.
            return try mine.save()
        }
        for _ in 0..<2 {
            let error = try #require(failure { try mine.save() })
            #expect(error.code == 133_020)
            let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
            let conflict = try #require(conflicts?.first)
            #expect(conflicts?.count == 1 && conflict.sourceObject === anna && conflict.oldVersionNumber == 1)
            #expect(conflict.newVersionNumber == (other == .delete ? 0 : 2))
            #expect(conflict.objectSnapshot?["name"] as? String == (own == .delete ? nil : "Anne"))
            #expect(conflict.cachedSnapshot?["name"] as? String == (other == .delete ? nil : "Anni"))
            #expect(mine.hasChanges && anna.isDeleted == (own == .delete))
        }
        let stored = try? company.read(anna.objectID) { $0.title }
        #expect(stored == (other == .delete ? nil : "Anni"))
        mine.rollback()
        try mine.save()
    }

    @Test func `an object that was merged is in conflict no more`() throws {
        anna.rename("Anne")
        copy.age = 5
        try theirs.save()
        #expect(failure { try mine.save() }?.code == 133_020)
        mine.refresh(anna, mergeChanges: true)
        try mine.save()
        #expect(try company.read(anna.objectID) { "\($0.title) \($0.age)" } == "Anne 5")
    }

    @Test func `all objects in conflict are in one error`() throws {
        let bert = company.make("Person", "Bert", in: mine)
        try mine.save()
        for object in [anna, bert] {
            theirs.object(with: object.objectID).age = 1
            object.age = 2
        }
        try theirs.save()
        let error = failure { try mine.save() }
        let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
        #expect(Set(conflicts?.map(\.sourceObject) ?? []) == [anna, bert])
    }

    @Test(arguments: [
        (NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, "Board [X, Y]"),
        (.mergeByPropertyStoreTrumpMergePolicyType, "Legal [X, Y]"), (.overwriteMergePolicyType, "Board [X, Y]"),
        (.rollbackMergePolicyType, "Legal [Y]"),
    ])
    func `relationships are resolved like values`(type: NSMergePolicyType, expected: String) throws {
        mine.mergePolicy = NSMergePolicy(merge: type)
        func change(_ object: NSManagedObject, _ department: String, _ project: String) throws {
            let context = try #require(object.managedObjectContext)
            object["department"] = company.make("Department", department, in: context)
            object.add(company.make("Project", project, in: context), to: "projects")
        }
        try change(copy, "Legal", "Y")
        try theirs.save()
        try change(anna, "Board", "X")
        try mine.save()
        #expect(!mine.hasChanges)
        let stored = try company.read(anna.objectID) { anna in
            "\(anna["department"]?.title ?? "-") [\(anna.names("projects").joined(separator: ", "))]"
        }
        #expect(stored == expected)
        // Both ends say the same, here too.
        for other in mine.registeredObjects where other.entity.name == "Department" {
            #expect(other.names("people").contains("Anna") == (anna["department"] === other))
        }
        for other in mine.registeredObjects where other.entity.name == "Project" {
            #expect(other.names("members").contains("Anna") == anna.names("projects").contains(other.title))
        }
        let reader = company.context()
        let departments = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Department"))
        for department in departments {
            #expect((department.names("people") == ["Anna"]) == expected.hasPrefix(department.title))
        }
    }

    @Test func `two coordinators of one file: the second to save is refused, and has lost nothing`() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: url) }
        func open() throws -> NSManagedObjectContext {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: company.model)
            try coordinator.addPersistentStore(type: .xml, at: url)
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            return context
        }
        let first = try open()
        company.make("Person", "Anna", in: first)
        try first.save()
        let second = try open()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        let (one, other) = (try #require(first.fetch(request).first), try #require(second.fetch(request).first))
        one.rename("Anne")
        other.age = 5
        try first.save()
        #expect(throws: (any Error).self) { try second.save() }
        #expect(second.updatedObjects == [other] && other.age == 5)
        let third = try open()
        #expect(try third.fetch(request).map(\.title) == ["Anne"])
    }

    @Test(arguments: [NSPersistentStore.StoreType.inMemory, .sqlite])
    func `a deletion of what others have been linked to since is a conflict`(_ kind: NSPersistentStore.StoreType) throws
    {
        let company = Company(kind: kind)
        let (mine, theirs) = (company.context(), company.context())
        let (anna, sales) = (company.make("Person", "Anna", in: mine), company.make("Department", "Sales", in: mine))
        try mine.save()
        #expect(sales.names("people") == [])
        theirs.object(with: anna.objectID)["department"] = theirs.object(with: sales.objectID)
        try theirs.save()
        mine.delete(sales)
        let error = #expect(throws: NSError.self) { try mine.save() }
        #expect(error?.code == 133_020)
        mine.mergePolicy = NSMergePolicy.overwrite
        try mine.save()
        #expect(try company.read(anna.objectID) { $0["department"] == nil })
    }

    @Test(arguments: [NSPersistentStore.StoreType.inMemory, .sqlite])
    func `an object that a policy has saved again is not taken for the one that was read before its deletion`(
        _ kind: NSPersistentStore.StoreType
    ) throws {
        let company = Company(kind: kind)
        let (mine, theirs, keeper) = (company.context(), company.context(), company.context())
        let anna = company.make("Person", "Anna", in: mine)
        try mine.save()
        keeper.mergePolicy = NSMergePolicy.overwrite
        keeper.object(with: anna.objectID).rename("Anne")
        theirs.delete(theirs.object(with: anna.objectID))
        try theirs.save()
        try keeper.save()
        #expect(try company.read(anna.objectID) { $0.title } == "Anne")
        mine.delete(anna)
        let error = #expect(throws: NSError.self) { try mine.save() }
        #expect(error?.code == 133_020)
        #expect(try company.read(anna.objectID) { $0.title } == "Anne")
    }

    @Test func `a link to what others have linked elsewhere is a conflict, though the other end does not change here`()
        throws
    {
        let company = Company()
        let (mine, theirs) = (company.context(), company.context())
        let (anna, bert) = (company.make("Person", "Anna", in: mine), company.make("Person", "Bert", in: mine))
        let badge = company.make("Badge", "1", in: mine)
        anna["badge"] = badge
        try mine.save()
        theirs.object(with: bert.objectID)["badge"] = theirs.object(with: badge.objectID)
        try theirs.save()
        mine.refresh(anna, mergeChanges: false)
        #expect(anna["badge"] == nil && badge["person"] === anna)
        anna["badge"] = badge
        let error = #expect(throws: (any Error).self) { try mine.save() }
        #expect((error as? NSError)?.code == 133_020)
        #expect(try company.read(badge.objectID) { $0["person"]?.title } == "Bert")
    }
}
