import Dispatch
import Foundation
import MainspringFoundation
import MainspringModel
import Observation
import Testing

@testable import MainspringData

/// What is changed and not registered yet is registered at the checkpoints of the undo manager.
@Suite struct CheckpointContextTests {
    private let company = Company()
    private let context: NSManagedObjectContext
    private let manager = UndoManager()
    private let anna: NSManagedObject

    init() throws {
        context = company.context()
        anna = company.make("Person", "Anna", in: context)
        try context.save()
        manager.groupsByEvent = false
        context.undoManager = manager
    }

    @Test func `changes between the begin and the end of a group are the group's`() {
        for age in 1...2 {
            manager.beginUndoGrouping()
            anna.age = age
            manager.endUndoGrouping()
        }
        #expect(manager.undoCount == 2)
        manager.undo()
        #expect(anna.age == 1)
        manager.undo()
        #expect(anna.age == 0)
        manager.redo()
        manager.redo()
        #expect(anna.age == 2)
    }

    @Test func `changes before a group inside another are the outer one's`() {
        manager.beginUndoGrouping()
        anna.age = 1
        manager.beginUndoGrouping()
        anna.age = 2
        manager.endUndoGrouping()
        manager.undoNestedGroup()
        #expect(anna.age == 1)
        manager.endUndoGrouping()
        manager.undo()
        #expect(anna.age == 0)
    }

    @Test func `the undo manager's own undo takes back what was changed last`() {
        manager.groupsByEvent = true
        anna.age = 1
        context.processPendingChanges()
        manager.endUndoGrouping()
        anna.age = 2
        manager.undo()
        #expect(anna.age == 1)
        manager.redo()
        #expect(anna.age == 2)
    }

    @Test func `after a change there is nothing to redo, though it is not registered yet`() {
        manager.groupsByEvent = true
        anna.age = 1
        manager.undo()
        #expect(anna.age == 0 && manager.canRedo)
        anna.age = 2
        #expect(!manager.canRedo)
        manager.redo()
        #expect(anna.age == 2)
    }

    @Test func `what a handler of the program's changes is redone with the rest`() {
        manager.beginUndoGrouping()
        anna.age = 2
        context.processPendingChanges()
        manager.registerUndo(withTarget: anna) { $0.rename("Anne") }
        manager.endUndoGrouping()
        manager.undo()
        #expect(anna.age == 0 && anna.title == "Anne" && manager.undoCount == 0)
        manager.redo()
        #expect(anna.age == 2 && anna.title == "Anna")
    }

    @Test func `a context does not hear of the manager that it had before`() {
        let next = UndoManager()
        next.groupsByEvent = false
        context.undoManager = next
        next.beginUndoGrouping()
        anna.age = 1
        _ = manager.canRedo
        #expect(context.core.hasUnprocessedChanges)
        next.endUndoGrouping()
        #expect(!context.core.hasUnprocessedChanges && next.undoCount == 1 && manager.undoCount == 0)
    }

    @Test func `a manager keeps no context, and nobody keeps the manager`() throws {
        weak var kept: UndoManager?
        weak var gone: NSManagedObjectContext?
        do {
            let context = company.context()
            context.undoManager = UndoManager()
            (kept, gone) = (context.undoManager, context)
        }
        #expect(kept == nil && gone == nil)
        do {
            let context = company.context()
            context.undoManager = manager
            gone = context
        }
        #expect(gone == nil && !manager.canRedo)
    }

    @Test func `a checkpoint off the queue does not reach the context`() throws {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = company.coordinator
        context.undoManager = manager
        manager.beginUndoGrouping()
        context.performAndWait { _ = company.make("Person", "Bert", in: context) }
        manager.beginUndoGrouping()
        #expect(context.core.hasUnprocessedChanges)
        context.performAndWait { manager.endUndoGrouping() }
        #expect(!context.core.hasUnprocessedChanges)
        context.performAndWait {
            manager.endUndoGrouping()
            manager.undo()
            #expect(context.registeredObjects.isEmpty)
        }
    }

    @Test func `what a context has registered is undone on its queue alone`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ConcurrencyDebug.turn(on: true)
            let company = Company()
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = company.coordinator
            let manager = UndoManager()
            context.performAndWait {
                context.undoManager = manager
                company.make("Person", "Anna", in: context)
                context.processPendingChanges()
            }
            manager.undo()
        }
        #expect(result?.errorText.contains("(private queue) was used on thread") == true)
    }

    @Test func `who is told in the midst of an undo may ask what can be redone`() throws {
        context.undoManager = nil
        let other = company.make("Person", "Bert", in: context)
        try context.save()
        context.undoManager = manager
        manager.beginUndoGrouping()
        (anna.age, other.age) = (1, 1)
        manager.endUndoGrouping()
        let asked = Unchecked(manager)
        for person in [anna, other] {
            withObservationTracking {
                _ = person.value(forKey: "age")
            } onChange: {
                _ = asked.value.canRedo
            }
        }
        manager.undo()
        #expect(anna.age == 0 && other.age == 0 && manager.undoCount == 0)
        manager.redo()
        #expect(anna.age == 1 && other.age == 1)
    }
}
