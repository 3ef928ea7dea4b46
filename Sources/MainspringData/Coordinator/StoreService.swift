internal import Foundation
package import MainspringModel

/// The interface of a store to its coordinator. Stores of other modules of the package implement it as well: no code
/// outside of the folder of stores names a type of store.
///
/// Called on any thread, by several at once, without a lock; a store whose contract is serial sees to that itself. The
/// context is the one on whose queue the call is made; nil where none asks.
package protocol StoreService: AnyObject {
    /// The row of an object; nil if there is none, or none any more.
    func row(of identity: NSManagedObjectID, for context: NSManagedObjectContext?) throws -> Row?
    /// Where rows of an entity are to be had, however old, without being read; nil from a store that keeps none.
    func keptRows(of layout: ObjectLayout) -> KeptRows?
    /// The row of an object as it is now, if it is to be had without reading.
    func rowAtHand(of identity: NSManagedObjectID) -> Row?
    /// The objects that a relationship to many leads to; in their order if it has one.
    func members(
        of identity: NSManagedObjectID, slot: Int, for context: NSManagedObjectContext?
    ) throws -> [NSManagedObjectID]
    /// Which objects a request asks for, in its order; offset and limit are kept.
    func identities(
        for request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> [NSManagedObjectID]
    /// The same without an identity for each; nil from a store that gives identities alone. Rows that the request wants are read
    /// then, and kept.
    func keys(
        for request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> FetchedKeys?
    /// How many objects a request asks for; nil from a store that gives identities alone.
    func count(
        for request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> Int?
    /// Reads what a relationship of objects of one entity leads to, with the rows; of a relationship to one only what is
    /// not kept. nil from a store that reads each when it is asked for.
    func prefetch(
        slot: Int, of owners: [Int64], _ entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> FetchedMembers?
    /// Reads the rows of some objects, those that are not kept.
    func readRows(of keys: FetchedKeys, _ indexes: Range<Int>, for context: NSManagedObjectContext?) throws
    /// Reads the rows of some objects as they are now, also those that are kept.
    func renewRows(of keys: FetchedKeys, _ indexes: Range<Int>, for context: NSManagedObjectContext?) throws
    /// What comes out of a request: identities, dictionaries, or one number, as its type of results says; nil from a
    /// store that leaves it to those who ask.
    func results(
        of request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> [Any]?
    /// Whether a context may go on reading a state of the store that others have changed since.
    var hasGenerations: Bool { get }
    /// Whether other processes may write what is read, so that it is of one state only where that is held.
    var isWrittenByOthers: Bool { get }
    /// Takes changes over: all of them or, with an error, none.
    /// - Throws: ``StoreConflicts`` if others have saved what contradicts it.
    /// - Returns: the rows as they are from now on; nil where they are as they were given.
    func save(_ changes: ChangeSet, for context: ContextCore?) throws -> SavedRows?
    /// Whether a save does nothing with the context, and lets others read meanwhile.
    var savesBesideReaders: Bool { get }
    /// The conflicts that changes would meet now; nil for none, and from a store that does not know.
    func conflicts(with changes: ChangeSet) -> StoreConflicts?
    /// Gives new objects the keys that they will have, in their order. Does not wait for a save, unless the store's
    /// contract is serial.
    func permanentKeys(for objects: [NSManagedObject]) throws -> [ObjectKey]
    /// The same, of keys that need not be waited for; nil where there are not enough of them.
    func keysAtHand(for objects: [NSManagedObject]) -> [ObjectKey]?
    /// Sees to it that so many new objects get their keys without waiting for the disk.
    func reserveKeys(_ counts: [EntityCount]) throws
    /// Identities for new objects without a context; nil from a store that takes objects only from contexts.
    func newIdentities(_ count: Int, of entity: NSEntityDescription) throws -> [NSManagedObjectID]?
    /// What a request asks of the history; nothing of a deletion; nil from a store that keeps none.
    /// - Throws: `CocoaError` 134301 for a token that has missed something.
    func historyRecords(for request: NSPersistentHistoryChangeRequest) throws -> [HistoryRecord]?
    /// The number of the last transaction of the history; nil from a store that keeps none.
    func lastHistoryNumber() throws -> Int64?
    /// Does whatever else a request asks for.
    func execute(_ request: NSPersistentStoreRequest, for context: NSManagedObjectContext?) throws -> Any
    /// Does a batch.
    /// - Parameter rest: called when it is done and before others see it. If it fails, nothing of the batch stays in a store that can take it
    ///   back.
    func execute(
        _ batch: any BatchRequest, for context: NSManagedObjectContext?, then rest: () throws -> Void
    ) throws -> Any
    /// The identity that a URI ends with; nil if it cannot be one of the store's.
    func identity(of entity: NSEntityDescription, forURIKey key: String) -> NSManagedObjectID?
    /// What was read of objects before is not to be given again.
    func forgetRows(of identities: [NSManagedObjectID])
    /// What is another one after each save, also by another process, and the same when the store is opened again; nil from
    /// a store that does not know.
    var stamp: String? { get }
    /// A context has or has no more objects with identities. Called on the context's queue; waits for nobody.
    func noteRegistered(_ identities: [NSManagedObjectID], isRegistered: Bool)
}

extension StoreService {
    package var savesBesideReaders: Bool { false }

    package func keysAtHand(for objects: [NSManagedObject]) -> [ObjectKey]? { nil }

    package func reserveKeys(_ counts: [EntityCount]) throws {}

    package func rowAtHand(of identity: NSManagedObjectID) -> Row? {
        keptRows(of: ObjectLayout.of(identity.entity))?.row(identity.key.key)
    }

    package func keptRows(of layout: ObjectLayout) -> KeptRows? { nil }

    package func keys(
        for request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> FetchedKeys? { nil }

    package func count(
        for request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> Int? { nil }

    package func prefetch(
        slot: Int, of owners: [Int64], _ entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> FetchedMembers? { nil }

    package func readRows(of keys: FetchedKeys, _ indexes: Range<Int>, for context: NSManagedObjectContext?) throws {}

    package func renewRows(of keys: FetchedKeys, _ indexes: Range<Int>, for context: NSManagedObjectContext?) throws {}

    package func results(
        of request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> [Any]? { nil }

    package var hasGenerations: Bool { false }

    package var isWrittenByOthers: Bool { false }

    package func conflicts(with changes: ChangeSet) -> StoreConflicts? { nil }

    package func execute(_ request: NSPersistentStoreRequest, for context: NSManagedObjectContext?) throws -> Any {
        throw UnknownRequest.error(request)
    }

    package func execute(
        _ batch: any BatchRequest, for context: NSManagedObjectContext?, then rest: () throws -> Void
    ) throws -> Any {
        let done = try execute(batch, for: context)
        try rest()
        return done
    }

    package func newIdentities(_ count: Int, of entity: NSEntityDescription) throws -> [NSManagedObjectID]? { nil }

    package func historyRecords(for request: NSPersistentHistoryChangeRequest) throws -> [HistoryRecord]? { nil }

    package func lastHistoryNumber() throws -> Int64? { nil }

    package func forgetRows(of identities: [NSManagedObjectID]) {}

    package var stamp: String? { nil }

    package func noteRegistered(_ identities: [NSManagedObjectID], isRegistered: Bool) {}
}

/// What is said of a request that a kind of store does not understand.
enum UnknownRequest {
    static func error(_ request: NSPersistentStoreRequest) -> any Error {
        CoreDataError.make(
            NSPersistentStoreUnsupportedRequestTypeError,
            "This kind of store does not understand \(type(of: request)). Send the request to a store that does, by its "
                + "affectedStores.")
    }
}
