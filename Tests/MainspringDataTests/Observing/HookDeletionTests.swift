import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Objects that are deleted while they are told of something.
@Suite(.serialized) struct HookDeletionTests {
    private static let kinds = ["fetch", "snapshot", "didFault", "didSave", "insert", "willSave"]
    private static let triggers = [
        "read", "write", "fetchRequest", "refresh", "refreshKeeping", "rollback", "undo", "redo", "merge", "save",
        "policy",
    ]

    /// Lets an object delete itself, or another one of which nothing has become, in a hook.
    private static func play(_ hook: String, _ trigger: String, isItself: Bool, atOnce: Bool) throws {
        let company = Company(kind: .inMemory) { _, entities in
            for name in ["Person", "Manager"] {
                entities[name]!.managedObjectClassName = "MainspringDataTests.SnapshotActing"
            }
        }
        let context = company.context()
        context.propagatesDeletesAtEndOfEvent = !atOnce
        let sales = company.insert("Department", "Sales", in: context)
        let (anna, bert) = (
            company.insert("Person", "Anna", in: context), company.insert("Person", "Bert", in: context)
        )
        (anna["department"], bert["department"], bert["boss"]) = (sales, sales, anna)
        try context.save()
        context.undoManager = UndoManager()
        context.refresh(anna, mergeChanges: false)
        if trigger != "read" && trigger != "write" && trigger != "fetchRequest" {
            // Two events, which are undone together.
            anna.age = 5
            context.processPendingChanges()
            anna.age = 6
        }
        context.processPendingChanges()
        if trigger == "redo" { context.undo() }
        if trigger == "merge" || trigger == "policy" {
            let other = company.context()
            other.object(with: anna.objectID).rename("Annabel")
            try other.save()
            if trigger == "policy" { context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump }
        }
        let goner = isItself ? anna : bert
        var isDone = false
        SnapshotActing.hook = hook
        SnapshotActing.act = { object in
            guard !isDone, object === anna, goner.managedObjectContext === context else { return }
            isDone = true
            context.delete(goner)
        }
        defer { SnapshotActing.act = nil }
        switch trigger {
        case "read": _ = anna.title
        case "write": anna.age = 9
        case "fetchRequest":
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.returnsObjectsAsFaults = false
            _ = try context.fetch(request)
        case "refresh":
            context.refresh(anna, mergeChanges: false)
            if anna.managedObjectContext === context { _ = anna.title }
        case "refreshKeeping": context.refresh(anna, mergeChanges: true)
        case "rollback": context.rollback()
        case "undo": context.undo()
        case "redo": context.redo()
        case "merge":
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSUpdatedObjectsKey: [anna.objectID]], into: [context])
        default: try context.save()
        }
        guard isDone else { return }
        let place = "\(hook) by \(trigger), itself \(isItself), at once \(atOnce)"
        SnapshotActing.act = nil
        let wasSaved = goner.managedObjectContext == nil
        #expect(wasSaved || goner.isDeleted && context.hasChanges, "\(place): it is to be deleted")
        #expect(wasSaved || context.deletedObjects.contains(goner), "\(place): it is listed")
        try context.save()
        #expect(!context.hasChanges)
        let reader = company.context()
        #expect((try? reader.existingObject(with: goner.objectID)) == nil, "\(place): it is deleted in the store")
        #expect(reader.object(with: sales.objectID).names("people").count == 1, "\(place): no link leads to it")
        #expect(sales.names("people").count == 1, "\(place): no link leads to it here")
        if isItself { #expect(bert["boss"] == nil, "\(place): no link to one leads to it here") }
    }

    @Test(arguments: kinds, triggers)
    func `what is deleted by a hook is deleted by the next save`(_ hook: String, _ trigger: String) async {
        await #expect(processExitsWith: .success) { [hook, trigger] in
            for isItself in [true, false] {
                for atOnce in [false, true] {
                    do {
                        try HookDeletionTests.play(hook, trigger, isItself: isItself, atOnce: atOnce)
                    } catch {
                        Issue.record(error, "\(hook) by \(trigger)")
                    }
                }
            }
        }
    }
}
