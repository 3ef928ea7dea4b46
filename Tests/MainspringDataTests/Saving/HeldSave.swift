import Dispatch
import Foundation
import Locks
import MainspringModel
import StoreFaults

@testable import MainspringData

/// A company in a file, and a context with a queue of its own whose saves are held before they have reached the disk.
final class HeldSave {
    let scratch = Scratch()
    let company: Company
    let faults = SQLiteFaults()
    let parent = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)

    init(_ company: Company = Company()) throws {
        self.company = company
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        try company.coordinator.addPersistentStore(
            type: .sqlite, at: scratch.url("company.sqlite"), options: [SQLiteFaults.option: faults])
        parent.persistentStoreCoordinator = company.coordinator
        parent.retainsRegisteredObjects = true
    }

    /// Saves the parent, or another context, and calls a closure as long as that is held.
    /// - Parameters:
    ///   - fails: whether the save fails then.
    ///   - begin: calls what it gets, which saves on the context's queue; nil for a block of that.
    ///   - hasKeys: whether the store has keys for new objects; what is held is their reservation otherwise.
    /// - Returns: what the save has thrown.
    func during(
        _ other: NSManagedObjectContext? = nil, fails: Bool = false, hasKeys: Bool = true,
        begin: ((_ save: @escaping () -> Void) -> Void)? = nil, _ body: () throws -> Void
    ) throws -> (any Error)? {
        let parent = other ?? parent
        if hasKeys { parent.performAndWait { parent.core.reserveKeys(parent.core.source!) } }
        faults.holdCommits()
        let error = Guarded<(any Error)?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        let save = {
            do { try parent.save() } catch let thrown { error.withLock { $0 = thrown } }
            isDone.signal()
        }
        if let begin { begin(save) } else { parent.perform(save) }
        faults.waitUntilHeld()
        defer { faults.releaseCommits() }
        try body()
        if fails { faults.fail(at: 1, of: [.sync]) }
        faults.releaseCommits()
        isDone.wait()
        faults.stopFailing()
        return error.withLock { $0 }
    }

    /// The names of an entity's objects in the store.
    func stored(_ entity: String) throws -> [String] {
        let context = company.context()
        return try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).map(\.title).sorted()
    }
}

extension ContextCore {
    /// Reserves the keys of new objects, so that a save need not wait for them.
    func reserveKeys(_ source: any ObjectSource) {
        let new = Dictionary(grouping: unsaved.inserted.filter(\.key.isTemporary), by: \.entity)
        try? source.reserveKeys(new.map { EntityCount(entity: $0, count: $1.count) })
    }
}
