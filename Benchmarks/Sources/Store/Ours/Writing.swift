import Foundation
import MainspringData
import MainspringFoundation
import Workloads

/// A store, a context, and objects of it.
private final class Changed {
    let file: ItemFile
    let context: NSManagedObjectContext
    /// Stay as long as this, so that no time is taken for letting go of those that are not changed.
    var all: [Item] = []
    var items: [Item] = []

    init(_ file: ItemFile) { (self.file, context) = (file, file.context()) }
}

/// insert-100k: items are made of values that are in memory, with owners that are saved already, and saved.
func insert(_ size: Int) throws -> Int {
    let values = ItemValues.make()
    return try measured(
        size,
        prepare: {
            let changed = Changed(try ItemFile())
            let owners = changed.file.makeOwners(in: changed.context)
            try changed.context.save()
            return (changed, owners)
        },
        { (changed: Changed, owners: [Owner]) in
            changed.items = changed.file.makeItems(values, owners: owners, in: changed.context)
            try changed.context.save()
        }, check: { precondition(!$0.0.context.hasChanges) })
}

/// The items that are changed or deleted: every seventh by number.
private func some() throws -> Changed {
    let changed = Changed(try ItemFile.filled())
    let request = NSFetchRequest<Item>(entityName: "Item")
    request.returnsObjectsAsFaults = false
    changed.all = try changed.context.fetch(request)
    changed.items = (0..<ItemValues.partCount).map { changed.all[$0 * 7] }
    return changed
}

/// update-10k: one attribute of 10,000 items is changed, whose values are in memory, and saved.
func update(_ size: Int) throws -> Int {
    try measured(
        size, prepare: some,
        { changed in
            for (index, item) in changed.items.enumerated() { item.ratio = ItemValues.newRatio(index) }
            try changed.context.save()
        }, check: { precondition(!$0.context.hasChanges) })
}

/// delete-10k: 10,000 items are deleted, whose values are in memory, and that is saved; half of them have owners.
func delete(_ size: Int) throws -> Int {
    try measured(
        size, prepare: some,
        { changed in
            for item in changed.items { changed.context.delete(item) }
            try changed.context.save()
        }, check: { precondition(!$0.context.hasChanges) })
}
