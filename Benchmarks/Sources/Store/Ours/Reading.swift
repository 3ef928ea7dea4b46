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

private let count = Int(MEASURE_ITEMS)

/// fetch-faults: all items, as faults; each round by a context of its own, after which no row is kept.
func fetchFaults(_ size: Int) throws -> Int {
    let file = try ItemFile.filled()
    return try measured(
        size, prepare: { Fetched<Item>(file.context()) },
        { $0.objects = try $0.context.fetch(NSFetchRequest<Item>(entityName: "Item")) },
        check: { precondition($0.objects.count == count && $0.objects[0].isFault) })
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
        }, check: { precondition($0.objects.count == count && sum > 0) })
}

/// fetch-range: 10,000 items by a range of the indexed number, sorted by the text.
func fetchRange(_ size: Int) throws -> Int {
    let file = try ItemFile.filled()
    let request = NSFetchRequest<Item>(entityName: "Item")
    let (first, end) = (Int(MEASURE_RANGE), Int(MEASURE_RANGE) + Int(MEASURE_PART))
    request.predicate = NSPredicate(format: "number >= %ld AND number < %ld", first, end)
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try measured(
        size, prepare: { Fetched<Item>(file.context()) }, { $0.objects = try $0.context.fetch(request) },
        check: { precondition($0.objects.count == Int(MEASURE_PART)) })
}

/// prefetch: 1,000 owners, and the 100 items of each.
func prefetch(_ size: Int) throws -> Int {
    let file = try ItemFile.filled(allOwned: true)
    let request = NSFetchRequest<Owner>(entityName: "Owner")
    request.relationshipKeyPathsForPrefetching = ["items"]
    return try measured(
        size, prepare: { Fetched<Owner>(file.context()) }, { $0.objects = try $0.context.fetch(request) },
        check: { fetched in precondition(fetched.objects.reduce(0) { $0 + ($1.items?.count ?? 0) } == count) })
}

/// page-10m: pages of 100 items at random places of a list of 10 million; the note is the memory that a row of the list takes.
func page(_ size: Int) throws -> Int {
    let file = try ItemFile()
    let (all, portion) = (Int(MEASURE_PAGED_ITEMS), count)
    for start in stride(from: 0, to: all, by: portion) {
        let context = file.context()
        file.makeItems(ItemValues.make(start..<(start + portion), of: all), owners: [], in: context)
        try context.save()
    }
    try file.reopen()
    let context = file.context()
    let request = NSFetchRequest<Item>(entityName: "Item")
    request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
    request.fetchBatchSize = Int(MEASURE_PAGE)
    let before = measure_heap()
    let list = try context.fetchBatches(request)
    precondition(list.count == all)
    measure_note("bytes-per-row", Double(measure_heap() - before) / Double(all))
    var (random, sum): (UInt64, Double) = (1, 0)
    return try measured(
        size,
        prepare: { Int(measure_random(&random) % UInt64(all / request.fetchBatchSize)) * request.fetchBatchSize },
        { first in
            for item in list[first..<(first + request.fetchBatchSize)] { sum += Double(item.number) + item.ratio }
        }, check: { first in precondition(list[first].number == Int64(first)) })
}

/// peak-memory: of a process that makes all items, saves them, and reads them in another context.
func peak(_: Int) throws -> Int {
    do {
        let file = try ItemFile.filled()
        let context = file.context()
        let items = try context.fetch(NSFetchRequest<Item>(entityName: "Item"))
        precondition(items.reduce(0) { $0 + ($1.name?.utf8.count ?? 0) } == count * 20)
    }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    measure_value((Double(line.split(separator: " ").dropFirst().first ?? "") ?? 0) / 1024)
    return 1
}
