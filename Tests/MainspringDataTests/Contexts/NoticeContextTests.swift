import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// What contexts post, with which keys, and when.
@Suite struct NoticeContextTests {
    private let company = Company()
    private let context: NSManagedObjectContext
    private let anna: NSManagedObject
    private let bert: NSManagedObject
    private let log: NoticeLog

    init() throws {
        context = company.context()
        (anna, bert) = (company.make("Person", "Anna", in: context), company.make("Person", "Bert", in: context))
        try context.save()
        log = NoticeLog(context)
    }

    private enum Step: String, CaseIterable, CustomTestStringConvertible {
        case nothing, insert, update, delete, all, comesAndGoes, refresh, reset, twice

        var testDescription: String { rawValue }
        var notice: [String] {
            switch self {
            case .nothing, .comesAndGoes: []
            case .insert: ["changed inserted:Cleo"]
            case .update, .twice: ["changed updated:Anna"]
            case .delete: ["changed deleted:Anna"]
            case .all: ["changed deleted:Bert inserted:Cleo updated:Anna"]
            case .refresh: ["changed refreshed:Anna,Bert"]
            case .reset: ["changed invalidatedAll:2"]
            }
        }
    }

    @Test(arguments: Step.allCases)
    private func `an event is told once, with the keys of what has changed and no others`(step: Step) {
        switch step {
        case .nothing: break
        case .insert: company.make("Person", "Cleo", in: context)
        case .update: anna.age = 1
        case .twice: for age in 1...3 { anna.age = age }
        case .delete: context.delete(anna)
        case .all:
            context.delete(bert)
            company.make("Person", "Cleo", in: context)
            anna.age = 1
        case .comesAndGoes: context.delete(company.make("Person", "Cleo", in: context))
        case .refresh: for object in [anna, bert] { context.refresh(object, mergeChanges: true) }
        case .reset: context.reset()
        }
        if step != .reset { #expect(log.take() == []) }
        context.processPendingChanges()
        #expect(log.take() == step.notice)
        context.processPendingChanges()
        #expect(log.take() == [])
    }

    @Test func `each call of processPendingChanges is an event of its own`() {
        anna.age = 1
        context.processPendingChanges()
        anna.age = 2
        let cleo = company.make("Person", "Cleo", in: context)
        context.processPendingChanges()
        cleo.age = 3
        context.processPendingChanges()
        #expect(
            log.take() == ["changed updated:Anna", "changed inserted:Cleo updated:Anna", "changed updated:Cleo"])
    }

    @Test func `a save says that it comes, what has changed, and what was saved, by objects and by identities`() throws
    {
        anna.age = 1
        context.delete(bert)
        company.make("Person", "Cleo", in: context)
        try context.save()
        let words = log.take()
        #expect(
            words == [
                "will save", "changed deleted:Bert inserted:Cleo updated:Anna",
                "saved deleted:Bert inserted:Cleo updated:Anna",
                "saved identities deleted_objectIDs:1 inserted_objectIDs:1 updated_objectIDs:1",
            ])
        anna.age = 2
        context.processPendingChanges()
        #expect(log.take() == ["changed updated:Anna"])
        try context.save()
        #expect(log.take() == ["will save", "saved updated:Anna", "saved identities updated_objectIDs:1"])
        try context.save()
        #expect(log.take() == [])
    }

    @Test func `a save that fails is told to come and not to have been`() throws {
        let company = Company(unique: ["Project": [["name"]]])
        let context = company.context()
        for _ in 0..<2 { company.make("Project", "X", in: context) }
        context.processPendingChanges()
        let log = NoticeLog(context)
        #expect(throws: (any Error).self) { try context.save() }
        #expect(log.take() == ["will save"])
    }

    @Test func `what an observer of a coming save changes is saved`() throws {
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextWillSave, object: context, queue: nil
        ) { notification in
            let context = notification.object as? NSManagedObjectContext
            context?.registeredObjects.first { $0.title == "Bert" }?.age = 77
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        anna.age = 1
        try context.save()
        #expect(try company.read(bert.objectID) { $0.age } == 77)
        #expect(!context.hasChanges)
    }

    @Test func `a value that is set to what it was is an update and nothing to be saved`() throws {
        anna.rename("Anna")
        #expect(anna.isUpdated && !anna.hasPersistentChangedValues && anna.changedNames == [])
        bert.age = 1
        try context.save()
        #expect(
            log.take() == [
                "will save", "changed updated:Anna,Bert", "saved updated:Bert",
                "saved identities updated_objectIDs:1",
            ])
        #expect(!context.hasChanges)
    }

    @Test func `a child's save is an event of its parent's, and none of its saves`() throws {
        let child = context.child()
        let childLog = NoticeLog(child)
        child.object(with: anna.objectID).age = 1
        child.delete(child.object(with: bert.objectID))
        company.make("Person", "Cleo", in: child)
        try child.save()
        #expect(log.take() == ["changed deleted:Bert inserted:Cleo updated:Anna"])
        #expect(
            childLog.take() == [
                "will save", "changed deleted:Bert inserted:Cleo updated:Anna",
                "saved deleted:Bert inserted:Cleo updated:Anna",
                "saved identities deleted_objectIDs:1 inserted_objectIDs:1 updated_objectIDs:1",
            ])
    }

    @Test(arguments: [false, true])
    func `a merge tells what is new, refreshed and gone, by objects or by identities`(byIdentities: Bool) throws {
        let other = company.context()
        let name: Notification.Name =
            byIdentities
            ? NSManagedObjectContext.didSaveObjectIDsNotification : NSManagedObjectContext.didSaveObjectsNotification
        let mine = context
        let observer = NotificationCenter.default.addObserver(forName: name, object: other, queue: nil) {
            mine.mergeChanges(fromContextDidSave: $0)
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        other.object(with: anna.objectID).age = 5
        other.delete(other.object(with: bert.objectID))
        company.make("Person", "Cleo", in: other)
        try other.save()
        #expect(
            log.take() == [
                "changed deleted:Bert inserted:Cleo refreshed:Anna",
                "merged identities deleted_objectIDs:1 inserted_objectIDs:1 updated_objectIDs:1",
            ])
        #expect(!context.hasChanges)
    }

    @Test func `the names of notifications are those under both of their declarations`() {
        typealias Context = NSManagedObjectContext
        #expect(Context.didChangeObjectsNotification == .NSManagedObjectContextObjectsDidChange)
        #expect(Context.willSaveObjectsNotification == .NSManagedObjectContextWillSave)
        #expect(Context.didSaveObjectsNotification == .NSManagedObjectContextDidSave)
        #expect(Context.didSaveObjectIDsNotification == .NSManagedObjectContextDidSaveObjectIDs)
        #expect(Context.didMergeChangesObjectIDsNotification == .NSManagedObjectContextDidMergeChangesObjectIDs)
        let keys: [(Context.NotificationKey, String)] = [
            (.insertedObjects, NSInsertedObjectsKey), (.updatedObjects, NSUpdatedObjectsKey),
            (.deletedObjects, NSDeletedObjectsKey), (.refreshedObjects, NSRefreshedObjectsKey),
            (.invalidatedObjects, NSInvalidatedObjectsKey), (.invalidatedAllObjects, NSInvalidatedAllObjectsKey),
            (.insertedObjectIDs, NSInsertedObjectIDsKey), (.updatedObjectIDs, NSUpdatedObjectIDsKey),
            (.deletedObjectIDs, NSDeletedObjectIDsKey), (.refreshedObjectIDs, NSRefreshedObjectIDsKey),
            (.invalidatedObjectIDs, NSInvalidatedObjectIDsKey),
            (.queryGeneration, NSManagedObjectContextQueryGenerationKey),
        ]
        for (key, text) in keys { #expect(key.rawValue == text) }
    }
}
