/// What a store in memory knows of an object.
struct RowRecord {
    /// The identity that is given to whoever asks, so that there is one object for all of them.
    let identity: NSManagedObjectID
    var row: Row
    /// Where its relationships to many lead; nil if nowhere.
    var links: RowLinks?
}

/// Where an object's relationships to many lead. Shared by versions of the tables until one changes it.
final class RowLinks {
    /// By the entity's relationships to many, in the order of their slots.
    var sets: [KeySet]
    /// Their orders, of those that have one. May have keys that are not in the set, and lack some that are.
    var orders: [ContiguousArray<Int64>]

    init(count: Int) {
        sets = Array(repeating: KeySet(), count: count)
        orders = Array(repeating: [], count: count)
    }

    init(_ other: RowLinks) { (sets, orders) = (other.sets, other.orders) }

    /// The keys in their order.
    func keys(_ index: Int) -> ContiguousArray<Int64> {
        let set = sets[index]
        guard !orders[index].isEmpty else { return ContiguousArray(set) }
        var seen = KeySet()
        var keys = ContiguousArray(orders[index].filter { set.contains($0) && seen.insert($0) })
        if keys.count < set.count { keys += set.filter { !seen.contains($0) } }
        return keys
    }
}
