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
    public final var queryGenerationToken: NSQueryGenerationToken? { nil }

    /// Lets the context read one state of the stores from its next read on, whatever others save; nil for what is there.
    /// - Throws: `CocoaError` 134091 for stores that have no states, which are all that are no database, and for a child,
    ///   which reads what its parent does.
    public final func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
        guard generation != nil else { return }
        guard parent == nil else {
            throw unsupported(
                "it reads what its parent reads. Set the query generation of the context with the coordinator")
        }
        guard let stores = persistentStoreCoordinator?.persistentStores, !stores.isEmpty else {
            throw unsupported("it has no stores. Add one first")
        }
        let names = stores.map(\.description).joined(separator: ", ")
        throw unsupported("\(names) cannot be read as of a moment. Use a store in an SQLite file")
    }

    private func unsupported(_ reason: String) -> any Error {
        CoreDataError.make(
            NSPersistentStoreUnsupportedRequestTypeError,
            "\(core.title) cannot be set to a query generation: \(reason).")
    }
}
