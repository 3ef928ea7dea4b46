internal import Foundation

/// The objects at the other end of a to-many relationship.
final class MemberSet {
    var members: Set<NSManagedObject>

    init(_ members: Set<NSManagedObject>) { self.members = members }

    var asSet: NSSet { NSSet(set: members) }
}
