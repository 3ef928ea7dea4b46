import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import TrialStores

/// A context with the objects of one worker, which saves one step after the other.
///
/// Belongs to one thread at a time.
final class LedgerContext {
    private let store: LedgerStore
    private let context: NSManagedObjectContext
    private(set) var ledger: Ledger
    /// The worker's mark; `nil` before its first save.
    private var mark: NSManagedObject?
    private var rows: [Int: NSManagedObject] = [:]

    /// Reads the worker's objects.
    /// - Throws: ``Broken`` if they are not those of a number of saves.
    init(
        _ store: LedgerStore, _ coordinator: NSPersistentStoreCoordinator, seed: UInt64, worker: Int
    ) throws {
        (self.store, context) = (store, coordinator.context())
        ledger = Ledger(seed: seed, worker: worker)
        try context.performAndWait {
            (ledger, mark, rows) = try Self.read(context, store, seed: seed, worker: worker)
        }
    }

    /// Saves the next step.
    /// - Parameter attempt: Called instead of `save` with a closure that saves; may catch errors and save again.
    /// - Returns: The number of the save.
    @discardableResult
    func save(_ attempt: (() throws -> Void) throws -> Void = { try $0() }) throws -> Int {
        try context.performAndWait {
            var next = ledger
            let mark = mark ?? context.insert("Mark", ["worker": ledger.worker])
            self.mark = mark
            for change in next.advance() {
                switch change {
                case .insert(let row):
                    let object = context.insert(store.rowEntity, ["worker": ledger.worker, "mark": mark])
                    store.set(row, of: next, object)
                    rows[row.number] = object
                case .update(let row):
                    if let object = rows[row.number] { store.set(row, of: next, object) }
                case .delete(let number):
                    if let object = rows.removeValue(forKey: number) { context.delete(object) }
                }
            }
            mark.setValue(next.step, forKey: "step")
            try attempt { try context.save() }
            ledger = next
            return next.step
        }
    }

    /// Whether there are changes that are not saved.
    var hasChanges: Bool { context.performAndWait { context.hasChanges } }

    // MARK: Reading

    /// Reads the objects of a worker. Called on the context's queue.
    /// - Throws: ``Broken`` if they are not those of a number of saves.
    static func read(
        _ context: NSManagedObjectContext, _ store: LedgerStore, seed: UInt64, worker: Int
    ) throws -> (Ledger, NSManagedObject?, [Int: NSManagedObject]) {
        func objects(_ entity: String) throws -> [NSManagedObject] {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.predicate = NSPredicate(format: "worker == \(worker)")
            return try context.fetch(request)
        }
        let (marks, found) = (try objects("Mark"), try objects(store.rowEntity))
        try require(marks.count <= 1, "worker \(worker) has \(marks.count) marks")
        let step = marks.first?.value(forKey: "step") as? Int ?? 0
        let ledger = Ledger(seed: seed, worker: worker, step: step)
        var rows: [Int: NSManagedObject] = [:]
        for object in found {
            let number = object.value(forKey: "number") as? Int ?? -1
            try require(
                rows.updateValue(object, forKey: number) == nil, "row \(number) exists twice after save \(step)")
            guard let row = ledger.rows[number] else {
                throw Broken(description: "row \(number) of worker \(worker) exists, which save \(step) does not have")
            }
            try store.require(row, of: ledger, object)
            try require(
                object.value(forKey: "mark") as? NSManagedObject === marks.first,
                "row \(number) does not lead to the mark of worker \(worker)")
        }
        let missing = Set(ledger.rows.keys).subtracting(rows.keys).sorted()
        try require(missing.isEmpty, "the rows \(missing) of worker \(worker) are missing after save \(step)")
        let linked = (marks.first?.value(forKey: "rows") as? Set<NSManagedObject>)?.count ?? 0
        try require(
            linked == rows.count, "the mark of worker \(worker) has \(linked) of \(rows.count) rows after save \(step)")
        return (ledger, marks.first, rows)
    }
}

extension LedgerStore {
    /// Reads the ledger of a worker in a context of its own.
    /// - Returns: The number of its last save; 0 without one.
    func step(_ coordinator: NSPersistentStoreCoordinator, seed: UInt64, worker: Int) throws -> Int {
        try LedgerContext(self, coordinator, seed: seed, worker: worker).ledger.step
    }

    /// Creates the store, or opens it, and saves some steps of a worker.
    func fill(seed: UInt64, worker: Int, steps: Int) throws {
        try withCoordinator { coordinator in
            let context = try LedgerContext(self, coordinator, seed: seed, worker: worker)
            for _ in 0..<steps { try context.save() }
        }
    }
}
