/// A list of objects while one after another is taken out of it: each leaves a hole, so that the others need not be looked through or moved.
struct HoledList {
    private var entries: ContiguousArray<NSManagedObject?>
    private var places: [ObjectIdentifier: Int]
    private var holeCount = 0

    /// Cost: some 50 ns for each object.
    init(_ objects: ContiguousArray<NSManagedObject>) {
        entries = ContiguousArray(objects.map(Optional.some))
        places = Dictionary(minimumCapacity: objects.count)
        for (place, object) in objects.enumerated() { places[ObjectIdentifier(object)] = place }
    }

    /// Those that are left, in their order.
    var objects: ContiguousArray<NSManagedObject> { ContiguousArray(entries.compactMap(\.self)) }

    mutating func remove(_ object: NSManagedObject) {
        guard let place = places.removeValue(forKey: ObjectIdentifier(object)) else { return }
        entries[place] = nil
        holeCount += 1
        if holeCount * 2 > entries.count { self = HoledList(objects) }
    }

    /// Puts one that is not in the list behind all that are.
    mutating func append(_ object: NSManagedObject) {
        places[ObjectIdentifier(object)] = entries.count
        entries.append(object)
    }
}
