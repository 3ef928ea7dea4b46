internal import Foundation

/// The members of a relationship without an order.
final class MemberSet: Members {
    private var all = ObjectSet()

    override init(isLoaded: Bool) { super.init(isLoaded: isLoaded) }

    override var objects: ContiguousArray<NSManagedObject> {
        takeBack()
        return all.objects
    }
    override var count: Int {
        takeBack()
        return all.count
    }
    override func contains(_ object: NSManagedObject) -> Bool {
        takeBack()
        return all.contains(object)
    }

    override func add(_ object: NSManagedObject) -> Bool {
        takeBack()
        forgetCopies()
        mirror?.insert(object)
        changeLentSet { $0.add(object) }
        return all.insert(object)
    }

    override func remove(_ object: NSManagedObject) -> Bool {
        takeBack()
        forgetCopies()
        mirror?.remove(object)
        changeLentSet { $0.remove(object) }
        return all.remove(object)
    }

    override func removeAll() {
        hold([])
        changeLentSet { $0.removeAllObjects() }
    }

    override func load(_ objects: [NSManagedObject]) {
        takeBack()
        forgetCopies()
        mirror = nil
        for object in objects where sinceSave.map({ !$0.removed.contains(object) }) ?? true { all.insert(object) }
        if sinceSave != nil { sinceSave?.settle(ObjectSet(objects)) }
        isLoaded = true
    }

    override var held: ContiguousArray<NSManagedObject> { all.objects }

    override func holds(_ objects: ContiguousArray<NSManagedObject>) -> Bool {
        objects.count == all.count && objects.allSatisfy(all.contains)
    }

    override func hold(_ objects: ContiguousArray<NSManagedObject>) {
        forgetCopies()
        mirror = nil
        all = ObjectSet(objects)
    }

    /// Made when asked for first after a change.
    override var loose: Any {
        takeBack()
        if let made = looseSet { return made }
        let made = NSSet(array: Array(all.objects))
        looseSet = made
        return made
    }

    /// The members as a Swift set of their class; nil if one is of another. Made when asked for first after a change.
    func asSet<Object: NSManagedObject>(of type: Object.Type) -> Set<Object>? {
        takeBack()
        if let made = typed as? TypedMembers<Object> { return made.set }
        var made = Set<Object>(minimumCapacity: all.count)
        for object in all.objects {
            guard let object = object as? Object else { return nil }
            made.insert(object)
        }
        typed = TypedMembers(made)
        return made
    }

    /// The members as a Swift set of all classes. Made when asked for first, and kept with every change from then on: it costs what
    /// has changed, as long as nobody keeps an earlier one.
    var swiftSet: Set<NSManagedObject> {
        takeBack()
        if let mirror { return mirror }
        let made = Set(all.objects)
        mirror = made
        return made
    }

    /// What `swiftSet` made.
    private var mirror: Set<NSManagedObject>?
    /// What `asSet` made.
    private var typed: AnyObject?
    /// What `loose` made.
    private var looseSet: NSSet?

    private func forgetCopies() {
        guard typed != nil || looseSet != nil else { return }
        (typed, looseSet) = (nil, nil)
    }
}

/// A set in a box.
private final class TypedMembers<Object: NSManagedObject> {
    let set: Set<Object>

    init(_ set: Set<Object>) { self.set = set }
}
