internal import Foundation

/// The members of an ordered relationship.
///
/// Adding at the end costs the same whatever the count, and so does taking out one after another, as long as nobody looks at the list in between;
/// anything else as much as there are members.
final class MemberList: Members {
    /// Those that are here, unless they are in ``holed``.
    private var closed: ContiguousArray<NSManagedObject> = []
    private var known = ObjectSet()
    /// The list while some are taken out of it.
    private var holed: HoledList?
    /// Whether one was taken out since somebody has looked at the list last.
    private var isTakingOut = false

    private var list: ContiguousArray<NSManagedObject> {
        get {
            isTakingOut = false
            if let holed {
                closed = holed.objects
                self.holed = nil
            }
            return closed
        }
        _modify {
            if holed != nil { closed = list }
            isTakingOut = false
            yield &closed
        }
    }

    override init(isLoaded: Bool) { super.init(isLoaded: isLoaded) }

    override var objects: ContiguousArray<NSManagedObject> {
        takeBack()
        return list
    }
    override var count: Int {
        takeBack()
        return known.count
    }
    override func contains(_ object: NSManagedObject) -> Bool {
        takeBack()
        return known.contains(object)
    }
    override var loose: Any { NSOrderedSet(array: Array(objects)) }

    override func add(_ object: NSManagedObject) -> Bool {
        takeBack()
        guard known.insert(object) else { return false }
        append(object)
        changeLentList { $0.add(object) }
        return true
    }

    private func append(_ object: NSManagedObject) {
        if holed == nil { closed.append(object) } else { holed?.append(object) }
    }

    /// Puts one that is no member at a place.
    func insert(_ object: NSManagedObject, at index: Int) {
        takeBack()
        // With itself, its place is the last.
        if known.insert(object), index == known.count - 1 { append(object) } else { list.insert(object, at: index) }
        changeLentList { $0.insert(object, at: index) }
    }

    override func remove(_ object: NSManagedObject) -> Bool {
        takeBack()
        guard known.remove(object) else { return false }
        takeOut(object)
        changeLentList { $0.remove(object) }
        return true
    }

    /// The first is looked for; with the second the list is made one that others leave at once.
    private func takeOut(_ object: NSManagedObject) {
        if holed == nil {
            guard isTakingOut, closed.count > Self.searchedCount else {
                if let place = closed.lastIndex(where: { $0 === object }) { closed.remove(at: place) }
                isTakingOut = true
                return
            }
            let all = closed
            closed = []
            holed = HoledList(all)
        }
        holed?.remove(object)
    }

    /// Among so many one is found sooner by a look at each.
    private static let searchedCount = 64

    override func removeAll() { replaceAll([]) }

    override func load(_ objects: [NSManagedObject]) {
        takeBack()
        let later = list
        replaceAll(ContiguousArray(objects.filter { object in sinceSave.map { !$0.removed.contains(object) } ?? true }))
        for object in later { _ = add(object) }
        if sinceSave != nil { sinceSave?.settle(order: ContiguousArray(objects)) }
        isLoaded = true
    }

    /// Puts the members into an order; of objects that come twice the first counts.
    func replaceAll(_ objects: ContiguousArray<NSManagedObject>) {
        hold(objects)
        changeLentList { lent in
            lent.removeAllObjects()
            lent.addObjects(from: Array(list))
        }
    }

    /// The members in an order that is said; those that it does not say come after them, as they stand.
    func ordered(by said: some Sequence<NSManagedObject>) -> ContiguousArray<NSManagedObject> {
        let first = ObjectSet(said.filter(contains))
        return first.objects + objects.filter { !first.contains($0) }
    }

    override var held: ContiguousArray<NSManagedObject> { list }

    override func holds(_ objects: ContiguousArray<NSManagedObject>) -> Bool { list.elementsEqual(objects, by: ===) }

    override func hold(_ objects: ContiguousArray<NSManagedObject>) {
        known = ObjectSet()
        list = ContiguousArray(objects.filter { known.insert($0) })
    }

    /// The list with objects that are not in it put at places of their own, as they are counted after the insertion;
    /// nil if a place is outside.
    func inserting(_ objects: [NSManagedObject], at places: IndexSet) -> ContiguousArray<NSManagedObject>? {
        let new = zip(objects, places).filter { !known.contains($0.0) }
        guard objects.count == places.count, (places.last ?? -1) < list.count + new.count else { return nil }
        var changed = list
        for (object, place) in new { changed.insert(object, at: min(place, changed.count)) }
        return changed
    }

    /// The list without the objects at places; nil if a place is outside.
    func removing(at places: IndexSet) -> ContiguousArray<NSManagedObject>? {
        guard (places.last ?? -1) < list.count else { return nil }
        return ContiguousArray(list.enumerated().filter { !places.contains($0.offset) }.map(\.element))
    }

    /// The list with other objects in the place of some; one that is elsewhere in the list leaves that place; nil if a
    /// place is outside.
    func replacing(at places: IndexSet, with objects: [NSManagedObject]) -> ContiguousArray<NSManagedObject>? {
        guard (places.last ?? -1) < list.count, objects.count == places.count else { return nil }
        var changed: [NSManagedObject?] = Array(list)
        let new = ObjectSet(objects)
        for (index, member) in list.enumerated() where new.contains(member) && !places.contains(index) {
            changed[index] = nil
        }
        for (place, object) in zip(places, objects) { changed[place] = object }
        return ContiguousArray(changed.compactMap(\.self))
    }
}
