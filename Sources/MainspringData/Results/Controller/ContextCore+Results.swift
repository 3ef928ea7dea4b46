internal import MainspringModel

extension ContextCore: ResultsSource {
    final func objects(for request: FetchRequestDescription) throws -> [NSManagedObject] {
        try results(of: request).compactMap { $0 as? NSManagedObject }
    }

    final func test(for request: FetchRequestDescription) throws -> (NSManagedObject) -> Bool {
        let evaluation = try FetchEvaluation<NSManagedObject>(request, entity: entity(of: request))
        return { [self] object in
            guard !object.isDeleted, object.core === self, (try? evaluation.chooses(object)) ?? false else {
                return false
            }
            return isAsked(object, by: request)
        }
    }

    final func cacheState(for request: FetchRequestDescription) -> SectionCacheState? {
        // What is not saved, here or in a parent, is in no store.
        guard let source = source as? CoordinatorSource, !hasChanges, let entity = try? entity(of: request) else {
            return nil
        }
        let coordinator = source.coordinator
        var stamps: [String: String] = [:]
        for store in coordinator.stores(for: entity, among: request.affectedStores) {
            guard let stamp = store.service.stamp else { return nil }
            stamps[store.identifier] = stamp
        }
        return SectionCacheState(model: coordinator.managedObjectModel.versionChecksum, stores: stamps)
    }

    final func addResultsReceiver(_ receiver: any ResultsReceiver) {
        resultsReceivers.add(receiver)
    }

    /// Lets fetched results controllers know what an event has changed.
    final func tellResults(_ notice: ChangeNotice) {
        guard !resultsReceivers.isEmpty, !notice.isEmpty else { return }
        let changed = notice.inserted + notice.updated + notice.refreshed
        let results = ResultsNotice(changed: Array(changed), deleted: Array(notice.deleted))
        let resets = objectMap.resetCount
        for receiver in resultsReceivers.all where objectMap.resetCount == resets { receiver.objectsDidChange(results) }
    }

    /// Lets them know that the stores have what the context has.
    final func tellResultsSaved() {
        for receiver in resultsReceivers.all { receiver.contextDidSave() }
    }

    /// Lets them know that their objects are forgotten.
    final func tellResultsForgotten() {
        for receiver in resultsReceivers.all { receiver.contextDidReset() }
    }
}

/// The fetched results controllers of a context, which it does not retain.
struct ResultsReceivers {
    private struct Entry {
        weak var receiver: (any ResultsReceiver)?
    }

    private var entries: [Entry] = []

    /// Whether no controller was added, or all were released before the last one was added.
    var isEmpty: Bool { entries.isEmpty }
    /// The controllers that exist, in the order in which they were added.
    var all: some Sequence<any ResultsReceiver> { entries.lazy.compactMap(\.receiver) }

    mutating func add(_ receiver: any ResultsReceiver) {
        entries.removeAll { $0.receiver == nil }
        entries.append(Entry(receiver: receiver))
    }
}
