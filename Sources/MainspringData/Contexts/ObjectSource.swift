package import MainspringModel

/// Where a context's objects come from, and where its changes go: another context, or a coordinator with its stores.
///
/// Called on the queue of the context that asks; how it gets to its own is the source's matter.
protocol ObjectSource: FetchSource {
    /// The model of the objects.
    var model: NSManagedObjectModel? { get }
    /// The row of an object; nil if there is none, or none any more.
    func row(of identity: NSManagedObjectID) throws -> Row?
    /// Where rows of a store and an entity are to be had, however old, without identities and without reading.
    func keptRows(of layout: ObjectLayout, store: UInt32) -> KeptRows?
    /// The row of an object as it is now, if it is to be had without reading and waiting.
    func rowAtHand(of identity: NSManagedObjectID) -> Row?
    /// The objects that a relationship to many leads to; in their order if it has one.
    func members(of identity: NSManagedObjectID, slot: Int) throws -> [NSManagedObjectID]
    /// Reads the rows of some objects, those that are not kept.
    func readRows(of keys: FetchedKeys, _ indexes: Range<Int>) throws
    /// Takes changes over. All of them, or, with an error, none.
    /// - Returns: the rows as they are from now on, by the order of what was inserted and then updated; nil where they
    ///   are as they were given.
    func save(_ changes: ChangeSet, for context: ContextCore) throws -> SavedRows?
    /// Sees to it that so many new objects get their keys without waiting for the disk. With an error nothing is lost by it.
    func reserveKeys(_ counts: [EntityCount]) throws
    /// Whether a save takes long, does nothing with the context, and lets others read meanwhile.
    var savesBesideReaders: Bool { get }
    /// Gives keys of stores to objects that have none, in their order.
    /// - Parameter assigned: the stores that the program has assigned to some of them.
    func permanentKeys(for objects: [NSManagedObject], assigned: StoreAssignments) throws -> [ObjectKey]
    /// The identities for good of objects that the source has under temporary ones, or gets so. Only a context has such.
    /// - Parameter assigned: the stores that the program has assigned to some of them.
    func permanentIdentities(of objects: [NSManagedObject], assigned: StoreAssignments) throws -> [NSManagedObjectID]
    /// Keys as ``permanentKeys(for:assigned:)`` gives them, of those that need not be waited for; nil where there are not enough of them.
    func keysAtHand(for objects: [NSManagedObject], assigned: StoreAssignments) -> [ObjectKey]?
    /// Whether ``bring(_:for:then:)`` is to be called instead of ``save(_:for:)`` by who has much.
    var takesInSlices: Bool { get }
    /// Brings changes to be taken over on another queue, while the context goes on reading.
    /// - Parameter then: called when all is taken over, from any thread.
    func bring(
        _ changes: ChangeSet, for context: ContextCore, then: @escaping @Sendable () -> Void
    ) -> BroughtChanges
    /// The identities that objects have there now, by temporary ones, in their order.
    func currentIdentities(_ identities: [NSManagedObjectID]) -> [NSManagedObjectID]
    /// The store that has an object by now, or to which it was assigned, by its temporary identity; nil if to none.
    func assignedStore(of identity: NSManagedObjectID) -> NSPersistentStore?
    /// What was read of objects before is read anew when it is asked for.
    func forgetRows(of identities: [NSManagedObjectID])
    /// Whether what is saved is kept under permanent identities from then on.
    var givesPermanentIdentities: Bool { get }
}

/// What finds what a fetch asks for: the source of the context, or what was read of it ahead.
protocol FetchSource: AnyObject {
    /// Which objects a request asks for. Order, limit and offset are kept if it says so.
    func identities(for request: FetchRequestDescription, entity: NSEntityDescription) throws -> [NSManagedObjectID]
    /// Whether these are in the request's order, however much of it there is. Stores of a program's own are not relied on for that.
    var sortsIdentities: Bool { get }
    /// The same without an identity for each; nil from a source that gives identities alone.
    func keys(for request: FetchRequestDescription, entity: NSEntityDescription) throws -> FetchedKeys?
    /// How many objects a request asks for; nil from a source that gives identities alone.
    func count(for request: FetchRequestDescription, entity: NSEntityDescription) throws -> Int?
    /// Reads what a relationship of objects of one entity and store leads to; nil from a source that reads each when it is
    /// asked for.
    func prefetch(
        slot: Int, of owners: [Int64], _ entity: NSEntityDescription, store: UInt32
    ) throws -> FetchedMembers?
}

extension ObjectSource {
    func keptRows(of layout: ObjectLayout, store: UInt32) -> KeptRows? { nil }

    func rowAtHand(of identity: NSManagedObjectID) -> Row? { nil }

    var savesBesideReaders: Bool { false }

    var sortsIdentities: Bool { false }

    func keysAtHand(for objects: [NSManagedObject], assigned: StoreAssignments) -> [ObjectKey]? { nil }

    func permanentIdentities(of objects: [NSManagedObject], assigned: StoreAssignments) throws -> [NSManagedObjectID] {
        objects.map(\.objectID)
    }

    var takesInSlices: Bool { false }

    func bring(
        _ changes: ChangeSet, for context: ContextCore, then: @escaping @Sendable () -> Void
    ) -> BroughtChanges {
        BroughtChanges(takeOver: then, require: {})
    }

    func reserveKeys(_ counts: [EntityCount]) throws {}

    func keys(for request: FetchRequestDescription, entity: NSEntityDescription) throws -> FetchedKeys? { nil }

    func count(for request: FetchRequestDescription, entity: NSEntityDescription) throws -> Int? { nil }

    func prefetch(
        slot: Int, of owners: [Int64], _ entity: NSEntityDescription, store: UInt32
    ) throws -> FetchedMembers? { nil }

    func readRows(of keys: FetchedKeys, _ indexes: Range<Int>) throws {}
}

/// Changes on their way to another queue, where they are taken over in slices. Made by any thread.
struct BroughtChanges {
    /// Takes them over, and returns when that is done. Not on a thread that has the queue.
    let takeOver: () -> Void
    /// From now on the context that has brought them has nothing of them as unsaved: they are all there before it reads again. Waits
    /// for nobody. On that context's queue.
    let require: () -> Void
}

/// The rows of what was saved.
package struct SavedRows {
    /// Nil where they are as they were given.
    let inserted: [Row]?
    let updated: [Row]?

    package init(inserted: [Row]?, updated: [Row]?) { (self.inserted, self.updated) = (inserted, updated) }
}

/// How many objects of an entity.
package struct EntityCount {
    package let entity: NSEntityDescription
    package var count: Int
}
