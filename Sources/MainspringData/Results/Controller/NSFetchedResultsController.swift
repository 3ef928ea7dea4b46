internal import Diagnostics
public import Foundation
internal import MainspringModel

/// The objects that a fetch request asks for, in order and in sections for a list, kept up with their context.
///
/// ```swift
/// let request = NSFetchRequest<Event>(entityName: "Event")
/// request.sortDescriptors = [NSSortDescriptor(key: "day", ascending: true)]
/// let controller = NSFetchedResultsController(
///     fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "day", cacheName: nil)
/// controller.delegate = self
/// try controller.performFetch()
/// ```
/// With a delegate, or while somebody reads ``updates``, the results follow the context's changes, saved or not; without,
/// they stay as they were fetched. A change of k objects out of n costs O(k log n), and the number of sections. Objects
/// are sorted by the values that they have when they are fetched, inserted or changed: a change of another object to
/// which a sort descriptor's key path leads is not followed.
///
/// When the context is reset, the controller is not told, as on Apple's platforms: what it shows are objects of no context,
/// and it follows no changes, until ``performFetch()`` is called again.
///
/// Belongs to its context's queue, and keeps the context.
///
/// **The cache.** Under a name the sections' names and lengths are kept in memory and in a file, and are used again for the
/// same request while model and stores are the same; so objects need not be read to make sections. Call
/// ``deleteCache(withName:)`` before the request is changed.
///
/// **Differences from Apple**: the type of the results is not constrained, see ``NSFetchRequest``. The controller that
/// a delegate is given is another instance than one with a type: they are equal (`==` and `===` say so), and a cast to
/// the type fails.
open class NSFetchedResultsController<ResultType>: NSObject {
    let core: FetchedResultsCore
    /// What the delegate is given, if that is not the controller itself.
    private var other: NSFetchedResultsController<any NSFetchRequestResult>?
    private var objects: (version: Int, objects: [ResultType])?
    private var infos: (version: Int, infos: [any NSFetchedResultsSectionInfo])?

    /// Makes a controller over a source of objects.
    init(
        fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
        source: any ResultsSource, sectionNameKeyPath: String?, cacheName name: String?, cache: SectionCache = .shared
    ) {
        guard fetchRequest.sortDescriptors?.isEmpty == false else {
            programmerError(
                """
                The fetch request “\(fetchRequest)” of a fetched results controller has no sort descriptors, and a list \
                has an order: give it at least one.
                """)
        }
        core = FetchedResultsCore(
            request: fetchRequest.requestDescription, context: context, source: source,
            sectionNameKeyPath: sectionNameKeyPath, cacheName: name, cache: cache)
        super.init()
        core.face = self
    }

    /// Makes another face of a controller.
    fileprivate init(_ core: FetchedResultsCore) { self.core = core }

    /// Forgets what a cache knows; without a name, what all do.
    ///
    /// To be called before a request is changed whose controller has a cache. Its file is removed soon after.
    open class func deleteCache(withName name: String?) { SectionCache.shared.delete(named: name) }

    // MARK: What was asked for

    /// The request. It may be changed, and counts at the next ``performFetch()``; delete the cache before.
    public final var fetchRequest: NSFetchRequest<ResultType> { NSFetchRequest(core.request) }
    /// Where the objects are from.
    public final var managedObjectContext: NSManagedObjectContext { core.context }
    /// The path that leads to the name of an object's section; nil if there is but one section.
    public final var sectionNameKeyPath: String? { core.sectionNameKeyPath }
    /// Under which name sections are kept for the next time; nil if they are not.
    public final var cacheName: String? { core.cacheName }
    /// Whom the controller tells what becomes of its results. Not kept.
    public final weak var delegate: (any NSFetchedResultsControllerDelegate)? {
        get { core.delegate }
        set { core.delegate = newValue }
    }

    /// Fetches the results, also again after the request was changed.
    ///
    /// A delegate that takes snapshots gets one; any other is not called.
    ///
    /// - Throws: what the fetch does; `CocoaError` 134060 if objects of a section do not follow one another, if the
    ///   request was changed while its cache was there, if it does not ask for managed objects, or if the context is reset
    ///   meanwhile. The results are then what they were.
    open func performFetch() throws { try core.context.use { () throws in try core.performFetch() } }

    // MARK: Results

    /// The objects in order; nil before the first fetch. The array is made when it is asked for, and again after changes.
    open var fetchedObjects: [ResultType]? {
        guard let results = core.results else { return nil }
        if let objects, objects.version == core.version { return objects.objects }
        let made = results.elements.map(typed)
        objects = (core.version, made)
        return made
    }

    /// Returns the object at a row of a section. Costs O(log n).
    ///
    /// A path that leads to none, and the lack of a fetch, are errors of the program.
    open func object(at indexPath: IndexPath) -> ResultType {
        guard let results = core.results else {
            programmerError("The fetched results controller has fetched nothing yet: call performFetch() first.")
        }
        guard indexPath.count == 2, let object = results.element(section: indexPath[0], row: indexPath[1]) else {
            programmerError(
                """
                The fetched results controller has no object at \(Array(indexPath)): it has \(results.count) objects in \
                \(results.sections.count) sections. Ask sections for numberOfObjects.
                """)
        }
        return typed(object)
    }

    /// Returns where an object is; nil if it is not among the results. Costs O(log n).
    open func indexPath(forObject object: ResultType) -> IndexPath? {
        guard let object = object as? NSManagedObject else { return nil }
        return core.results?.place(of: object)?.indexPath
    }

    private func typed(_ object: NSManagedObject) -> ResultType {
        guard let typed = object as? ResultType else {
            programmerError(
                """
                The fetched results controller is to give objects of type \(ResultType.self), and its request finds one \
                of type \(type(of: object)): “\(core.request.entityName ?? "")” is the entity of others.
                """)
        }
        return typed
    }

    // MARK: Sections

    /// The sections in order; nil before the first fetch. Without a ``sectionNameKeyPath`` there is one, also without
    /// objects; with one, none is empty.
    open var sections: [any NSFetchedResultsSectionInfo]? {
        guard let results = core.results else { return nil }
        if let infos, infos.version == core.version { return infos.infos }
        let made = results.sections.map { FetchedResultsSectionInfo($0, core) }
        infos = (core.version, made)
        return made
    }

    /// The titles of a list's index: one for each section.
    open var sectionIndexTitles: [String] {
        if let face = core.face, face !== self { return face.sectionIndexTitles }
        return (core.results?.sections ?? []).map { sectionIndexTitle(forSectionName: $0.name) ?? "" }
    }

    /// Returns a section's title in a list's index: as the delegate says, or else the first letter of its name, as a
    /// capital one.
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
        if let face = core.face, face !== self { return face.sectionIndexTitle(forSectionName: sectionName) }
        return core.indexTitle(forSectionName: sectionName)
    }

    /// Returns the section that a title of a list's index leads to: that of the same number, if it has the title, or else
    /// the first one that has it.
    ///
    /// A title that no section has is an error of the program; override this where ``sectionIndexTitles`` gives such.
    open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
        if let face = core.face, face !== self {
            return face.section(forSectionIndexTitle: title, at: sectionIndex)
        }
        let titles = sectionIndexTitles
        if titles.indices.contains(sectionIndex), titles[sectionIndex] == title { return sectionIndex }
        guard let section = titles.firstIndex(of: title) else {
            programmerError(
                """
                No section of the fetched results controller has the title “\(title)”. Override \
                section(forSectionIndexTitle:at:) where sectionIndexTitles is overridden.
                """)
        }
        return section
    }

    // MARK: Updates

    /// What becomes of the results, for a task to wait for. Ours; see ``FetchedResultsUpdates``.
    ///
    /// Each call begins another sequence, with a snapshot; at most 64 updates wait in it.
    public final var updates: FetchedResultsUpdates { updates(limit: 64) }

    /// What becomes of the results, for a task to wait for. Ours; see ``FetchedResultsUpdates``.
    /// - Parameter limit: so many updates wait at most, before a snapshot takes their place; at least 1.
    public final func updates(limit: Int) -> FetchedResultsUpdates {
        FetchedResultsUpdates(core.makeChannel(limit: limit))
    }

    // MARK: Faces

    /// Whether the other one is a controller of the same results: the same, or what its delegate is given for it.
    open override func isEqual(_ object: Any?) -> Bool { (object as? any ResultsFace)?.core === core }

    open override var hash: Int { ObjectIdentifier(core).hashValue }
}

extension NSFetchedResultsController: ResultsFace {
    /// What the delegate is given: the controller itself if its results have no type.
    var erased: NSFetchedResultsController<any NSFetchRequestResult> {
        if let itself = self as? NSFetchedResultsController<any NSFetchRequestResult> { return itself }
        if let other { return other }
        let made = NSFetchedResultsController<any NSFetchRequestResult>(core)
        other = made
        return made
    }
}

/// As Apple's is used: on its context's queue.
@available(*, unavailable)
extension NSFetchedResultsController: @unchecked Sendable {}
