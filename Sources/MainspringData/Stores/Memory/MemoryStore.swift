internal import Foundation
internal import MainspringModel

/// A store that keeps its objects in memory as long as it is there.
final class MemoryStore: NSPersistentStore {
    private var opened: RowService?

    override class var traits: StoreTraits { [.isConcrete, .needsNoPlace, .isStamped, .takesRows] }

    override var openedService: (any StoreService)? { opened }

    override func open(_ model: NSManagedObjectModel) throws {
        let storage = RowStorage(RowSchema(model, derivesMembers: true))
        opened = RowService(self, storage, keys: KeyCounters(count: storage.schema.roots.count))
    }
}
