internal import CLinux
internal import Locks
internal import Synchronization

/// The objects of a context by their keys, which it does not keep alive.
///
/// The context's queue adds and finds; an object takes itself out when it ends, on whatever thread that is. So a lock
/// guards the entries, and an object that is found is retained under it unless its end has begun.
///
/// Not Swift's weak references: they would cost each object a second allocation. Keys are not kept either, since the
/// objects have them: a place takes twelve bytes.
final class ObjectTable: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards the places.

    private let lock = Lock()
    private var places = Places(capacity: 64)
    private(set) var count = 0
    /// How many fetches are going on, which may have rows and not their objects yet. Any thread may ask.
    let fetchCount = Atomic<Int>(0)

    deinit { places.deallocate() }

    /// The object with a key, if there is one.
    func object(_ key: ObjectKey) -> NSManagedObject? {
        lock.lock()
        defer { lock.unlock() }
        // Unsafe: what stands in a place has not passed `remove` yet, which waits for the lock; `swift_tryRetain` says
        // whether it still can be had, and has retained it then.
        let place = places.place(of: key)
        guard places.isTaken(place), swift_tryRetain(places.objects[place]) != nil else { return nil }
        return Unmanaged<NSManagedObject>.fromOpaque(places.objects[place]).takeRetainedValue()
    }

    /// Whether there is an object with a key, or one whose end has begun. May be asked by any thread.
    func contains(_ key: ObjectKey) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        return places.isTaken(places.place(of: key))
    }

    /// How many there are. May be asked by any thread.
    var presentCount: Int { lock.withLock { count } }

    /// Adds an object under its key. One that was there under it is about to end, and is forgotten.
    func add(_ object: NSManagedObject) {
        lock.lock()
        defer { lock.unlock() }
        var place = places.place(of: object.key)
        if !places.isTaken(place) {
            count += 1
            if count * 3 > places.capacity * 2 {
                places.grow()
                place = places.place(of: object.key)
            }
        }
        places.set(place, object)
    }

    // MARK: Many at once

    /// Looks for the objects of keys: each place gets the object that is there, retained, or nil.
    /// - Returns: how many are not there.
    func find(
        _ keys: FetchedKeys, _ indexes: Range<Int>, _ found: UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>
    ) -> Int {
        lock.lock()
        defer { lock.unlock() }
        var missing = 0
        for (index, key) in zip(found.indices, indexes) {
            let place = places.place(of: keys.key(key))
            found[index] = places.isTaken(place) ? swift_tryRetain(places.objects[place]) : nil
            if found[index] == nil { missing += 1 }
        }
        return missing
    }

    /// Makes room for objects.
    func reserve(_ additional: Int) {
        lock.lock()
        defer { lock.unlock() }
        while (count + additional) * 3 > places.capacity * 2 { places.grow() }
    }

    /// Adds those of some objects that are not here yet. One whose key another has, made meanwhile, is replaced by that.
    func add(_ objects: UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>) {
        var replaced: [NSManagedObject] = []
        // They end without the lock, for which they ask.
        defer { withExtendedLifetime(replaced) {} }
        lock.lock()
        defer { lock.unlock() }
        for index in objects.indices {
            guard let address = objects[index] else { continue }
            let object = Unmanaged<NSManagedObject>.fromOpaque(address)
            let key = object._withUnsafeGuaranteedRef(\.key)
            var place = places.place(of: key)
            if places.isTaken(place) {
                if places.objects[place] == address { continue }
                if let other = swift_tryRetain(places.objects[place]) {
                    objects[index] = other
                    replaced.append(object.takeRetainedValue())
                    continue
                }
            } else {
                count += 1
                if count * 3 > places.capacity * 2 {
                    places.grow()
                    place = places.place(of: key)
                }
            }
            object._withUnsafeGuaranteedRef { places.set(place, $0) }
        }
    }

    // MARK: Going

    /// Takes an object out, if it is there; called by its `deinit` too.
    func remove(_ object: NSManagedObject) {
        lock.lock()
        defer { lock.unlock() }
        guard let place = places.place(of: object) else { return }
        places.erase(place)
        count -= 1
    }

    /// All that can still be had, in no order.
    var objects: [NSManagedObject] {
        lock.lock()
        defer { lock.unlock() }
        return (0..<places.capacity).compactMap { place in
            guard places.isTaken(place), swift_tryRetain(places.objects[place]) != nil else { return nil }
            return Unmanaged<NSManagedObject>.fromOpaque(places.objects[place]).takeRetainedValue()
        }
    }

    /// Forgets all, and returns those that can still be had.
    func removeAll() -> [NSManagedObject] {
        let all = objects
        lock.lock()
        defer { lock.unlock() }
        places.deallocate()
        places = Places(capacity: 64)
        count = 0
        return all
    }
}

/// The places of the table: a power of two, found by probing one after the other.
private struct Places {
    /// Unretained; nothing is said by one whose place is free.
    let objects: UnsafeMutablePointer<UnsafeMutableRawPointer>
    /// The hashes of the objects' keys; 0 in free places.
    private let hashes: UnsafeMutablePointer<UInt32>
    let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        objects = .allocate(capacity: capacity)
        hashes = .allocate(capacity: capacity)
        hashes.initialize(repeating: 0, count: capacity)
    }

    func deallocate() {
        objects.deallocate()
        hashes.deallocate()
    }

    func isTaken(_ place: Int) -> Bool { hashes[place] != 0 }

    /// The place of a key, or the free one where it would stand.
    func place(of key: ObjectKey) -> Int {
        let hash = Self.hash(key)
        var place = Int(hash) & (capacity - 1)
        while hashes[place] != 0, hashes[place] != hash || self.key(place) != key { place = next(place) }
        return place
    }

    /// The place where an object stands.
    func place(of object: NSManagedObject) -> Int? {
        let address = Unmanaged.passUnretained(object).toOpaque()
        var place = Int(Self.hash(object.key)) & (capacity - 1)
        while hashes[place] != 0 {
            if objects[place] == address { return place }
            place = next(place)
        }
        return nil
    }

    func set(_ place: Int, _ object: NSManagedObject) {
        hashes[place] = Self.hash(object.key)
        objects[place] = Unmanaged.passUnretained(object).toOpaque()
    }

    mutating func grow() {
        let old = self
        self = Places(capacity: old.capacity * 2)
        for oldPlace in 0..<old.capacity where old.isTaken(oldPlace) {
            var place = Int(old.hashes[oldPlace]) & (capacity - 1)
            while isTaken(place) { place = next(place) }
            (hashes[place], objects[place]) = (old.hashes[oldPlace], old.objects[oldPlace])
        }
        old.deallocate()
    }

    /// Frees a place, and moves the objects behind it that would be found no more.
    func erase(_ place: Int) {
        var (hole, place) = (place, next(place))
        while isTaken(place) {
            let home = Int(hashes[place]) & (capacity - 1)
            if (place - home) & (capacity - 1) >= (place - hole) & (capacity - 1) {
                (hashes[hole], objects[hole]) = (hashes[place], objects[place])
                hole = place
            }
            place = next(place)
        }
        hashes[hole] = 0
    }

    private func next(_ place: Int) -> Int { (place + 1) & (capacity - 1) }

    /// Never 0.
    private static func hash(_ key: ObjectKey) -> UInt32 { UInt32(truncatingIfNeeded: key.spread) | 1 << 31 }

    /// The key of what stands in a place. It is changed by the context's queue alone, which is here.
    private func key(_ place: Int) -> ObjectKey {
        Unmanaged<NSManagedObject>.fromOpaque(objects[place])._withUnsafeGuaranteedRef(\.key)
    }
}
