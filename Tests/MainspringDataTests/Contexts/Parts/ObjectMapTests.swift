import Testing

@testable import MainspringData

/// The map of a context's registered objects, apart from the context.
@Suite struct ObjectMapTests {
    private let context: NSManagedObjectContext
    private let objects: [NSManagedObject]
    private let map = ObjectMap()

    init() {
        let company = Company()
        let context = company.context()
        self.context = context
        objects = ["a", "b", "c"].map { company.make("Person", $0, in: context) }
        for object in objects {
            map.table.add(object)
            map.noteRegistered(object)
        }
    }

    @Test func `an object is found by its key until it is removed`() {
        #expect(objects.allSatisfy { map.table.object($0.key) === $0 })
        map.remove(objects[1])
        #expect(objects.map { map.table.contains($0.key) } == [true, false, true])
    }

    @Test func `all registered objects are retained, from then on when that is set`() {
        #expect(!map.isRetaining && map.retained == nil && !map.notesRegistrations)
        map.isRetaining = true
        #expect(map.isRetaining && Set(map.retained?.objects ?? []) == Set(objects) && map.notesRegistrations)
        map.release(objects[0])
        map.isRetaining = true
        #expect(Set(map.retained?.objects ?? []) == Set(objects[1...]))
        map.isRetaining = false
        #expect(map.retained == nil)
    }

    @Test func `a reset removes all objects, and goes on retaining others`() {
        map.isRetaining = true
        map.unreadable[objects[0].key] = ContextCore.Unreadable(error: CancellationError(), isWhole: true)
        #expect(Set(map.removeAll()) == Set(objects))
        map.endRemoval()
        #expect(map.table.objects.isEmpty && map.unreadable.isEmpty && map.resetCount == 1)
        #expect(map.isRetaining && map.retained?.objects.isEmpty == true)
    }
}
