/// Orders of members that several saves change behind one another: how members stand in the end depends on who comes after whom, so that
/// of a later save nothing may come before all of an earlier one.
extension MergeQueue {
    /// Merges what is left of children's saves before one of others comes: whatever is read from then on is as that says.
    func completeOrders(before later: QueuedWork) {
        guard later.saved?.mayOrder == true, let last = work.lastIndex(where: { $0.taken?.mayOrder == true }) else {
            return
        }
        complete(work[...last])
    }

    /// Merges what is left of the saves before one, if what has become of an object is to be merged before its turn. Saves of others alone
    /// need it not: the stores say how members stand.
    func completeOrders(before later: any EarlyAccess, reaching key: ObjectKey) {
        guard !isMerging, work.first?.isWork(later) != true, later.mayOrder, later.isToCome(key) else { return }
        let isTaken = later is TakenMerge
        let earlier = work.prefix { !$0.isWork(later) }
        guard earlier.contains(where: { $0.merge?.mayOrder == true && (isTaken || $0.taken != nil) }) else { return }
        complete(earlier)
    }

    /// Merges what is left of some; behind a save in slices, of what may overtake that.
    private func complete(_ some: some Sequence<QueuedWork>) {
        let isBehindSave = work.first?.save != nil
        for element in some where isBehindSave ? element.overtakes : element.save == nil { complete(element) }
    }
}
