import GRDB
import Workloads

/// A file, and records of it.
private final class Changed {
    let file: ItemFile
    var items: [Item] = []

    init(_ file: ItemFile) { self.file = file }
}

/// insert-100k: records are made of values that are in memory, and inserted; they get their keys.
func insert(_ size: Int) throws -> Int {
    let values = ItemValues.make()
    return try measured(
        size,
        prepare: {
            let changed = Changed(try ItemFile())
            try changed.file.insertOwners()
            return changed
        },
        { (changed: Changed) in
            changed.items = values.map { Item($0, owner: $0.ownerKey) }
            try changed.file.pool.write { database in
                for index in changed.items.indices { try changed.items[index].insert(database) }
            }
        }, check: { precondition($0.items.last?.id == Int64(ItemValues.count)) })
}

/// The items that are changed or deleted: every seventh by number.
private func some() throws -> Changed {
    let changed = Changed(try ItemFile.filled())
    let items = try changed.file.pool.read { try Item.order(Item.Columns.id).fetchAll($0) }
    changed.items = (0..<ItemValues.partCount).map { items[$0 * 7] }
    return changed
}

/// update-10k: one column of 10,000 records that are in memory.
func update(_ size: Int) throws -> Int {
    try measured(
        size, prepare: some,
        { changed in
            try changed.file.pool.write { database in
                for index in changed.items.indices {
                    changed.items[index].ratio = ItemValues.newRatio(index)
                    try changed.items[index].update(database, columns: [Item.Columns.ratio])
                }
            }
        }, check: { precondition($0.items[1].ratio == ItemValues.newRatio(1)) })
}

/// delete-10k: 10,000 records that are in memory, by their keys, which is faster than each by itself.
func delete(_ size: Int) throws -> Int {
    try measured(
        size, prepare: some,
        { changed in
            try changed.file.pool.write { database in
                _ = try Item.deleteAll(database, keys: changed.items.map(\.id))
            }
        },
        check: { changed in
            let count = try changed.file.pool.read { try Item.fetchCount($0) }
            precondition(count == ItemValues.count - ItemValues.partCount)
        })
}
