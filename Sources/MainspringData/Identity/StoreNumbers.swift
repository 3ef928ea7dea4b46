internal import Locks

/// The stores of the process by the numbers that stand in identities. A number is never given twice.
enum StoreNumbers {
    private struct Entry {
        weak var store: NSPersistentStore?
    }

    private struct Contents {
        var last: UInt32 = 0
        var entries: [UInt32: Entry] = [:]
    }

    private static let contents = Guarded(Contents())

    /// Gives a store its number.
    static func next() -> UInt32 {
        contents.withLock { contents in
            contents.last += 1
            return contents.last
        }
    }

    /// The store of a number; nil if it is gone, or not there yet.
    static func store(_ number: UInt32) -> NSPersistentStore? { contents.withLock { $0.entries[number]?.store } }

    /// Lets a store be found by its number.
    static func add(_ store: NSPersistentStore) {
        contents.withLock { $0.entries[store.number] = Entry(store: store) }
    }

    /// Lets a store be found no more.
    static func remove(_ number: UInt32) { contents.withLock { _ = $0.entries.removeValue(forKey: number) } }
}
