internal import Foundation
internal import Locks
internal import MainspringModel

/// Merging in slices; see ``MergeQueue``.
extension ContextCore {
    /// Whether merges are done in slices. From any thread.
    final var mergesInSlices: Bool {
        queue.kind == .mainQueueConcurrencyType && mergeSettings.budget.withLock { $0 != nil }
    }

    /// Appends work to the context's queue, and requests a slice.
    final func mergeInSlices(_ work: QueuedWork) {
        processPendingChanges()
        let merging = merging ?? MergeQueue(self)
        self.merging = merging
        if let context { MainSlices.shared.open(context) }
        merging.add(work)
        if let context { MainSlices.shared.request(for: context) }
    }

    /// Completes work as a whole, before other work of the queue. It is completed also while a hook of that is running.
    final func mergeAtOnce(_ work: QueuedWork) {
        let merging = merging ?? MergeQueue(self)
        self.merging = merging
        merging.completeAtOnce(work)
    }

    /// Removes the queue when all work was done and all notifications were posted.
    final func endMerging(_ queue: MergeQueue) {
        guard merging === queue else { return }
        (merging, childLinks.taking) = (nil, nil)
        if self.queue.kind == .mainQueueConcurrencyType { MainSlices.shared.close(self) }
    }

    /// Merges what is left.
    final func completeMerges() { merging?.complete() }

    /// Calls a closure which merges what is left, and in which no slice of something else begins: who is told may run the loop.
    final func holdingSlices<Result>(_ body: () throws -> Result) rethrows -> Result {
        queue.kind == .mainQueueConcurrencyType ? try MainSlices.shared.holding(body) : try body()
    }

    /// Merges what is left, and what was brought and has not begun.
    final func completeAllMerges() {
        if let context, queue.kind == .mainQueueConcurrencyType, queue.isCurrent {
            MainSlices.shared.begin(in: context)
        }
        completeMerges()
    }

    /// After others were told of changes: a slice may have waited for that.
    final func noteTold() {
        guard let merging, merging.isDue, let context else { return }
        merging.isDue = false
        MainSlices.shared.request(for: context)
    }

    // MARK: Reaching objects

    /// Merges what has become of an object that somebody reaches by its identity.
    @inline(__always)
    final func reach(_ identity: NSManagedObjectID) {
        if let merging { reach(identity, merging) }
    }

    @inline(never)
    private func reach(_ identity: NSManagedObjectID, _ merging: MergeQueue) {
        merging.reach(current(identity).key)
        // One that others have deleted is not here any more.
        if !event.mergedDeletions.isEmpty { processPendingChanges() }
    }

    /// Tells everybody what was merged.
    final func postMerged(_ merged: SavedIdentities) {
        guard let context, !merged.isEmpty else { return }
        var info = merged.userInfo
        info[NSManagedObjectContext.NotificationKey.sourceContext.rawValue] = context
        NotificationCenter.default.post(
            name: .NSManagedObjectContextDidMergeChangesObjectIDs, object: context, userInfo: info)
    }
}

extension NSManagedObject {
    /// Merges what has become of the object, before the program changes it.
    /// - Returns: whether it is still there.
    final func reachForWriting() -> Bool {
        guard let core, let merging = core.merging, !merging.isMerging else { return true }
        let hold = hold
        merging.reach(key)
        core.saving?.finish(self, in: core)
        return isHeld(hold)
    }

    /// Merges what has become of the objects to which a relationship leads, before somebody reaches them.
    @inline(__always)
    final func reachOthers(at place: SlotPlace) {
        if core?.merging != nil { reachAwaited(at: place) }
    }

    @inline(never)
    private func reachAwaited(at place: SlotPlace) {
        guard let core, let merging = core.merging, !merging.isMerging else { return }
        switch place.kind {
        case .toOne:
            merging.reachOthers(of: self, place)
            if core.hasValues(self), let key = core.currentKey(place, memory) { merging.reach(key) }
        case .toMany, .ordered:
            merging.reachOthers(of: self, place)
            let others = core.hasValues(self) ? members(at: place).objects : []
            for other in others { merging.reach(other.key) }
        default: return
        }
        // Who was told of one may have made a fault of this.
        if !state.isReadable { prepareToRead() }
    }
}
