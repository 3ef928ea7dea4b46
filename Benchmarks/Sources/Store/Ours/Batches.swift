import Foundation
import MainspringData
import MainspringFoundation
import Workloads

/// Executes a batch on a file's context, and says how many objects it was about.
private func execute(_ request: NSPersistentStoreRequest, on file: ItemFile) throws -> Int? {
    switch try file.context().execute(request) {
    case let result as NSBatchInsertResult: result.result as? Int
    case let result as NSBatchUpdateResult: result.result as? Int
    case let result as NSBatchDeleteResult: result.result as? Int
    default: nil
    }
}

/// batch-insert-100k: items whose values are in memory are inserted by a closure that sets those of one object after the other.
func batchInsert(_ size: Int) throws -> Int {
    let values = ItemValues.make()
    return try measured(
        size, prepare: { try ItemFile() },
        { file in
            var index = 0
            let request = NSBatchInsertRequest(entity: ItemFile.itemEntity) { (object: NSManagedObject) in
                guard index < values.count, let item = object as? Item else { return true }
                let next = values[index]
                item.number = next.number
                item.ratio = next.ratio
                item.name = next.name
                item.date = Date(timeIntervalSinceReferenceDate: next.date)
                index += 1
                return false
            }
            request.resultType = .count
            let count = try execute(request, on: file)
            precondition(count == values.count)
        }, check: { _ in })
}

/// batch-update-100k: the ratio of all items is doubled.
func batchUpdate(_ size: Int) throws -> Int {
    try measured(
        size, prepare: { try ItemFile.filled() },
        { file in
            let request = NSBatchUpdateRequest(entity: ItemFile.itemEntity)
            request.propertiesToUpdate = ["ratio": NSExpression(format: "ratio * 2")]
            request.resultType = .updatedObjectsCountResultType
            let count = try execute(request, on: file)
            precondition(count == ItemValues.count)
        }, check: { _ in })
}

/// batch-delete-100k: all items but the thousand with the highest numbers are deleted.
func batchDelete(_ size: Int) throws -> Int {
    try measured(
        size, prepare: { try ItemFile.filled() },
        { file in
            let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
            fetch.predicate = NSPredicate(format: "number < %d", ItemValues.count - 1_000)
            let request = NSBatchDeleteRequest(fetchRequest: fetch)
            request.resultType = .resultTypeCount
            let count = try execute(request, on: file)
            precondition(count == ItemValues.count - 1_000)
        }, check: { _ in })
}
