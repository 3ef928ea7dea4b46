internal import MainspringModel

/// Where a context's objects come from, and where its changes go: another context, or a coordinator with its stores.
///
/// Called on the queue of the context that asks; how it gets to its own is the source's matter.
protocol ObjectSource: AnyObject {
    /// The model of the objects.
    var model: NSManagedObjectModel? { get }
    /// The row of an object; nil if there is none, or none any more.
    func row(of identity: NSManagedObjectID) throws -> Row?
    /// The objects that a relationship to many leads to; in their order if it has one.
    func members(of identity: NSManagedObjectID, slot: Int) throws -> [NSManagedObjectID]
    /// Which objects a request asks for. Order, limit and offset are kept if it says so.
    func identities(for request: FetchRequestDescription, entity: NSEntityDescription) throws -> [NSManagedObjectID]
    /// Takes changes over. All of them, or, with an error, none.
    /// - Returns: the rows as they are from now on, by the order of what was inserted and then updated; nil where they
    ///   are as they were given.
    func save(_ changes: ChangeSet, for context: ContextCore) throws -> SavedRows?
    /// Gives identities of stores to objects that have none, in their order.
    /// - Parameter assigned: the stores that the program has assigned to some of them.
    func permanentIdentities(
        for objects: [NSManagedObject], assigned: StoreAssignments
    ) throws -> [NSManagedObjectID]
    /// The identities that objects have there now, by temporary ones, in their order.
    func currentIdentities(_ identities: [NSManagedObjectID]) -> [NSManagedObjectID]
    /// What was read of objects before is read anew when it is asked for.
    func forgetRows(of identities: [NSManagedObjectID])
    /// Whether what is saved is kept under permanent identities from then on.
    var givesPermanentIdentities: Bool { get }
}

/// The rows of what was saved.
struct SavedRows {
    let inserted: [Row]
    let updated: [Row]
}
