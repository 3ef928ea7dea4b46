import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// What objects are told when the context sets their values.
@Suite struct SnapshotEventTests {
    final class Noticing: NSManagedObject {
        nonisolated(unsafe) static var seen: [NSSnapshotEventType] = []

        override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
            super.awake(fromSnapshotEvents: flags)
            Self.seen.append(flags)
        }
    }

    private let coordinator: NSPersistentStoreCoordinator
    private let entity = Part.entity("Noticing", class: "MainspringDataTests.SnapshotEventTests.Noticing")

    init() throws {
        entity.properties = [Part.attribute("name", .stringAttributeType)]
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: Part.model([entity]))
        try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
    }

    private func makeContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test func `each reason is told as it is`() throws {
        let (context, other) = (makeContext(), makeContext())
        context.beUndoable()
        func seen(_ body: () throws -> Void) rethrows -> [NSSnapshotEventType] {
            Noticing.seen = []
            try body()
            return Noticing.seen
        }
        var made: Noticing?
        context.event { made = Noticing(entity: entity, insertInto: context) }
        let object = try #require(made)
        #expect(seen { context.undo() } == [.undoInsertion])
        #expect(seen { context.redo() } == [.undoDeletion])
        #expect(object.isInserted)
        try context.save()
        context.event { object.setValue("a", forKey: "name") }
        #expect(seen { context.undo() } == [.undoUpdate])
        #expect(seen { context.redo() } == [.undoUpdate])
        try context.save()
        context.event { context.delete(object) }
        #expect(seen { context.undo() } == [.undoDeletion])
        context.event { object.setValue("b", forKey: "name") }
        #expect(seen { context.rollback() } == [.rollback])
        #expect(seen { context.refresh(object, mergeChanges: true) } == [])
        object.setValue("c", forKey: "name")
        #expect(seen { context.refresh(object, mergeChanges: true) } == [.refresh])
        let copy = try other.existingObject(with: object.objectID)
        copy.setValue("d", forKey: "name")
        try other.save()
        context.mergePolicy = NSMergePolicy.overwrite
        #expect(try seen { try context.save() } == [.mergePolicy])
    }
}
