public import Foundation
internal import Locks
public import MainspringModel

/// The stores of a model, and who asks them.
///
/// May be used from any thread: each member is safe by itself, and waits for nobody but who saves into a store that it saves
/// into or moves, and for a custom store whose turn it is not.
/// To make several of them one, put them into ``performAndWait(_:)``.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`: the model is in use and constant; a lock guards the rest.

    /// The model.
    public final let managedObjectModel: NSManagedObjectModel
    /// The contexts that hear what is saved.
    final let listeners = SaveBroadcast()
    /// The numbers of the model's root entities, which stand in identities.
    final let roots: RootNumbers
    private final let state = Guarded(State())
    final let queue: SerialQueue

    private struct State {
        var name: String?
        var stores: [NSPersistentStore] = []
        /// Where stores are being opened.
        var opening: Set<URL> = []
    }

    /// Makes a coordinator without stores. The model is in use from now on, and cannot be changed any more.
    public init(managedObjectModel model: NSManagedObjectModel) {
        managedObjectModel = model
        model.freeze()
        roots = RootNumbers(model)
        queue = SerialQueue(label: "NSPersistentStoreCoordinator", title: "the coordinator of \(model.title)")
        super.init()
        ModelsInUse.add(model)
    }

    /// What the coordinator is called in sentences and logs.
    open var name: String? {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    /// What it is called in sentences.
    final var title: String {
        name.map { "the coordinator “\($0)”" } ?? "the coordinator of \(managedObjectModel.title)"
    }

    // MARK: Stores

    /// The stores, in the order in which they were added.
    public final var persistentStores: [NSPersistentStore] { state.withLock { $0.stores } }

    /// The store at a place; nil if there is none.
    open func persistentStore(for url: URL) -> NSPersistentStore? {
        let wanted = Self.key(of: url)
        return persistentStores.first { $0.url.map(Self.key) == wanted }
    }

    /// The place of a store; one that does not exist if it has none.
    open func url(for store: NSPersistentStore) -> URL { store.url ?? URL(fileURLWithPath: "/dev/null") }

    /// Lets a store be somewhere else.
    ///
    /// An atomic store is written there by its next save. Any other looks for what is there already.
    /// - Returns: whether it is there from now on; false for a store that the coordinator does not have, and if there is
    ///   nothing for the store.
    open func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
        guard has(store) else { return false }
        if !(store is NSAtomicStore), url.isFileURL, !FileManager.default.fileExists(atPath: url.path) { return false }
        return store.move(to: url)
    }

    /// Whether a store is the coordinator's.
    final func has(_ store: NSPersistentStore) -> Bool { state.withLock { $0.stores.contains { $0 === store } } }

    /// What a place is found by.
    static func key(of url: URL) -> URL { url.isFileURL ? url.standardizedFileURL.resolvingSymlinksInPath() : url }

    // MARK: Adding and removing

    /// Runs a closure that opens a store at a place, where no other is opened meanwhile.
    /// - Throws: `CocoaError` 134080 if there is a store at the place already.
    final func whileOpening<Result>(_ url: URL?, _ body: () throws -> Result) throws -> Result {
        guard let url = url.map(Self.key) else { return try body() }
        let known = persistentStore(for: url) != nil
        guard !known, state.withLock({ $0.opening.insert(url).inserted }) else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "The store at \(url.path) cannot be added to \(title): it is there already. Use persistentStore(for:).")
        }
        defer { state.withLock { _ = $0.opening.remove(url) } }
        return try body()
    }

    /// Takes a store in, in one step in the place of another if there is one.
    /// - Returns: whether no other has its identifier.
    final func append(_ store: NSPersistentStore, inPlaceOf former: NSPersistentStore? = nil) -> Bool {
        let identifier = store.identifier
        while true {
            let known = persistentStores
            // Asked without the lock: subclasses may say what their metadata are.
            guard !known.contains(where: { $0 !== former && $0.identifier == identifier }) else { return false }
            let isDone = state.withLock { state in
                guard state.stores.elementsEqual(known, by: ===) else { return false }
                if let index = state.stores.firstIndex(where: { $0 === former }) {
                    state.stores[index] = store
                } else {
                    state.stores.append(store)
                }
                return true
            }
            if isDone { return true }
        }
    }

    /// - Returns: whether it was there.
    final func drop(_ store: NSPersistentStore) -> Bool {
        state.withLock { state in
            guard let index = state.stores.firstIndex(where: { $0 === store }) else { return false }
            state.stores.remove(at: index)
            return true
        }
    }
}
