import Foundation
import MainspringData
import MainspringFoundation
import Workloads

/// save-with-history: one attribute of 10,000 items is changed, and saved into a store with a history, or without.
func saveWithHistory(_ size: Int, isTracked: Bool) throws -> Int {
    try measured(
        size,
        prepare: { () -> (NSManagedObjectContext, ItemFile, [Item]) in
            let file = try ItemFile.filled(isTracked: isTracked)
            let context = file.context()
            let request = NSFetchRequest<Item>(entityName: "Item")
            request.returnsObjectsAsFaults = false
            let all = try context.fetch(request)
            return (context, file, (0..<ItemValues.partCount).map { all[$0 * 7] })
        },
        { context, _, items in
            for (index, item) in items.enumerated() { item.ratio = ItemValues.newRatio(index) }
            try context.save()
        }, check: { precondition(!$0.0.hasChanges) })
}

/// history-fetch: 100,000 changes of one save and a hundred small ones, each with its object's identity and its type.
func historyFetch(_ size: Int) throws -> Int {
    let file = try ItemFile.filled(isTracked: true)
    return try measured(
        size,
        prepare: {
            try file.reopen()
            return file.context()
        },
        { context in
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            var sum = 0
            for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
                for change in transaction.changes ?? [] {
                    sum += change.changedObjectID.isTemporaryID ? 0 : 1 + change.changeType.rawValue
                }
            }
            precondition(sum == ItemValues.count + ItemValues.ownerCount)
        }, check: { _ in })
}
