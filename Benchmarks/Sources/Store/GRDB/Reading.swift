import Foundation
import GRDB
import Measure
import Workloads

/// Where what was fetched is kept until the time is taken.
private final class Fetched<Object> { var objects: [Object] = [] }

/// fetch-faults: the keys of all items; GRDB has nothing that reads its values later, and keeps no rows.
func fetchKeys(_ size: Int) throws -> Int {
    let file = try ItemFile.filled()
    return try measured(
        size, prepare: { Fetched<Int64>() },
        { fetched in
            fetched.objects = try file.pool.read { try Int64.fetchAll($0, Item.select(Item.Columns.id)) }
        }, check: { precondition($0.objects.count == ItemValues.count) })
}

/// fetch-read: all items as records, and then every value is looked at.
func fetchRead(_ size: Int) throws -> Int {
    let file = try ItemFile.filled()
    var sum = 0.0
    return try measured(
        size, prepare: { Fetched<Item>() },
        { fetched in
            fetched.objects = try file.pool.read { try Item.fetchAll($0) }
            for item in fetched.objects {
                sum += Double(item.number) + item.ratio + (item.date?.timeIntervalSinceReferenceDate ?? 0)
                sum += Double(item.name?.utf8.count ?? 0)
                if item.owner != nil { sum += 1 }
            }
        }, check: { precondition($0.objects.count == ItemValues.count && sum > 0) })
}

/// fetch-range: 10,000 items by a range of the indexed number, sorted by the text's bytes.
func fetchRange(_ size: Int) throws -> Int {
    let file = try ItemFile.filled()
    let range = ItemValues.range
    return try measured(
        size, prepare: { Fetched<Item>() },
        { fetched in
            fetched.objects = try file.pool.read { database in
                try Item
                    .filter(Item.Columns.number >= range.lowerBound && Item.Columns.number < range.upperBound)
                    .order(Item.Columns.name).fetchAll(database)
            }
        }, check: { precondition($0.objects.count == ItemValues.partCount) })
}

/// An owner with its items.
private struct Owned {
    let owner: Owner
    let items: [Item]
}

/// prefetch: all owners, all of their items in a second query, and which are whose.
func prefetch(_ size: Int) throws -> Int {
    let file = try ItemFile.filled(allOwned: true)
    return try measured(
        size, prepare: { Fetched<Owned>() },
        { fetched in
            fetched.objects = try file.pool.read { database in
                let owners = try Owner.fetchAll(database)
                let items = try Item.filter(owners.map(\.id).contains(Item.Columns.owner)).fetchAll(database)
                let owned = Dictionary(grouping: items, by: \.owner)
                return owners.map { Owned(owner: $0, items: owned[$0.id] ?? []) }
            }
        }, check: { fetched in precondition(fetched.objects.reduce(0) { $0 + $1.items.count } == ItemValues.count) })
}

/// page-10m: GRDB has no lists that are read by pages, so that they are written by hand: the keys of all items in the order of
/// their numbers, and the records of 100 of them in one query.
func page(_ size: Int) throws -> Int {
    guard FileManager.default.fileExists(atPath: RandomPages.file) else {
        fatalError("Run `StoreOurs page-10m` first, which makes the file with ten million rows.")
    }
    measure_store_warm(RandomPages.file)
    let pool = try ItemFile.open(RandomPages.file)
    let before = measure_heap()
    let keys = try pool.read { try Int64.fetchAll($0, Item.select(Item.Columns.id).order(Item.Columns.number)) }
    precondition(keys.count == RandomPages.itemCount)
    measure_note("bytes-per-row", Double(measure_heap() - before) / Double(keys.count))
    var (pages, sum) = (RandomPages(), 0.0)
    return try measured(
        size, prepare: { pages.next() },
        { first in
            let some = keys[first..<(first + RandomPages.pageSize)]
            let items = try pool.read { try Item.fetchAll($0, keys: some) }
            for item in items.sorted(by: { $0.number < $1.number }) { sum += Double(item.number) + item.ratio }
        }, check: { _ in precondition(sum > 0) })
}

/// peak-memory: of a process that inserts all items in one transaction, each made when it is inserted, and reads them.
func peak(_: Int) throws -> Int {
    let file = try ItemFile.filled()
    let items = try file.pool.read { try Item.fetchAll($0) }
    precondition(items.reduce(0) { $0 + ($1.name?.utf8.count ?? 0) } == ItemValues.count * ItemValues.nameLength)
    measure_value(measure_peak())
    return 1
}
