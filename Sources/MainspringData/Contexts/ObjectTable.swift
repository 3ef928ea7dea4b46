internal import CLinux
internal import Locks
internal import MainspringModel
internal import Synchronization

/// The objects of a context by their keys, which it does not keep alive.
///
/// The context's queue adds and finds; an object takes itself out when it ends, on whatever thread that is. So a lock
/// guards the entries, and an object that is found is retained under it unless its end has begun.
///
/// Not Swift's weak references: they would cost each object a second allocation. Keys are not kept either, since the
/// objects have them: a place takes twelve bytes. The table grows a segment at a time, so that the main thread never waits for
/// all of a large one to move.
final class ObjectTable: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards the places.

    private let lock = Lock()
    private var segments: ContiguousArray<ObjectPlaces> = [ObjectPlaces(capacity: ObjectTable.leastCapacity)]
    private var hashing = LinearHashing()
    private(set) var count = 0
    /// How many fetches are going on, which may have rows and not their objects yet. Any thread may ask.
    let fetchCount = Atomic<Int>(0)

    private static let leastCapacity = 64
    /// How many objects a segment has, of which none is being divided.
    private static let segmentCount = 2_048
    /// As many as a hash can tell apart: those of larger tables grow.
    private static let mostSegments = 1 << 15

    deinit { for places in segments { places.deallocate() } }

    /// Never 0: the lower half tells the place, the upper one the segment.
    private static func hash(_ key: ObjectKey) -> UInt32 { UInt32(truncatingIfNeeded: key.spread) | 1 << 31 }

    private func segment(_ hash: UInt32) -> Int { hashing.segment(UInt(hash >> 16) & UInt(Self.mostSegments - 1)) }

    /// Where a key stands in a segment, or would.
    @inline(__always)
    private func place(of key: ObjectKey) -> (places: ObjectPlaces, place: Int, segment: Int, hash: UInt32) {
        let hash = Self.hash(key)
        let segment = segment(hash)
        return (segments[segment], segments[segment].place(of: key, hash), segment, hash)
    }

    /// The object with a key, if there is one.
    func object(_ key: ObjectKey) -> NSManagedObject? {
        lock.lock()
        defer { lock.unlock() }
        // Unsafe: what stands in a place has not passed `remove` yet, which waits for the lock; `swift_tryRetain` says
        // whether it still can be had, and has retained it then.
        let (places, place, _, _) = place(of: key)
        guard places.isTaken(place), swift_tryRetain(places.objects[place]) != nil else { return nil }
        return Unmanaged<NSManagedObject>.fromOpaque(places.objects[place]).takeRetainedValue()
    }

    /// Whether there is an object with a key, or one whose end has begun. May be asked by any thread.
    func contains(_ key: ObjectKey) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        let (places, place, _, _) = place(of: key)
        return places.isTaken(place)
    }

    /// Returns the indices of the identities without an object, in order.
    func absent(_ identities: ArraySlice<NSManagedObjectID>) -> [Int] {
        lock.lock()
        defer { lock.unlock() }
        return identities.indices.filter { index in
            let (places, place, _, _) = place(of: identities[index].key)
            return !places.isTaken(place)
        }
    }

    /// How many there are. May be asked by any thread.
    var presentCount: Int { lock.withLock { count } }

    /// Adds an object under its key. One that was there under it is about to end, and is forgotten.
    func add(_ object: NSManagedObject) {
        lock.lock()
        defer { lock.unlock() }
        let (places, place, segment, hash) = place(of: object.key)
        let address = Unmanaged.passUnretained(object).toOpaque()
        if places.isTaken(place) {
            places.replace(place, address)
        } else {
            insert(address, hash, segment)
        }
    }

    private func insert(_ object: UnsafeMutableRawPointer, _ hash: UInt32, _ segment: Int) {
        segments[segment].add(object, hash)
        count += 1
        if count > hashing.count * Self.segmentCount { divide() }
    }

    private func divide() {
        guard hashing.count < Self.mostSegments else { return }
        let divided = hashing.divide()
        let old = segments[divided]
        segments[divided] = ObjectPlaces(capacity: Self.segmentCount * 2)
        segments.append(ObjectPlaces(capacity: Self.segmentCount * 2))
        old.forEach { object, hash in segments[segment(hash)].add(object, hash) }
        old.deallocate()
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
            let (places, place, _, _) = place(of: keys.key(key))
            found[index] = places.isTaken(place) ? swift_tryRetain(places.objects[place]) : nil
            if found[index] == nil { missing += 1 }
        }
        return missing
    }

    /// Makes room for objects.
    func reserve(_ additional: Int) {
        lock.lock()
        defer { lock.unlock() }
        let all = count + additional
        while all > hashing.count * Self.segmentCount, hashing.count < Self.mostSegments { divide() }
        if hashing.count == 1 { segments[0].reserve(all) }
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
            let (places, place, segment, hash) = place(of: object._withUnsafeGuaranteedRef(\.key))
            if !places.isTaken(place) {
                insert(address, hash, segment)
            } else if places.objects[place] != address {
                if let other = swift_tryRetain(places.objects[place]) {
                    objects[index] = other
                    replaced.append(object.takeRetainedValue())
                } else {
                    places.replace(place, address)
                }
            }
        }
    }

    // MARK: Going

    /// Takes an object out, if it is there; called by its `deinit` too.
    func remove(_ object: NSManagedObject) {
        lock.lock()
        defer { lock.unlock() }
        let hash = Self.hash(object.key)
        let segment = segment(hash)
        guard let place = segments[segment].place(of: object, hash) else { return }
        segments[segment].erase(place)
        count -= 1
    }

    /// All that can still be had, in no order.
    var objects: [NSManagedObject] {
        lock.lock()
        defer { lock.unlock() }
        var found: [NSManagedObject] = []
        found.reserveCapacity(count)
        for places in segments {
            places.forEach { object, _ in
                guard swift_tryRetain(object) != nil else { return }
                found.append(Unmanaged<NSManagedObject>.fromOpaque(object).takeRetainedValue())
            }
        }
        return found
    }

    /// The keys and entities of all objects that have not ended, in no order. May be called on any thread.
    var contents: [(key: ObjectKey, entity: NSEntityDescription)] {
        var found: [NSManagedObject] = []
        // Released after the lock, which the deinitializer of an object takes.
        defer { withExtendedLifetime(found) {} }
        lock.lock()
        defer { lock.unlock() }
        var contents: [(key: ObjectKey, entity: NSEntityDescription)] = []
        for places in segments {
            places.forEach { address, _ in
                guard swift_tryRetain(address) != nil else { return }
                let object = Unmanaged<NSManagedObject>.fromOpaque(address).takeRetainedValue()
                found.append(object)
                // A key changes only while its object is not in the table.
                contents.append((object.key, object.shape.entity))
            }
        }
        return contents
    }

    /// Forgets all, and returns those that can still be had.
    func removeAll() -> [NSManagedObject] {
        let all = objects
        lock.lock()
        defer { lock.unlock() }
        for places in segments { places.deallocate() }
        (segments, hashing, count) = ([ObjectPlaces(capacity: Self.leastCapacity)], LinearHashing(), 0)
        return all
    }
}
