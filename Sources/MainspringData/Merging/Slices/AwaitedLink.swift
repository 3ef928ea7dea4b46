/// A link of a child's change to a new object that has not arrived yet.
enum AwaitedLink {
    /// A relationship to one of an object that led to another one, or to none, when this was noted.
    case toOne(NSManagedObject, SlotPlace, former: FormerDestination)
    /// A new member of a relationship to many.
    case member(of: NSManagedObject, SlotPlace)
    /// The order of a relationship, some members of which have not arrived.
    case order(AwaitedOrder)
}

/// Where a relationship to one led. Not its key: that may be another one by now.
struct FormerDestination {
    private let object: NSManagedObject?
    private let identity: NSManagedObjectID?

    init(_ place: SlotPlace, of object: NSManagedObject, in core: ContextCore) {
        let identity = object.memory.destination(place).map { core.current($0) }
        self.object = identity.flatMap { core.objectMap.table.object($0.key) }
        self.identity = identity
    }

    func key(in core: ContextCore) -> ObjectKey? { object?.key ?? identity.map { core.current($0).key } }
}

/// An order that is made when the last member has arrived.
final class AwaitedOrder {
    let change: ObjectChange
    var missing: Int

    init(_ change: ObjectChange, missing: Int) { (self.change, self.missing) = (change, missing) }
}
