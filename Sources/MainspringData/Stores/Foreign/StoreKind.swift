package import Foundation
package import MainspringModel

/// A kind of store that another module of the package implements.
///
/// `ForeignStores.register(_:)` makes it known, and `addPersistentStore(type:…)` then opens stores of it.
package protocol StoreKind {
    /// The word for the kind.
    static var type: String { get }
    /// Returns the metadata of the store at a place. Without a store there, the metadata of a new one.
    static func metadata(at url: URL, _ options: [AnyHashable: Any]?) throws -> [String: Any]
    /// Replaces the metadata of the store at a place.
    static func setMetadata(_ metadata: [String: Any], at url: URL, _ options: [AnyHashable: Any]?) throws
    /// Opens the store at a place.
    /// - Parameters:
    ///   - store: The coordinator's store. Its numbers are in the identities of the objects.
    ///   - model: The coordinator's model.
    static func open(
        _ url: URL, _ options: [AnyHashable: Any]?, for store: NSPersistentStore, _ model: NSManagedObjectModel
    ) throws -> any StoreService
}

/// The kinds of stores of other modules.
package enum ForeignStores {
    /// Makes a kind known, in place of an earlier one with the same word. Callable on any thread.
    package static func register<Kind: StoreKind>(_ kind: Kind.Type) {
        StoreRegistry.set(ForeignStore<Kind>.self, for: kind.type)
    }
}

/// A store of a kind that another module implements.
final class ForeignStore<Kind: StoreKind>: NSPersistentStore {
    private var opened: (any StoreService)?

    override class var traits: StoreTraits { [.isConcrete, .isStamped, .takesRows] }

    override var openedService: (any StoreService)? { opened }

    override func loadMetadata() throws {
        guard !isMetadataSet, let url else { return }
        metadata = try Kind.metadata(at: url, options)
    }

    override func open(_ model: NSManagedObjectModel) throws {
        guard let url else { return }
        opened = try Kind.open(url, options, for: self, model)
    }

    override class func metadata(at url: URL, _ options: [AnyHashable: Any]?) throws -> [String: Any] {
        try Kind.metadata(at: url, options)
    }

    override class func setMetadata(_ metadata: [String: Any]?, at url: URL, _ options: [AnyHashable: Any]?) throws {
        try Kind.setMetadata(metadata ?? [:], at: url, options)
    }
}
