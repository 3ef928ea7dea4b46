internal import Foundation

/// The objects at the other end of a to-many relationship of one object.
///
/// Of an object with a row they may be unknown: then only what has been added and taken out is, until somebody asks for
/// all of them.
class Members {
    /// Whether all are known.
    final var isLoaded: Bool
    /// What became of them since the last save; nil if nothing, and of an object that has never been saved.
    final var sinceSave: MemberDifference?
    /// What became of them since changes were processed last; nil if nothing.
    final var sinceEvent: MemberDifference?
    /// What only few have; nil of the others.
    final var aside: MembersAside?

    init(isLoaded: Bool) { self.isLoaded = isLoaded }

    /// The known ones.
    var objects: ContiguousArray<NSManagedObject> { [] }
    /// How many are known.
    var count: Int { objects.count }
    func contains(_ object: NSManagedObject) -> Bool { false }
    /// - Returns: whether it was not there.
    func add(_ object: NSManagedObject) -> Bool { false }
    /// - Returns: whether it was there.
    func remove(_ object: NSManagedObject) -> Bool { false }
    /// Takes all out.
    func removeAll() {}
    /// Takes in what the source knows.
    func load(_ objects: [NSManagedObject]) {}
    /// The known ones as key-value coding has them.
    var loose: Any { NSSet() }
    /// The known ones, without a look at what was lent.
    var held: ContiguousArray<NSManagedObject> { [] }
    /// Whether these are the known ones, in their order if they have one.
    func holds(_ objects: ContiguousArray<NSManagedObject>) -> Bool { false }
    /// Makes these the known ones, without a word about it.
    func hold(_ objects: ContiguousArray<NSManagedObject>) {}
}
