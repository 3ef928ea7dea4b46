public import Foundation
internal import Diagnostics
internal import FileAccess
internal import Locks
@_spi(Tools) package import MainspringModel

/// Where objects are kept: the superclass of all stores.
///
/// A store of one's own is a subclass of ``NSAtomicStore`` or ``NSIncrementalStore``, which is registered by
/// ``NSPersistentStoreCoordinator/registerStoreClass(_:type:)``. A coordinator makes the stores, and asks them.
open class NSPersistentStore: NSObject {
    /// The number that stands in the identities of the store's objects.
    package final let number = StoreNumbers.next()
    private final let root: Reference
    /// The numbers of the coordinator's root entities, which stand in identities.
    final let roots: RootNumbers?
    private final let configuration: String?
    private final let state: Guarded<State>
    /// Who saves into the store or takes it away; of a custom store, who calls its methods.
    final let turn = StoreTurn()

    /// A coordinator that is not kept.
    private struct Reference {
        weak var coordinator: NSPersistentStoreCoordinator?
    }

    /// What may be asked for and set by any thread.
    private struct State {
        var url: URL?
        var isReadOnly: Bool
        var metadata: [String: Any]
        var isMetadataSet = false
        var registeredType: String?
        var source: NSPersistentStoreDescription?
    }

    /// Makes a store; called by coordinators.
    ///
    /// A subclass that overrides it makes sure that there is something at the place, and sets ``metadata``.
    /// - Parameters:
    ///   - root: is to have the store.
    ///   - name: the configuration of the model whose entities' objects the store keeps; nil for all.
    ///   - url: the place.
    ///   - options: keys are those with “Option” at the end of their names.
    public init(
        persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) {
        self.root = Reference(coordinator: root)
        roots = root?.roots
        configuration = name
        self.options = options
        let isReadOnly = (options?[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue ?? false
        state = Guarded(State(url: url, isReadOnly: isReadOnly, metadata: [NSStoreUUIDKey: UUID.random().uuidString]))
        super.init()
        turn.setTitle("the store \(Swift.type(of: self))")
    }

    /// What ``init(persistentStoreCoordinator:configurationName:at:options:)`` is called through where the class is known
    /// only when the program runs.
    convenience init(opening: StoreOpening) {
        self.init(
            persistentStoreCoordinator: opening.coordinator, configurationName: opening.configuration, at: opening.url,
            options: opening.options)
    }

    deinit { StoreNumbers.remove(number) }

    // MARK: What it is

    /// The coordinator that the store was made for; nil when it is gone.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? { root.coordinator }

    /// The configuration of the model whose entities' objects the store keeps; that of all without one.
    open var configurationName: String { configuration ?? NSManagedObjectModel.defaultConfigurationName }

    /// The options that the store was made with.
    public final let options: [AnyHashable: Any]?

    /// The place. To set it does not move anything; see ``NSPersistentStoreCoordinator/setURL(_:for:)``.
    open var url: URL? {
        get { state.withLock { $0.url } }
        set { state.withLock { $0.url = newValue } }
    }

    /// The word by which the kind of store is registered. To be overridden by subclasses.
    open var type: String {
        state.withLock { $0.registeredType } ?? (metadata?[NSStoreTypeKey] as? String) ?? "\(Swift.type(of: self))"
    }

    /// Whether nothing is saved into the store. May be set until the coordinator has it.
    open var isReadOnly: Bool {
        get { state.withLock { $0.isReadOnly } }
        set { state.withLock { $0.isReadOnly = newValue } }
    }

    /// What tells the store from all others; it stands in URIs. It is the metadata's.
    open var identifier: String! {
        get { metadata?[NSStoreUUIDKey] as? String ?? "" }
        set {
            var changed = metadata ?? [:]
            changed[NSStoreUUIDKey] = newValue
            metadata = changed
        }
    }

    // MARK: Metadata

    /// What is kept with the objects and may be read without them: the kind of store, its identifier, the version hashes
    /// of its entities, and whatever the program has added.
    open var metadata: [String: Any]! {
        get { state.withLock { $0.metadata } }
        set {
            state.withLock { state in
                state.metadata = newValue ?? [:]
                state.isMetadataSet = true
            }
        }
    }

    /// Whether somebody has set the metadata.
    final var isMetadataSet: Bool { state.withLock { $0.isMetadataSet } }

    /// Reads the metadata; called by coordinators after the initializer. Does nothing unless a subclass overrides it.
    open func loadMetadata() throws {}

    /// Returns the metadata of what is at a place; none unless a subclass overrides it.
    open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] { [:] }

    /// Replaces the metadata of what is at a place. To be overridden by subclasses.
    /// - Throws: `CocoaError` 134070 where a subclass does not.
    open class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
        throw CoreDataError.make(
            NSPersistentStoreOperationError,
            "\(self) cannot set the metadata of the store at \(url.path). Override "
                + "setMetadata(_:forPersistentStoreAt:) in it.")
    }

    /// The metadata of what is at a place, which is opened with options.
    class func metadata(at url: URL, _ options: [AnyHashable: Any]?) throws -> [String: Any] {
        try metadataForPersistentStore(with: url)
    }

    /// Replaces the metadata of what is at a place, which is opened with options.
    class func setMetadata(_ metadata: [String: Any]?, at url: URL, _ options: [AnyHashable: Any]?) throws {
        try setMetadata(metadata, forPersistentStoreAt: url)
    }

    // MARK: The coordinator

    /// Called after a coordinator has got the store. Does nothing unless a subclass overrides it.
    open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}

    /// Called before a coordinator gives the store up. Does nothing unless a subclass overrides it.
    open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

    /// What the store does for its coordinator; it is open.
    final var service: any StoreService {
        guard let openedService else {
            guard Swift.type(of: self).traits.contains(.isConcrete) else {
                programmerError(
                    """
                    \(Swift.type(of: self)) inherits from NSPersistentStore itself, which keeps nothing. Let it inherit from \
                    NSAtomicStore or NSIncrementalStore.
                    """)
            }
            programmerError("\(self) is used before its coordinator has it.")
        }
        return openedService
    }

    /// What the store does for its coordinator; nil until it is open.
    var openedService: (any StoreService)? { nil }

    /// What the store calls a key in URIs; it need not be open.
    func uriKey(of key: ObjectKey) -> String { String(key.key) }

    /// Gets ready to be asked; called once, after the metadata are known to fit the model.
    /// - Parameter model: is in use.
    func open(_ model: NSManagedObjectModel) throws {}

    /// Why nothing can be saved into the store, in a sentence; nil if that is for the options to say.
    var readOnlyReason: String? { nil }

    /// Whether what is at a place was made with a model of the same version, though the hashes in its metadata are others:
    /// asked of stores that know more of their model than hashes.
    class func hasSameVersion(_ fit: ModelFit, _ metadata: [String: Any]) throws -> Bool { false }

    /// The model that what is at a place keeps of itself; nil from stores that keep none.
    class func ownModel(at url: URL, _ options: [AnyHashable: Any]?) throws -> NSManagedObjectModel? { nil }

    /// Lets the history of a store that is to take another one's place begin behind that one's, so that whoever follows that hears
    /// that he has missed something.
    class func continueHistory(of old: URL, at new: URL, _ options: [AnyHashable: Any]?) throws {}

    /// Why what is at a place must not be replaced by what another model makes of it, in a sentence; nil if it may.
    class func reasonNotToReplace(_ fit: ModelFit) throws -> String? { nil }

    /// Whether ``migrate(_:_:_:)`` works without objects.
    class var migratesItself: Bool { false }

    /// Removes what a deferred migration has left in the store, or only a part of it.
    func finishDeferredMigration(isWhole: Bool) throws {}

    /// Makes what is at a place a store of another model, all of it or nothing.
    class func migrate(_ mapping: InferredMapping, _ fit: ModelFit, _ progress: Progress) throws {
        try MappedMigration(fit: fit, source: mapping.source, mapping: NSMappingModel(mapping)).run(progress)
    }

    /// Is at another place from now on, at which there is something.
    /// - Returns: false if that cannot be the store.
    func move(to url: URL) -> Bool {
        self.url = url
        return true
    }

    /// Puts the store, which was opened and filled at a temporary place, at its ``url``. The old file there, or the new
    /// one, is there at every moment. From then on the store reads and writes the file at ``url``.
    func settle(from place: URL) throws {}

    /// A file whose permissions and owner the store's file has if it is created.
    var newFileModel: FileStatus? {
        get { nil }
        set {}
    }

    /// The paths of the files that belong to a store at a place.
    class func parts(at url: URL) -> StoreParts {
        let real = RegularFile.resolved(url.path)
        return StoreParts(files: real == url.path ? [real] : [real, url.path])
    }

    /// Whether the file at a place, if there is one, is a store of this kind, as far as the class knows.
    class func holdsStore(at url: URL) -> Bool { true }

    /// Throws unless a whole store of this kind is at a place, as far as the class can tell. Called before the store
    /// replaces another one.
    class func requireStore(at url: URL, _ options: [AnyHashable: Any]?) throws {
        _ = try metadata(at: url, options)
    }

    /// Puts a copy of the store at one place in another, whatever is there. Both are files.
    class func copyFiles(from source: URL, to destination: URL) throws {
        let owner = FileKind.of(destination.path) == nil ? FileStatus.of(source.path) : nil
        try StoreFile.write(try StoreFile.contents(of: source), to: destination, like: owner)
    }

    /// Puts another store in the place of one, whatever others do with it meanwhile: what they have saved is in it, or they cannot.
    /// - Parameters:
    ///   - options: those with which the old store is opened.
    ///   - place: where the other store is made. It is deleted.
    ///   - make: makes the other store; false if there is no need.
    class func replace(
        _ url: URL, _ options: [AnyHashable: Any]?, with place: URL, _ make: () throws -> Bool
    ) throws {
        var replacement = FileReplacement(url: url, place: place)
        if let timeout = DatabaseSettings.timeout(options) { replacement.timeout = timeout }
        try replacement.run(make)
    }

    /// The number of an entity's root in identities of the store.
    package final func rootNumber(of entity: NSEntityDescription) -> UInt32 {
        guard let roots, case let number = roots.number(of: entity), number > 0 else {
            programmerError(
                """
                \(self) has no identities for “\(entity.name ?? "")”: it was made without a coordinator, or the entity is of \
                another model. Let a coordinator add the store, and use entities of its model.
                """)
        }
        return number
    }

    /// What kind of store the class makes.
    class var traits: StoreTraits { .none }

    /// Lets the store know the word by which it was made.
    final func noteType(_ type: String) { state.withLock { $0.registeredType = type } }

    /// The description that the store was added by, if it was.
    final var source: NSPersistentStoreDescription? {
        get { state.withLock { $0.source } }
        set { state.withLock { $0.source = newValue } }
    }

    /// The store in a line: its kind and its place.
    open override var description: String { "<\(type) store at \(url?.absoluteString ?? "no place")>" }
}

/// As Apple annotates it.
@available(*, unavailable)
extension NSPersistentStore: @unchecked Sendable {}

/// What coordinators must know of a class of stores.
struct StoreTraits: OptionSet {
    let rawValue: Int

    /// A class that makes no stores.
    static let none = StoreTraits([])
    /// The class makes stores.
    static let isConcrete = StoreTraits(rawValue: 1)
    /// There is nothing at the place.
    static let needsNoPlace = StoreTraits(rawValue: 2)
    /// The coordinator puts the version hashes of the entities into the metadata.
    static let isStamped = StoreTraits(rawValue: 4)
    /// Rows are given to the store as they are, without objects.
    static let takesRows = StoreTraits(rawValue: 8)
}
