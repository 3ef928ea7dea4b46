/// A link of a child's change to a new object that has not arrived yet.
enum AwaitedLink {
    /// A relationship to one of an object that led to another one, or to none, when this was noted.
    case toOne(NSManagedObject, SlotPlace, former: ObjectKey?)
    /// A new member of a relationship to many.
    case member(of: NSManagedObject, SlotPlace)
    /// The order of a relationship, some members of which have not arrived.
    case order(AwaitedOrder)
}

/// An order that is made when the last member has arrived.
final class AwaitedOrder {
    let change: ObjectChange
    var missing: Int

    init(_ change: ObjectChange, missing: Int) { (self.change, self.missing) = (change, missing) }
}
