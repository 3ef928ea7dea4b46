import Foundation
import MainspringData
import MainspringFoundation
import Measure
import Workloads

/// A context, and what was fetched into it: kept until the time is taken.
final class Fetched<Object> {
    let context: NSManagedObjectContext
    var objects: [Object] = []

    init(_ context: NSManagedObjectContext) { self.context = context }
}

/// fetch-faults: all items, as faults, whose rows come into the coordinator's cache; each round by a context of its own, after which
/// no row is kept.
func fetchFaults(_ size: Int) throws -> Int {
    let file = try ItemFile.filled()
    return try measured(
        size, prepare: { Fetched<Item>(file.context()) },
        { $0.objects = try $0.context.fetch(NSFetchRequest<Item>(entityName: "Item")) },
        check: { precondition($0.objects.count == ItemValues.count && $0.objects[0].isFault) })
}

/// fetch-read: the same, and each attribute of each of them is read, and the relationship.
func fetchRead(_ size: Int) throws -> Int {
    let file = try ItemFile.filled()
    var sum = 0.0
    return try measured(
        size, prepare: { Fetched<Item>(file.context()) },
        { fetched in
            fetched.objects = try fetched.context.fetch(NSFetchRequest<Item>(entityName: "Item"))
            for item in fetched.objects {
                sum += Double(item.number) + item.ratio + (item.date?.timeIntervalSinceReferenceDate ?? 0)
                sum += Double(item.name?.utf8.count ?? 0)
                if item.owner != nil { sum += 1 }
            }
        }, check: { precondition($0.objects.count == ItemValues.count && sum > 0) })
}

/// fetch-range: 10,000 items by a range of the indexed number, sorted by the text, as faults.
func fetchRange(_ size: Int) throws -> Int {
    let file = try ItemFile.filled()
    let request = NSFetchRequest<Item>(entityName: "Item")
    let range = ItemValues.range
    request.predicate = NSPredicate(format: "number >= %ld AND number < %ld", range.lowerBound, range.upperBound)
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try measured(
        size, prepare: { Fetched<Item>(file.context()) }, { $0.objects = try $0.context.fetch(request) },
        check: { precondition($0.objects.count == ItemValues.partCount) })
}

/// prefetch: 1,000 owners, and the 100 items of each, as faults whose rows are kept.
func prefetch(_ size: Int) throws -> Int {
    let file = try ItemFile.filled(allOwned: true)
    let request = NSFetchRequest<Owner>(entityName: "Owner")
    request.relationshipKeyPathsForPrefetching = ["items"]
    return try measured(
        size, prepare: { Fetched<Owner>(file.context()) }, { $0.objects = try $0.context.fetch(request) },
        check: { fetched in
            precondition(fetched.objects.reduce(0) { $0 + ($1.items?.count ?? 0) } == ItemValues.count)
        })
}

/// peak-memory: of a process that makes all items, saves them, and reads them in another context. Each value is made when its item
/// is.
func peak(_: Int) throws -> Int {
    let file = try ItemFile.filled()
    let context = file.context()
    let items = try context.fetch(NSFetchRequest<Item>(entityName: "Item"))
    precondition(items.reduce(0) { $0 + ($1.name?.utf8.count ?? 0) } == ItemValues.count * ItemValues.nameLength)
    measure_value(measure_peak())
    return 1
}
