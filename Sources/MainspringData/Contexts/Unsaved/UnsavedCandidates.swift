internal import MainspringFoundation
internal import MainspringModel

/// What is not saved in a context and comes into question for a fetch.
struct UnsavedCandidates {
    /// New and changed objects that may be asked for.
    var objects: [NSManagedObject] = []
    /// How many others, and these, the source may find with values of before; counted up to ``mostCounted``.
    var knownToSource = 0
    /// So many are asked for in addition before it is known how many are needed.
    static let mostCounted = 32

    /// Whether the source knows it all.
    var isEmpty: Bool { objects.isEmpty && knownToSource == 0 }
}

extension ContextCore {
    /// What is not saved here of a request's entity, if the request wants to know.
    ///
    /// Cost: some nanoseconds for each unsaved object that is not asked for.
    final func unsavedCandidates(
        for request: FetchRequestDescription, _ entity: NSEntityDescription
    ) -> UnsavedCandidates {
        var candidates = UnsavedCandidates()
        guard request.includesPendingChanges else { return candidates }
        processPendingChanges()
        let link = RequiredLink(request.predicate, entity)
        let asksStores = request.affectedStores != nil
        var (lastShape, isOfEntity): (ObjectShape?, Bool) = (nil, false)
        func consider(_ object: NSManagedObject) {
            let state = object.state
            guard !state.isDisjoint(with: .pending), !state.isSuperset(of: [.inserted, .deleted]) else { return }
            if object.shape !== lastShape {
                (lastShape, isOfEntity) = (object.shape, object.entity.isKindOf(entity: entity))
            }
            guard isOfEntity, !asksStores || isAsked(object, by: request) else { return }
            if candidates.knownToSource < UnsavedCandidates.mostCounted,
                !state.contains(.inserted) || !object.key.isTemporary
            {
                candidates.knownToSource += 1
            }
            guard !state.contains(.deleted), link?.mayHold(for: object) ?? true else { return }
            candidates.objects.append(object)
        }
        if let filter = asksStores ? nil : filter(link, entity) {
            // As many of the others as may be: nobody looks at them.
            if forEachListed(leadingBy: filter, consider) { candidates.knownToSource = UnsavedCandidates.mostCounted }
        } else {
            forEachUnknown(consider)
        }
        return candidates
    }

    /// Whether what the source has under a key is not saved here: its values are others, or it is to be deleted.
    final func isUnsaved(_ key: ObjectKey) -> Bool {
        guard let object = objectMap.table.object(key) else { return false }
        let state = object.state
        // One that could not be found when it was asked for is not one that was deleted here.
        guard !state.isDisjoint(with: .pending), !state.contains(.inaccessible) else { return false }
        return landing.map { !$0.has(object) || $0.hasLeft(object) } ?? true
    }

    /// Whether an object is not saved that is none of an entity, and the source has other values of it.
    final func hasUnsavedChanges(outside entity: NSEntityDescription) -> Bool {
        var has = false
        forEachUnknown { object in
            let state = object.state
            guard !has, !state.isDisjoint(with: .pending), !state.contains(.inserted) else { return }
            has = !object.entity.isKindOf(entity: entity)
        }
        return has
    }

    /// Whether an object is, or will be, in one of the stores that a request asks.
    final func isAsked(_ object: NSManagedObject, by request: FetchRequestDescription) -> Bool {
        guard let affected = request.affectedStores else { return true }
        guard let store = store(of: object) else { return false }
        return affected.contains { $0 === store }
    }
}
