internal import MainspringModel

/// A context's queue of merges and saves that are done in slices. Accessed only on the context's queue.
///
/// A context has a queue until all work was done and all waiting callers were notified.
///
/// Between two slices an object's values are all those of before or all the new ones, and a link is at both its ends or at
/// none. Whoever reaches an object by its identity or by a link gets it as it is after the merge: that is done then. A fetch
/// shows what has arrived.
final class MergeQueue {
    private unowned let core: ContextCore
    /// The work in the order of its arrival, except for child saves that overtake a waiting save.
    private(set) var work: [QueuedWork] = []
    /// Links to new objects that have not arrived, by these.
    private var awaitedLinks: [ObjectKey: [AwaitedLink]] = [:]
    /// How members stood that were read in the midst, by objects and slots.
    private var readOrders: [ObjectKey: [UInt16: ReadOrder]] = [:]
    /// Those that wait for a slice's end to go on.
    private var ended: [any SlicedWork] = []
    /// The one that has deleted something last: that may not have reached others yet.
    private var deleting: TakenMerge?
    /// Who leads to those that go; nil until somebody has to be found.
    private var ends: PendingEnds?
    /// Whether something is being merged: what that changes is no change of the program's.
    private(set) var isMerging = false
    /// The work that is being completed as a whole.
    private var whole: (any SlicedWork)?
    /// Whether a slice came while others were being told of changes: the next one comes when they have been.
    var isDue = false

    init(_ core: ContextCore) { self.core = core }

    func add(_ new: QueuedWork) {
        work.append(new)
        new.begin(in: core)
        completeOrders(before: new)
    }

    // MARK: Slices

    /// Merges as much as a budget allows, and tells of it.
    func slice(_ budget: MergeBudget) {
        guard let first = current, !isBusy(first) else { return }
        ends = nil
        var meter = SliceMeter(budget)
        // What comes after a save may take longer to be told of, and the other way round.
        repeat {
            meter.note(step(meter.most))
        } while !meter.isOver(telling: first.telling(in: core))
            && current.map { ($0.save == nil) == (first.save == nil) } == true
        // One whose last object this was is over with it.
        while current?.work.isDone == true { _ = step(1) }
        for element in work.prefix(2) { element.work.tell(in: core) }
        let merged = meter.elapsed
        finish()
        note(meter.elapsed - merged, of: meter.count, first)
    }

    /// What the next step is of: what came first; while another thread does its part of that, what a child has saved since. Nil if nothing can
    /// be done before that thread asks for a slice.
    private var current: QueuedWork? {
        guard let first = work.first else { return nil }
        guard first.work.isWaiting else { return first }
        // Whatever came between: what the first waits for may wait for it.
        return first.save?.letsOvertake == true ? work.dropFirst().first(where: \.overtakes) : nil
    }

    /// Lets a merge have its turn, behind the one that is waiting: it is before all that it overtakes from now on, and is not divided by
    /// a save that comes later.
    private func bringForward(_ element: QueuedWork, behind place: Int) {
        guard let index = index(of: element.work), index > place + 1 else { return }
        work.remove(at: index)
        work.insert(element, at: place + 1)
    }

    private func index(of other: AnyObject) -> Int? { work.firstIndex { $0.isWork(other) } }

    /// Lets what has begun behind a save that has not come before it: some of it has been reached, and would be saved alone. What came
    /// before that comes with it.
    /// - Returns: whether there is such.
    func bringForwardBegun(before save: SlicedSave) -> Bool {
        guard let place = index(of: save), let begun = begun(behind: place) else { return false }
        bringForward(begun, behind: place - 1)
        return true
    }

    /// The first of those that overtake, if any of them has begun: they keep their order, since they may be of the same objects.
    private func begun(behind place: Int) -> QueuedWork? {
        let overtaking = work.dropFirst(place + 1).filter(\.overtakes)
        return overtaking.contains(where: \.hasBegunToOvertake) ? overtaking.first : nil
    }

    /// Whether nothing can be merged before another thread has done its part, which asks for a slice then.
    var isWaiting: Bool { !work.isEmpty && current == nil }

    /// Whether a step of the first work is running, whose hook may have called the current method.
    var isBusy: Bool { work.first.map(isBusy) == true }

    /// Whether the only work is being completed as a whole, so that no link is between merged and other objects.
    var isWhole: Bool { whole != nil && work.count == 1 }

    private func isBusy(_ element: QueuedWork) -> Bool { element.isBusy || whole.map(element.isWork) == true }

    /// Whether the next slice is one of a save.
    var isSaving: Bool { current?.save != nil }

    /// Merges everything, and tells of it.
    /// - Parameter waits: whether also what another thread has to do its part of first.
    func complete(waiting waits: Bool = true) {
        ends = nil
        while let next = waits ? work.first : current {
            // A hook of the running step has called this method, and may wait for earlier work.
            if isBusy(next) { return ended.forEach { $0.end.note() } }
            if waits { next.save?.waitForAnswer(in: core) }
            _ = step(.max, of: next)
        }
        finish()
    }

    /// Merges what is left of what has begun while the first was waiting, and what came before that.
    func completeOvertaking() {
        while let begun = begun(behind: 0) { complete(begun) }
    }

    /// Appends work and completes it, before other work that waits.
    func completeAtOnce(_ element: QueuedWork) {
        let outer = whole
        whole = element.work
        add(element)
        complete(element)
        whole = outer
        finish()
    }

    /// Completes one element.
    func complete(_ element: QueuedWork) {
        ends = nil
        while index(of: element.work) != nil { _ = step(.max, of: element) }
    }

    private func step(_ most: Int) -> Int { current.map { step(most, of: $0) } ?? 0 }

    private func step(_ most: Int, of element: QueuedWork) -> Int {
        let next = element.work
        var count = 0
        bringForward(element, behind: 0)
        if !next.isDone {
            // Changes by hooks of a save are the program's, not a merge's.
            count =
                element.save == nil
                ? merging { next.step(in: core, most: most) } : next.step(in: core, most: most)
        }
        guard next.isDone else { return count }
        next.tell(in: core)
        // An observer may have completed the queue.
        guard let index = index(of: next) else { return count }
        work.remove(at: index)
        next.finish(in: core)
        ended.append(next)
        if work.isEmpty { core.childLinks.taking = nil }
        return count
    }

    /// Ends the event, and lets those go on who wait for merges that are over.
    ///
    /// Who is told of something may wait for one of those: he comes here himself, and what he was not told of follows when he has
    /// returned.
    private func finish() {
        core.processPendingChanges()
        deleting = nil
        // Now, and not all at once when somebody fetches.
        core.pendingChanges.lookAtLinks()
        for element in work.prefix(2) { element.work.post(in: core) }
        for done in ended { done.post(in: core) }
        let done = ended
        ended = []
        for done in done { done.end.note() }
        if work.isEmpty { core.endMerging(self) }
    }

    /// Slices are alike: an object of the next one takes as long as those before. One that was hard is remembered for longer than one
    /// that was easy, and none counts more than twice: the machine may have been busy.
    private func note(_ telling: Duration, of count: Int, _ first: QueuedWork) {
        guard count > 0 else { return }
        let (old, new) = (first.telling(in: core), telling / count)
        first.noteTelling(new > old ? min(new, old * 2) : (old * 3 + new) / 4, in: core)
    }

    // MARK: Reaching objects

    /// Merges what has become of an object.
    func reach(_ key: ObjectKey) {
        ends = nil
        defer { propagateAgain() }
        for element in work {
            if element.save?.keepsBack(key, in: core) == true { return }
            guard let merge = element.merge else { continue }
            completeOrders(before: merge, reaching: key)
            merging { merge.reach(key, in: core) }
        }
    }

    /// Merges what those that came before one of the merges say of objects that this is about to change.
    func reach(_ keys: [ObjectKey], before later: TakenMerge) {
        for element in work.prefix(while: { !$0.isWork(later) }) {
            guard let merge = element.merge else { continue }
            for key in keys where !keepsBack(key, before: merge) {
                merge.reach(key, in: core)
                element.taken?.reachPartners(of: key, in: core)
            }
        }
    }

    /// Whether a merge of an object, or a later one, has to wait for an earlier save.
    func keepsBack(_ key: ObjectKey, before later: any EarlyAccess) -> Bool {
        work.prefix { !$0.isWork(later) }.contains { $0.save?.keepsBack(key, in: core) == true }
    }

    private func merging<Result>(_ body: () -> Result) -> Result {
        let outer = isMerging
        isMerging = true
        defer { isMerging = outer }
        return body()
    }

    /// Merges what has become of an object, and of those to which a relationship of it has come to lead, or leads no more.
    func reachOthers(of object: NSManagedObject, _ place: SlotPlace) {
        ends = nil
        defer { propagateAgain() }
        for element in work {
            if element.save?.keepsBack(object.key, in: core) == true { return }
            guard let merge = element.merge else { continue }
            completeOrders(before: merge, reaching: object.key)
            merging { merge.reachOthers(of: object, place, in: core) }
        }
    }

    /// Ends links that a merge has given back to a deleted object, before the caller reads them: the event ends later.
    private func propagateAgain() {
        if !isMerging { core.propagateAgain() }
    }

    /// Links may lead elsewhere from now on.
    func noteMoving() { ends = nil }

    /// Who is at the other end of a relationship of an object that goes, also those of whom the object does not know.
    func others(_ object: NSManagedObject, _ relationship: RelationshipPlace) -> ContiguousArray<NSManagedObject> {
        var ends = ends ?? PendingEnds(core)
        defer { self.ends = ends }
        return ends.others(object, relationship)
    }

    /// Whether an object has values of before a merge.
    func isOld(_ object: NSManagedObject) -> Bool { work.contains { $0.saved?.isOld(object) == true } }

    func forEachOld(of entity: NSEntityDescription, _ body: (NSManagedObject) -> Void) {
        for element in work { element.saved?.forEachOld(of: entity, body) }
    }

    /// Whether an object, merged or not, is one of those that have changed.
    func isChanged(_ object: NSManagedObject) -> Bool { work.contains { $0.saved?.isChanged(object) == true } }

    /// An object has another identity from now on, or will have when it comes.
    func noteRenamed(_ former: ObjectKey, _ identity: NSManagedObjectID?, _ key: ObjectKey) {
        for element in work { element.merge?.noteRenamed(former, identity, key) }
    }

    /// The program has deleted an object, or a merge, maybe before its turn: what came before may bring others whom that is to reach.
    func noteDeleted(_ object: NSManagedObject, by later: TakenMerge? = nil) {
        guard !isMerging || later != nil else { return }
        if let later { deleting = later }
        for element in work.prefix(while: { element in later.map { !element.isWork($0) } ?? true }) {
            element.taken?.deletedSince.insert(object)
        }
    }

    /// Lets what a merge has deleted reach others before a later one changes something: merged at once, it ends before that begins.
    func endDeletions(before later: TakenMerge) {
        guard let deleting, !work.drop(while: { !$0.isWork(later) }).contains(where: { $0.isWork(deleting) }) else {
            return
        }
        self.deleting = nil
        core.propagateDeletions()
    }

    /// The same of an object that is deleted with another one.
    func noteDeleted(_ object: NSManagedObject, with other: NSManagedObject) {
        for case .taken(let merge) in work where merge.deletedSince.contains(other) {
            merge.deletedSince.insert(object)
        }
    }

    // MARK: Orders

    /// Notes how members stood as they were read in the midst.
    func noteOrder(_ order: ContiguousArray<NSManagedObject>?, of object: NSManagedObject, _ place: SlotPlace) {
        guard let order else { return }
        readOrders[object.key, default: [:]][place.slot] = ReadOrder(order)
    }

    /// How members stood as they were read in the midst; nil if they were not.
    func readOrder(of object: NSManagedObject, _ place: SlotPlace) -> ReadOrder? {
        readOrders[object.key]?[place.slot]
    }

    // MARK: Links to what has not arrived

    /// Whether a queued merge still has to insert objects.
    var awaitsObjects: Bool { work.contains { $0.taken?.awaitsObjects == true } }

    /// Whether a new object is still to come.
    func isAwaited(_ key: ObjectKey) -> Bool { work.contains { $0.taken?.isAwaited(key) == true } }

    /// Keeps a link for the time when the object at its other end is here.
    func keep(_ link: AwaitedLink, for key: ObjectKey) { awaitedLinks[key, default: []].append(link) }

    /// Removes the kept link of a relationship to one, which a later save replaces.
    func dropLink(of object: NSManagedObject, _ place: SlotPlace) {
        guard awaitsLinks else { return }
        for (key, links) in awaitedLinks {
            let kept = links.filter { link in
                guard case .toOne(let other, let otherPlace, _) = link else { return true }
                return other !== object || otherPlace.slot != place.slot
            }
            if kept.count < links.count { awaitedLinks[key] = kept.isEmpty ? nil : kept }
        }
    }

    /// Lets those new objects arrive to which links are to lead that lead to another object now.
    func moveLinks(from key: ObjectKey) {
        let keys = awaitedLinks.filter { _, links in
            links.contains {
                if case .toOne(_, _, let former) = $0 { former.key(in: core) == key } else { false }
            }
        }.keys
        for key in keys { reach(key) }
    }

    /// Whether there are links to objects that have not arrived.
    var awaitsLinks: Bool { !awaitedLinks.isEmpty }

    /// Makes the links that an object was missed for, by the key for which they were kept.
    func makeLinks(to object: NSManagedObject?, _ key: ObjectKey) {
        guard let links = awaitedLinks.removeValue(forKey: key) else { return }
        for link in links { core.make(link, to: object) }
    }
}
