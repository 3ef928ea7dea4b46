/// Things by the stores that they go to, which remembers their order.
struct StoreGroups<Element> {
    private(set) var groups: [(store: NSPersistentStore, elements: [Element])] = []
    /// For each thing its group.
    private var places: [Int] = []

    mutating func add(_ element: Element, to store: NSPersistentStore) {
        let place = groups.firstIndex { $0.store === store } ?? groups.count
        if place == groups.count { groups.append((store, [])) }
        groups[place].elements.append(element)
        places.append(place)
    }

    /// What a closure makes of each group, put together in the order in which the things came.
    func inOrder<Result>(_ body: (NSPersistentStore, [Element]) throws -> [Result]) rethrows -> [Result] {
        var results = try groups.map { try body($0.store, $0.elements).makeIterator() }
        return places.compactMap { results[$0].next() }
    }
}
