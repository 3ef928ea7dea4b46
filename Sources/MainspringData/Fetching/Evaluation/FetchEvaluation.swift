internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// Answers a fetch request over candidates that are in memory: which, in which order, how many, as what.
///
/// Changes nothing and keeps nothing of the candidates. Made once for a request, as it is then; may be used again, by one
/// thread at a time.
///
/// What is asked: predicate, subentities, sort descriptors, offset, limit, type of results, and of dictionaries all that
/// they hold. What is left to contexts and stores: pending changes, faults, batches, prefetching, affected stores.
///
/// Cost: a test of some 20 ns for each candidate where a predicate compares attributes with constants and the candidates
/// have typed keys; one read of each sort key.
struct FetchEvaluation<Candidate: FetchCandidate> {
    let plan: FetchPlan
    /// How attributes are read in their own types.
    let keys: KeyTable?
    private let test: ObjectTest?

    /// Makes a request ready.
    /// - Parameters:
    ///   - request: later changes of it do not count.
    ///   - entity: whose objects are asked for.
    /// - Throws: what is wrong with the request.
    init(_ request: FetchRequestDescription, entity: NSEntityDescription) throws(FetchRequestError) {
        let plan = try FetchPlan(request, entity)
        self.plan = plan
        let keys = Candidate.typedKeys(of: entity)
        self.keys = keys
        test = plan.predicate.map { ObjectTest($0, keys: keys ?? KeyTable.of(Candidate.self)) }
    }

    // MARK: - Objects

    /// Whether one object is among those that are asked for, whatever offset and limit.
    func chooses(_ candidate: Candidate) throws(FetchRequestError) -> Bool {
        try evaluating { isOfEntity(candidate.entity) && test?.holds(candidate) ?? true }
    }

    /// The candidates that are asked for, in their order, whatever offset and limit.
    func chosen(_ candidates: [Candidate]) throws(FetchRequestError) -> [Candidate] {
        try evaluating { choose(candidates) }
    }

    /// Objects in the order that is asked for.
    func sorted(_ candidates: [Candidate]) throws(FetchRequestError) -> [Candidate] {
        try evaluating { try sort(candidates) }
    }

    /// The objects that come out of candidates: chosen, sorted, without what offset and limit leave out.
    func objects(of candidates: [Candidate]) throws(FetchRequestError) -> [Candidate] {
        try evaluating { try part(sort(choose(candidates))) }
    }

    /// How many results come out: what offset and limit leave.
    func count(of candidates: [Candidate]) throws(FetchRequestError) -> Int {
        if plan.dictionaries != nil { return try dictionaries(of: candidates).count }
        return try evaluating {
            let count = max(0, choose(candidates).count - plan.offset)
            return min(count, plan.limit ?? count)
        }
    }

    /// What comes out, of the type that is asked for: candidates, `NSManagedObjectID`, `NSDictionary`, or one `NSNumber`.
    func results(of candidates: [Candidate]) throws(FetchRequestError) -> [Any] {
        switch plan.resultType {
        case .countResultType: [NSNumber(value: try count(of: candidates))]
        case .dictionaryResultType: try dictionaries(of: candidates)
        case .managedObjectIDResultType: try objects(of: candidates).map(\.objectID)
        default: try objects(of: candidates)
        }
    }

    // MARK: - Steps

    func choose(_ candidates: [Candidate]) -> [Candidate] {
        var chosen: [Candidate] = []
        var last: NSEntityDescription?
        var isOfEntity = false
        for candidate in candidates {
            let entity = candidate.entity
            if entity !== last {
                last = entity
                isOfEntity = self.isOfEntity(entity)
            }
            if isOfEntity, test?.holds(candidate) ?? true { chosen.append(candidate) }
        }
        return chosen
    }

    func sort(_ candidates: [Candidate]) throws(FetchRequestError) -> [Candidate] {
        guard !plan.order.descriptors.isEmpty, let first = candidates.first else { return candidates }
        try plan.order.check(for: first, plan.title)
        return if let keys {
            candidates.sorted(using: plan.order.descriptors, keys: keys)
        } else {
            candidates.sorted(using: plan.order.descriptors)
        }
    }

    /// What offset and limit leave.
    func part<Result>(_ results: [Result]) -> [Result] {
        let rest = results.dropFirst(plan.offset)
        return Array(plan.limit.map { rest.prefix($0) } ?? rest)
    }

    private func isOfEntity(_ entity: NSEntityDescription) -> Bool {
        plan.includesSubentities ? entity.isKindOf(entity: plan.entity) : entity === plan.entity
    }

    /// Throws what predicates, expressions and keys meet meanwhile.
    func evaluating<Result>(_ body: () throws -> Result) throws(FetchRequestError) -> Result {
        do {
            return try PredicateFailure.throwing(body)
        } catch {
            throw plan.title.failure(error)
        }
    }
}
