public import Foundation

/// Which state of the stores a context reads.
open class NSQueryGenerationToken: NSObject, NSCopying, @unchecked Sendable {
    // `@unchecked Sendable`: constant.

    /// The state at the next read: what others save after it is not seen.
    public class var current: NSQueryGenerationToken { newest }
    private static let newest = NSQueryGenerationToken()

    override init() { super.init() }

    /// Itself: it is constant.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension NSManagedObjectContext {
    /// The state of the stores that the context reads; nil for what is there when it reads.
    ///
    /// May be given to other contexts of the coordinator, which then read the very same.
    public final var queryGenerationToken: NSQueryGenerationToken? { use { core.sourceState.generation } }

    /// Lets the context read one state of the stores from its next read on, whatever others save; nil for what is there.
    ///
    /// Objects that have values keep them until they are refreshed. When the context itself saves, it reads the state after
    /// that. As long as a state is read, the log of the store cannot be emptied: beyond 256 MiB of it the state expires, and
    /// reading it is an error. A state is given up when no context has its token any more.
    /// - Parameter generation: `.current`, or the token of another context.
    /// - Throws: `CocoaError` 134091 for stores that have no states, which are all that are no database with a write-ahead log,
    ///   and for a child, which reads what its parent does.
    public final func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
        try use { () throws in try setGeneration(generation) }
    }

    private func setGeneration(_ generation: NSQueryGenerationToken?) throws {
        guard let generation else {
            core.sourceState.generation = nil
            return
        }
        guard parent == nil else {
            throw unsupported(
                "it reads what its parent reads. Set the query generation of the context with the coordinator")
        }
        guard let stores = persistentStoreCoordinator?.persistentStores, !stores.isEmpty else {
            throw unsupported("it has no stores. Add one first")
        }
        let others = stores.filter { !$0.service.hasGenerations }
        guard others.isEmpty else {
            let names = others.map(\.description).joined(separator: ", ")
            throw unsupported("\(names) cannot be read as of a moment. Use a store in an SQLite file")
        }
        core.sourceState.generation = generation as? HeldGeneration ?? HeldGeneration()
    }

    private func unsupported(_ reason: String) -> any Error {
        CoreDataError.make(
            NSPersistentStoreUnsupportedRequestTypeError,
            "\(core.title) cannot be set to a query generation: \(reason).")
    }
}
