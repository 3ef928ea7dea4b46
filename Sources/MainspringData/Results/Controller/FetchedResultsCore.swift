internal import FileAccess
internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// A controller's results, without the type: what its faces show.
///
/// The delegate's methods take a controller of any results, and Swift's generic classes are not each other's. So the
/// controller that the program has made and the one that its delegate is given are two faces of one core, and equal.
final class FetchedResultsCore {
    let request: FetchRequestDescription
    let context: NSManagedObjectContext
    let source: any ResultsSource
    let sectionNameKeyPath: String?
    let cacheName: String?
    let cache: SectionCache
    /// What snapshots call the only section of a controller without sections.
    let soleSectionName = UUID.random().uuidString

    weak var delegate: (any NSFetchedResultsControllerDelegate)? { didSet { delegateLacks = [] } }
    /// What the delegate is known not to have.
    var delegateLacks: DelegateMethods = []
    /// The controller that the program has made.
    weak var face: (any ResultsFace)?
    private(set) var results: SectionedResults<NSManagedObject>?
    /// The request that the results come from, as it was then: later changes count at the next fetch.
    private var asked: FetchRequestDescription
    /// Whether an object belongs to the results.
    private var isWanted: (NSManagedObject) -> Bool = { _ in false }
    /// Changes with the results.
    private(set) var version = 0
    var channels: [UpdateChannel] = []
    private var isReceiving = false
    private var isReporting = false
    /// How often the context has forgotten its objects, as far as it has told.
    private var resetCount = 0
    /// How often it had when the results were fetched.
    private var resetCountAtFetch = 0
    /// What is said during a fetch, or while the delegate is called.
    private var waiting: [ResultsNotice] = []
    /// For which question the sections in the cache were counted last.
    private var cached: SectionCacheConfiguration?

    init(
        request: FetchRequestDescription, context: NSManagedObjectContext, source: any ResultsSource,
        sectionNameKeyPath: String?, cacheName: String?, cache: SectionCache
    ) {
        self.request = request
        asked = request
        self.context = context
        self.source = source
        self.sectionNameKeyPath = sectionNameKeyPath
        self.cacheName = cacheName
        self.cache = cache
    }

    deinit { for channel in channels { channel.finish() } }

    // MARK: Fetching

    func performFetch() throws {
        // Told of what the results are now; of what objects do that hear of the fetch, of what they will be.
        if request.includesPendingChanges { context.core.processPendingChanges() }
        try report {
            try fetch()
            guard let delegate, let controller = face?.erased, !delegateLacks.contains(.snapshots) else { return }
            callWithSnapshot(delegate, controller, reloaded: [])
        }
    }

    private func fetch() throws {
        // What those change of it who are called meanwhile counts at the next fetch, too.
        let asked = request.copy() as? FetchRequestDescription ?? request
        guard asked.resultType == .managedObjectResultType else { throw CoreDataError.wrongResultType() }
        let configuration = try checkedConfiguration(asked)
        if !isReceiving {
            isReceiving = true
            source.addResultsReceiver(self)
        }
        let resets = resetCount
        let isWanted = try source.test(for: asked)
        let objects = try source.objects(for: asked)
        guard resetCount == resets else { throw CoreDataError.resetWhileFetching() }
        let lengths = try cachedLengths(objects, asked, configuration) ?? countedLengths(objects)
        let results = SectionedResults(objects, sections: lengths, order: order(of: asked))
        self.results = results
        (self.asked, self.isWanted) = (asked, isWanted)
        resetCountAtFetch = resets
        version += 1
        cached = configuration
        remember(configuration)
        sendSnapshot()
    }

    private func order(of request: FetchRequestDescription) -> ResultsOrder<NSManagedObject> {
        ResultsOrder(
            request.sortDescriptors ?? [], sectionKey: sectionNameKeyPath,
            sectionName: sectionNameKeyPath.map { key in
                let path = SortPath(key)
                return { object in
                    switch path.read(object) {
                    case .text(let text): text
                    case .nothing: ""
                    default: Self.sectionName(of: object, key)
                    }
                }
            })
    }

    private static func sectionName(of object: NSManagedObject, _ path: String) -> String {
        switch object.value(forKeyPath: path) {
        case nil, is NSNull: ""
        case let text as String: text
        case let number as NSNumber: number.stringValue
        case .some(let value): "\(value)"
        }
    }

    private func countedLengths(_ objects: [NSManagedObject]) throws -> [(name: String, count: Int)] {
        guard let sectionNameKeyPath else { return [] }
        var (lengths, known) = ([(name: String, count: Int)](), Set<String>())
        for (index, object) in objects.enumerated() {
            let name = Self.sectionName(of: object, sectionNameKeyPath)
            if lengths.last?.name == name {
                lengths[lengths.count - 1].count += 1
            } else if known.insert(name).inserted {
                lengths.append((name, 1))
            } else {
                throw CoreDataError.sectionsOutOfOrder(at: index, name: name, sectionNameKeyPath: sectionNameKeyPath)
            }
        }
        return lengths
    }
}

// MARK: The cache

extension FetchedResultsCore {
    /// For which question the cache is asked; nil without one.
    private func checkedConfiguration(_ request: FetchRequestDescription) throws -> SectionCacheConfiguration? {
        guard let cacheName, let sectionNameKeyPath else { return nil }
        let configuration = SectionCacheConfiguration(request, sectionNameKeyPath: sectionNameKeyPath)
        if let cached, cached != configuration, cache.record(named: cacheName)?.configuration == cached {
            throw CoreDataError.requestChanged(cacheName: cacheName)
        }
        return configuration
    }

    /// The sections as the cache has them; nil if it has others.
    ///
    /// That the first and the last object of a section have its name means that all between them do, since objects are
    /// in the order of their sections: so a cache that is wrong does no harm.
    private func cachedLengths(
        _ objects: [NSManagedObject], _ request: FetchRequestDescription, _ configuration: SectionCacheConfiguration?
    ) -> [(name: String, count: Int)]? {
        guard let configuration, let cacheName, let sectionNameKeyPath, let record = cache.record(named: cacheName),
            record.configuration == configuration, record.state == source.cacheState(for: request),
            record.sections.reduce(0, { $0 + $1.count }) == objects.count
        else { return nil }
        var end = 0
        for section in record.sections {
            let (first, last) = (objects[end], objects[end + section.count - 1])
            guard Self.sectionName(of: first, sectionNameKeyPath) == section.name,
                Self.sectionName(of: last, sectionNameKeyPath) == section.name
            else { return nil }
            end += section.count
        }
        return record.sections.map { ($0.name, $0.count) }
    }

    /// Keeps the sections for the next time, if they are those of what the stores have.
    private func remember(_ configuration: SectionCacheConfiguration?) {
        guard let configuration, let cacheName, let results, let state = source.cacheState(for: asked) else { return }
        let sections = results.sections.map { SectionCacheRecord.Section(name: $0.name, count: $0.count) }
        cache.set(
            SectionCacheRecord(configuration: configuration, state: state, sections: sections), named: cacheName)
    }
}

// MARK: Changes

extension FetchedResultsCore: ResultsReceiver {
    /// Whether the results are objects that the context has forgotten.
    private var isForgotten: Bool { resetCount != resetCountAtFetch }

    /// Without a delegate and without readers results stay as they were fetched.
    private var isTracking: Bool { !isForgotten && (delegate != nil || channels.contains { !$0.isFinished }) }

    func objectsDidChange(_ notice: ResultsNotice) {
        waiting.append(notice)
        if !isReporting { report {} }
    }

    /// Fetches, or calls the delegate, and tells it what has changed in the meantime once it has come back.
    private func report(_ call: () throws -> Void) rethrows {
        let isNested = isReporting
        isReporting = true
        defer {
            if !isNested {
                while !waiting.isEmpty { track(waiting.removeFirst()) }
                isReporting = false
            }
        }
        try call()
    }

    /// As on Apple's platforms nobody is told; the results stay until they are fetched again.
    func contextDidReset() { resetCount += 1 }

    func contextDidSave() {
        if results != nil, cached != nil, isTracking { remember(cached) }
    }

    private func track(_ notice: ResultsNotice) {
        guard let results, isTracking else { return }
        var batch = ResultsBatch<NSManagedObject>(deleted: notice.deleted)
        for object in notice.changed {
            switch (isWanted(object), results.contains(object)) {
            case (true, true): batch.updated.append(object)
            case (true, false): batch.inserted.append(object)
            case (false, true): batch.deleted.append(object)
            case (false, false): break
            }
        }
        batch = results.sorted(batch)
        // A block of the predicate may have fetched anew, or reset the context.
        guard !batch.isEmpty, isCurrent(results) else { return }
        guard let delegate, let controller = face?.erased else {
            send(apply(batch, to: results).changes)
            return
        }
        if !takesSingleCalls {
            let (transaction, changes) = apply(batch, to: results)
            if callAtOnce(delegate, controller, changes) { return send(changes, to: results) }
            // Now it is known that the delegate wants to be told before the results change.
            results.revert(transaction)
        }
        delegate.controllerWillChangeContent(controller)
        // The delegate may have fetched anew, reset the context, or gone.
        if isCurrent(results) {
            let changes = apply(batch, to: results).changes
            call(delegate, controller, changes) { self.results === results && self.delegate === delegate }
            send(changes, to: results)
        }
        if self.delegate === delegate { delegate.controllerDidChangeContent(controller) }
    }

    /// Whether results are those of the last fetch, and objects of the context.
    private func isCurrent(_ results: SectionedResults<NSManagedObject>) -> Bool {
        self.results === results && !isForgotten
    }

    private func apply(
        _ batch: ResultsBatch<NSManagedObject>, to results: SectionedResults<NSManagedObject>
    ) -> (transaction: ResultsTransaction<NSManagedObject>, changes: ResultsChanges<NSManagedObject>) {
        let transaction = results.apply(batch)
        version += 1
        return (transaction, transaction.changes(in: results))
    }
}
