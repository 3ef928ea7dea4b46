import MainspringModel
import Testing

@testable import MainspringData

/// The unsaved changes of a context, apart from the context.
@Suite struct PendingChangesTests {
    private let company = Company()
    private let context: NSManagedObjectContext
    private let objects: [NSManagedObject]
    private let changes = PendingChanges()

    init() {
        let (company, context) = (company, company.context())
        self.context = context
        objects = ["a", "b", "c"].map { company.make("Person", $0, in: context) }
        for object in objects { changes.append(object) }
    }

    @Test func `a save takes the list, and what it does not save comes back before later changes`() {
        let taken = changes.take()
        #expect(taken.objects == objects && changes.isEmpty)
        let later = company.make("Person", "d", in: context)
        changes.append(later)
        changes.restore(taken)
        #expect(changes.list.objects == objects + [later])
    }

    @Test func `removed objects leave the list, and the others keep their order`() {
        changes.removeAll { $0 === objects[1] }
        #expect(changes.list.objects == [objects[0], objects[2]] && changes.count == 2)
    }

    @Test func `an object with modified links is noted until it is saved`() {
        for object in objects { #expect(changes.noteLinks(of: object)) }
        objects[0].state.insert(.listed)
        for object in objects.dropFirst() { object.state.remove(.listed) }
        changes.forgetSavedLinks(of: context.core)
        #expect(changes.changedLinks == [objects[0]])
        #expect(objects.map { $0.state.contains(.linksChanged) } == [true, false, false])
        changes.forgetLinks()
        #expect(changes.changedLinks.isEmpty && !objects[0].state.contains(.linksChanged))
    }

    @Test func `nothing is left when all is dropped`() {
        changes.locked = ObjectSet(objects)
        changes.formerVersions = [objects[0].key: 3]
        changes.assignments.stores[objects[0].key] = company.coordinator.persistentStores[0]
        _ = changes.noteLinks(of: objects[0])
        changes.drop()
        #expect(changes.isEmpty && changes.changedLinks.isEmpty && changes.locked.isEmpty)
        #expect(changes.formerVersions.isEmpty && changes.assignments[objects[0].key] == nil)
        #expect(!objects[0].state.contains(.linksChanged))
    }
}
