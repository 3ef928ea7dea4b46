internal import Foundation

/// The members of an ordered relationship.
///
/// Adding at the end costs the same whatever the count; anything else as much as there are members.
final class MemberList: Members {
    private var list: ContiguousArray<NSManagedObject> = []
    private var known = ObjectSet()

    override init(isLoaded: Bool) { super.init(isLoaded: isLoaded) }

    override var objects: ContiguousArray<NSManagedObject> {
        takeBack()
        return list
    }
    override var count: Int {
        takeBack()
        return list.count
    }
    override func contains(_ object: NSManagedObject) -> Bool {
        takeBack()
        return known.contains(object)
    }
    override var loose: Any { NSOrderedSet(array: Array(objects)) }

    override func add(_ object: NSManagedObject) -> Bool {
        takeBack()
        guard known.insert(object) else { return false }
        list.append(object)
        changeLentList { $0.add(object) }
        return true
    }

    /// Puts one that is no member at a place.
    func insert(_ object: NSManagedObject, at index: Int) {
        takeBack()
        known.insert(object)
        list.insert(object, at: index)
        changeLentList { $0.insert(object, at: index) }
    }

    override func remove(_ object: NSManagedObject) -> Bool {
        takeBack()
        guard known.remove(object) else { return false }
        list.removeAll { $0 === object }
        changeLentList { $0.remove(object) }
        return true
    }

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
