/// The places of a segment of an ``ObjectTable``: a power of two, found by probing one after the other.
///
/// Belongs to the table, which guards it and lets it go.
struct ObjectPlaces {
    /// Unretained; nothing is said by one whose place is free.
    let objects: UnsafeMutablePointer<UnsafeMutableRawPointer>
    /// The hashes of the objects' keys; 0 in free places.
    private let hashes: UnsafeMutablePointer<UInt32>
    let capacity: Int
    /// How many are taken.
    private(set) var count = 0

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
    func place(of key: ObjectKey, _ hash: UInt32) -> Int {
        var place = Int(hash) & (capacity - 1)
        while hashes[place] != 0, hashes[place] != hash || self.key(place) != key { place = next(place) }
        return place
    }

    /// The place where an object stands.
    func place(of object: NSManagedObject, _ hash: UInt32) -> Int? {
        let address = Unmanaged.passUnretained(object).toOpaque()
        var place = Int(hash) & (capacity - 1)
        while hashes[place] != 0 {
            if objects[place] == address { return place }
            place = next(place)
        }
        return nil
    }

    /// Another object for the key whose place it is.
    func replace(_ place: Int, _ object: UnsafeMutableRawPointer) { objects[place] = object }

    /// Adds an object whose key has no place.
    mutating func add(_ object: UnsafeMutableRawPointer, _ hash: UInt32) {
        if (count + 1) * 3 > capacity * 2 { grow(capacity * 2) }
        count += 1
        put(object, hash)
    }

    private func put(_ object: UnsafeMutableRawPointer, _ hash: UInt32) {
        var place = Int(hash) & (capacity - 1)
        while isTaken(place) { place = next(place) }
        (hashes[place], objects[place]) = (hash, object)
    }

    /// Makes room for so many in all.
    mutating func reserve(_ count: Int) {
        var larger = capacity
        while count * 3 > larger * 2 { larger *= 2 }
        if larger > capacity { grow(larger) }
    }

    private mutating func grow(_ capacity: Int) {
        let old = self
        self = ObjectPlaces(capacity: capacity)
        count = old.count
        old.forEach { put($0, $1) }
        old.deallocate()
    }

    /// Calls a closure with each object and its hash.
    @inline(__always)
    func forEach(_ body: (UnsafeMutableRawPointer, UInt32) -> Void) {
        for place in 0..<capacity where isTaken(place) { body(objects[place], hashes[place]) }
    }

    /// Frees a place, and moves the objects behind it that would be found no more.
    mutating func erase(_ place: Int) {
        count -= 1
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

    /// The key of what stands in a place. It is changed by the context's queue alone, which is here.
    private func key(_ place: Int) -> ObjectKey {
        Unmanaged<NSManagedObject>.fromOpaque(objects[place])._withUnsafeGuaranteedRef(\.key)
    }
}
