internal import CLinux
internal import Locks

/// The objects of a context by their keys, which it does not keep alive.
///
/// The context's queue adds and finds; an object takes itself out when it ends, on whatever thread that is. So a lock
/// guards the entries, and an object that is found is retained under it unless its end has begun.
///
/// Not Swift's weak references: they would cost each object a second allocation.
final class ObjectTable: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards the entries.

    private struct Entry {
        var key: ObjectKey
        /// The object, unretained; nil in a free entry.
        var object: UnsafeMutableRawPointer?

        static var free: Entry { Entry(key: ObjectKey(store: 0, root: 0, key: 0), object: nil) }
    }

    private let lock = Lock()
    private var entries: UnsafeMutableBufferPointer<Entry>
    private(set) var count = 0

    init() { entries = Self.allocate(64) }

    deinit { entries.deallocate() }

    /// The object with a key, if there is one.
    func object(_ key: ObjectKey) -> NSManagedObject? {
        lock.lock()
        defer { lock.unlock() }
        // Unsafe: what the entry points at has not passed `remove` yet, which waits for the lock; `swift_tryRetain` says
        // whether it still can be had, and has retained it then.
        guard let object = entries[place(key)].object, swift_tryRetain(object) != nil else { return nil }
        return Unmanaged<NSManagedObject>.fromOpaque(object).takeRetainedValue()
    }

    /// Adds an object under its key. One that was there under it is about to end, and is forgotten.
    func add(_ object: NSManagedObject) {
        lock.lock()
        defer { lock.unlock() }
        set(object.key, Unmanaged.passUnretained(object).toOpaque())
    }

    /// Takes an object out, if it is there; called by its `deinit` too.
    func remove(_ object: NSManagedObject) {
        lock.lock()
        defer { lock.unlock() }
        let place = place(object.key)
        guard entries[place].object == Unmanaged.passUnretained(object).toOpaque() else { return }
        erase(place)
        count -= 1
    }

    /// All that can still be had, in no order.
    var objects: [NSManagedObject] {
        lock.lock()
        defer { lock.unlock() }
        return entries.compactMap { entry in
            guard let object = entry.object, swift_tryRetain(object) != nil else { return nil }
            return Unmanaged<NSManagedObject>.fromOpaque(object).takeRetainedValue()
        }
    }

    /// Forgets all, and returns those that can still be had.
    func removeAll() -> [NSManagedObject] {
        let all = objects
        lock.lock()
        defer { lock.unlock() }
        entries.deallocate()
        entries = Self.allocate(64)
        count = 0
        return all
    }

    // MARK: Entries

    private static func allocate(_ capacity: Int) -> UnsafeMutableBufferPointer<Entry> {
        let entries = UnsafeMutableBufferPointer<Entry>.allocate(capacity: capacity)
        entries.initialize(repeating: .free)
        return entries
    }

    /// The entry of a key, or the free one where it would stand.
    private func place(_ key: ObjectKey) -> Int {
        let mask = entries.count - 1
        var place = Int(truncatingIfNeeded: key.spread) & mask
        while entries[place].object != nil, entries[place].key != key { place = (place + 1) & mask }
        return place
    }

    private func set(_ key: ObjectKey, _ object: UnsafeMutableRawPointer) {
        var place = place(key)
        if entries[place].object == nil {
            count += 1
            if count * 3 > entries.count * 2 {
                grow()
                place = self.place(key)
            }
        }
        entries[place] = Entry(key: key, object: object)
    }

    private func grow() {
        let old = entries
        entries = Self.allocate(old.count * 2)
        for entry in old where entry.object != nil { entries[place(entry.key)] = entry }
        old.deallocate()
    }

    /// Frees an entry, and moves those behind it that would be found no more.
    private func erase(_ place: Int) {
        let mask = entries.count - 1
        var (hole, next) = (place, (place + 1) & mask)
        while entries[next].object != nil {
            let home = Int(truncatingIfNeeded: entries[next].key.spread) & mask
            if (next - home) & mask >= (next - hole) & mask {
                entries[hole] = entries[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        entries[hole] = .free
    }
}
