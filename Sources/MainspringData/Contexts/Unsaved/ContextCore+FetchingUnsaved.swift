internal import MainspringFoundation
internal import MainspringModel

/// Fetching where something is not saved: what the source finds, and what is here, in one order.
extension ContextCore {
    /// What the source finds, and what is not saved among it.
    final func found(
        by request: FetchRequestDescription, _ entity: NSEntityDescription, _ source: any FetchSource,
        _ candidates: UnsavedCandidates
    ) throws -> FoundObjects {
        let evaluation = try FetchEvaluation<NSManagedObject>(request, entity: entity)
        var mine = try evaluation.chosen(candidates.objects)
        let isSorted = !(request.sortDescriptors ?? []).isEmpty
        if isSorted { mine = try evaluation.sorted(mine) }
        guard !isSortedByOthers(request, entity),
            let found = try foundSaved(request, entity, source, evaluation.plan, candidates.knownToSource)
        else { return try foundAmongAll(request, entity, source, evaluation, mine) }
        return .objects(
            try merged(found, mine, evaluation, isSorted), comeByKeys: found.comesByKeys)
    }

    /// What is not saved may come in anywhere: all that the source has is sorted here.
    private func foundAmongAll(
        _ request: FetchRequestDescription, _ entity: NSEntityDescription, _ source: any FetchSource,
        _ evaluation: FetchEvaluation<NSManagedObject>, _ mine: [NSManagedObject]
    ) throws -> FoundObjects {
        let all = try source.identities(for: plain(request), entity: entity).map { currentAsked($0) }
        let saved = all.filter { !isUnsaved($0.key) }
        guard !(request.sortDescriptors ?? []).isEmpty else {
            return .identities(evaluation.part(saved + mine.map(\.objectID)))
        }
        return .objects(
            evaluation.part(try evaluation.sorted(saved.map { object(for: $0) } + mine)), comeByKeys: false)
    }

    /// What the source finds and is not unsaved here, in the order of the request: as many as may come out of it. Nil from a source that need not
    /// keep the order.
    private func foundSaved(
        _ request: FetchRequestDescription, _ entity: NSEntityDescription, _ source: any FetchSource,
        _ plan: FetchPlan, _ knownToSource: Int
    ) throws -> FoundObjects? {
        let sorted = try plain(request)
        (sorted.sortDescriptors, sorted.includesPropertyValues) = (
            request.sortDescriptors, request.includesPropertyValues
        )
        sorted.returnsObjectsAsFaults = request.returnsObjectsAsFaults
        sorted.fetchBatchSize = request.fetchBatchSize
        // Mostly few of those that the source knows are among what it finds.
        var spare = knownToSource
        while true {
            // So many may fall out.
            if let limit = plan.limit { sorted.fetchLimit = Self.sum([limit, plan.offset, spare]) }
            guard let (found, count) = try foundUnchanged(sorted, entity, source) else { return nil }
            let (fallen, isAll) = (count - found.count, plan.limit == nil || count < sorted.fetchLimit)
            if isAll || fallen <= spare { return found }
            spare = Self.sum([fallen, fallen, fallen, fallen])
        }
    }

    /// What the source finds and is not unsaved here, and how many those are together.
    private func foundUnchanged(
        _ request: FetchRequestDescription, _ entity: NSEntityDescription, _ source: any FetchSource
    ) throws -> (FoundObjects, count: Int)? {
        if let keys = try source.keys(for: request, entity: entity) {
            return (.keys(keys.part(keys.keys.indices.lazy.filter { !self.isUnsaved(keys.key($0)) })), keys.count)
        }
        guard source.sortsIdentities else { return nil }
        // The source may have told of later identities of some.
        let identities = try source.identities(for: request, entity: entity).map { currentAsked($0) }
        return (.identities(identities.filter { !isUnsaved($0.key) }), identities.count)
    }

    /// Whether the order is that of other objects' values, and some of those are not saved: the source would sort by what it has.
    private func isSortedByOthers(_ request: FetchRequestDescription, _ entity: NSEntityDescription) -> Bool {
        (request.sortDescriptors ?? []).contains { $0.key?.contains(".") ?? false }
            && hasUnsavedChanges(outside: entity)
    }

    /// A sum of counts; the greatest number for one that is greater.
    private static func sum(_ counts: [Int]) -> Int {
        counts.reduce(0) { sum, count in
            let (sum, isTooMuch) = sum.addingReportingOverflow(count)
            return isTooMuch ? .max : sum
        }
    }

    /// Objects of the store in the order of a request, and those of this context put among them. Few of the store's are looked
    /// at for it: as many as it takes to find the places.
    private func merged(
        _ saved: FoundObjects, _ mine: [NSManagedObject], _ evaluation: FetchEvaluation<NSManagedObject>,
        _ isSorted: Bool
    ) throws -> [NSManagedObject] {
        let all = saved.count + mine.count
        let start = min(evaluation.plan.offset, all)
        let end = evaluation.plan.limit.map { $0 < all - start ? start + $0 : all } ?? all
        var places: [Int] = []
        for object in mine.prefix(end) {
            var (low, high) = (isSorted ? places.last ?? 0 : saved.count, saved.count)
            while low < high {
                let middle = (low + high) / 2
                let other = self.object(at: middle, of: saved)
                // Of equal ones those of the store come first.
                if try evaluation.sorted([other, object])[0] === other { low = middle + 1 } else { high = middle }
            }
            // Those that follow come behind it.
            guard low + places.count < end else { break }
            places.append(low)
        }
        var (objects, next) = ([NSManagedObject](), 0)
        objects.reserveCapacity(end - start)
        for index in 0..<end {
            let isMine = next < places.count && places[next] == index - next
            defer { if isMine { next += 1 } }
            guard index >= start else { continue }
            objects.append(isMine ? mine[next] : object(at: index - next, of: saved))
        }
        return objects
    }

    private func object(at place: Int, of found: FoundObjects) -> NSManagedObject {
        switch found {
        case .keys(let keys): object(for: keys.key(place), keys.entity(place))
        case .identities(let identities): object(for: identities[place])
        case .objects(let objects, _): objects[place]
        }
    }
}
