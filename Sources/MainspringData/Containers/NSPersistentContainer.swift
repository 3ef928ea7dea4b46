internal import Diagnostics
public import Foundation
internal import Locks
public import MainspringModel

/// A model, a coordinator, its stores, and the context of the main queue: what most programs need.
///
/// ```swift
/// let container = NSPersistentContainer(name: "Atlas")
/// container.loadPersistentStores { description, error in … }
/// let cities = try container.viewContext.fetch(City.fetchRequest())
/// ```
/// May be used from any thread, but for the context.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`: the rest is constant and safe itself; a lock guards the state.

    /// What the container is called; its store's file is named so.
    public final let name: String
    /// The model.
    public final let managedObjectModel: NSManagedObjectModel
    /// The coordinator, with the stores that are loaded.
    public final let persistentStoreCoordinator: NSPersistentStoreCoordinator
    private final let state = Guarded(State())

    private struct State {
        var descriptions: [NSPersistentStoreDescription] = []
        var viewContext: NSManagedObjectContext?
    }

    /// Makes a container with the model of its name among the program's resources; that there is none is an error of the
    /// program.
    public convenience init(name: String) {
        self.init(name: name, managedObjectModel: Self.model(named: name))
    }

    /// Makes a container with a model.
    ///
    /// It describes one store at first: one of SQLite's, in the folder that ``defaultDirectoryURL()`` names.
    public init(name: String, managedObjectModel model: NSManagedObjectModel) {
        self.name = name
        managedObjectModel = model
        persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        super.init()
        persistentStoreCoordinator.name = name
        let place = type(of: self).defaultDirectoryURL().appendingPathComponent("\(name).sqlite")
        persistentStoreDescriptions = [NSPersistentStoreDescription(url: place)]
    }

    private static func model(named name: String) -> NSManagedObjectModel {
        do {
            if let model = try NSManagedObjectModel.model(named: name) { return model }
        } catch {
            programmerError("The container “\(name)” has no model: \(error)")
        }
        programmerError(
            """
            The container “\(name)” has no model: there is none of that name among the program's resources. Add it to the \
            target by resources: [.copy("\(name).xcdatamodeld")], or use init(name:managedObjectModel:).
            """)
    }

    /// Where stores lie unless their descriptions say otherwise: a folder with the program's name in the user's folder for
    /// programs' data. To be overridden.
    open class func defaultDirectoryURL() -> URL {
        let data =
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? FileManager.default.homeDirectoryForCurrentUser
        return data.appendingPathComponent(ProcessInfo.processInfo.processName, isDirectory: true)
    }

    // MARK: Stores

    /// Which stores ``loadPersistentStores(completionHandler:)`` adds. To be set before.
    open var persistentStoreDescriptions: [NSPersistentStoreDescription] {
        get { state.withLock { $0.descriptions } }
        set { state.withLock { $0.descriptions = newValue } }
    }

    /// Adds the stores that are described, and that the coordinator does not have yet.
    ///
    /// Makes the folder of a store, if there is none. Each description of a store in memory is one of its own.
    /// - Parameter block: called for each store that is to be added, with the error if there is one: before this returns, or where
    ///   the description says that the store is added asynchronously, on another thread. Not for one that is there already.
    open func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        for description in persistentStoreDescriptions {
            if isLoaded(description) { continue }
            Self.makeFolder(of: description)
            persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
        }
    }

    /// Whether the coordinator has the store of a description.
    private func isLoaded(_ description: NSPersistentStoreDescription) -> Bool {
        if let url = description.url, description.type != NSInMemoryStoreType, !SQLitePlace.isMemory(url.path) {
            return persistentStoreCoordinator.persistentStore(for: url) != nil
        }
        // What lies nowhere cannot be told apart by its place.
        return persistentStoreCoordinator.persistentStores.contains { $0.source === description }
    }

    /// Without its folder the store cannot be made, and says so.
    private static func makeFolder(of description: NSPersistentStoreDescription) {
        guard let url = description.url, url.isFileURL, !description.isReadOnly, description.type != NSInMemoryStoreType
        else { return }
        try? FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    }

    // MARK: Contexts

    /// The context of the main queue, made when it is asked for first.
    open var viewContext: NSManagedObjectContext {
        if let known = state.withLock({ $0.viewContext }) { return known }
        let made = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        made.persistentStoreCoordinator = persistentStoreCoordinator
        made.name = "viewContext"
        return state.withLock { state in
            let kept = state.viewContext ?? made
            state.viewContext = kept
            return kept
        }
    }

    /// Makes a context with a queue of its own. Any thread.
    open func newBackgroundContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        return context
    }
}
