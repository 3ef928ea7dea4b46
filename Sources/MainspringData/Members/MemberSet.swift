internal import Foundation

/// The members of a relationship without an order.
final class MemberSet: Members {
    private var held = ObjectSet()

    override init(isLoaded: Bool) { super.init(isLoaded: isLoaded) }

    override var objects: ContiguousArray<NSManagedObject> { held.objects }
    override var count: Int { held.count }
    override func contains(_ object: NSManagedObject) -> Bool { held.contains(object) }

    override func add(_ object: NSManagedObject) -> Bool {
        forgetCopies()
        mirror?.insert(object)
        return held.insert(object)
    }

    override func remove(_ object: NSManagedObject) -> Bool {
        forgetCopies()
        mirror?.remove(object)
        return held.remove(object)
    }

    override func removeAll() {
        forgetCopies()
        mirror = nil
        held.removeAll()
    }

    override func load(_ objects: [NSManagedObject]) {
        forgetCopies()
        mirror = nil
        for object in objects where sinceSave.map({ !$0.removed.contains(object) }) ?? true { held.insert(object) }
        if sinceSave != nil { sinceSave?.settle(ObjectSet(objects)) }
        isLoaded = true
    }

    /// Made when asked for first after a change.
    override var loose: Any {
        if let made = looseSet { return made }
        let made = NSSet(array: Array(held.objects))
        looseSet = made
        return made
    }

    /// The members as a Swift set of their class; nil if one is of another. Made when asked for first after a change.
    func asSet<Object: NSManagedObject>(of type: Object.Type) -> Set<Object>? {
        if let made = typed as? TypedMembers<Object> { return made.set }
        var made = Set<Object>(minimumCapacity: held.count)
        for object in held.objects {
            guard let object = object as? Object else { return nil }
            made.insert(object)
        }
        typed = TypedMembers(made)
        return made
    }

    /// The members as a Swift set of all classes. Made when asked for first, and kept with every change from then on: it costs what
    /// has changed, as long as nobody keeps an earlier one.
    var swiftSet: Set<NSManagedObject> {
        if let mirror { return mirror }
        let made = Set(held.objects)
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
