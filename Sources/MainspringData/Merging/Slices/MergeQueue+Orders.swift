/// Orders of members that several saves change behind one another: how members stand in the end depends on who comes after whom, so that
/// of a later save nothing may come before all of an earlier one.
extension MergeQueue {
    /// Merges what is left of children's saves before one of others comes: whatever is read from then on is as that says.
    func completeOrders(before later: PendingMerge) {
        guard later.mayOrder, later is SavedMerge,
            let last = merges.lastIndex(where: { $0.mayOrder && $0 is TakenMerge })
        else { return }
        complete(merges[...last])
    }

    /// Merges what is left of the saves before one, if what has become of an object is to be merged before its turn. Saves of others alone
    /// need it not: the stores say how members stand.
    func completeOrders(before later: PendingMerge, reaching key: ObjectKey) {
        guard !isMerging, later !== merges.first, later.mayOrder, later.isToCome(key) else { return }
        let isTaken = later is TakenMerge
        let earlier = merges.prefix { $0 !== later }
        guard earlier.contains(where: { $0.mayOrder && (isTaken || $0 is TakenMerge) }) else { return }
        complete(earlier)
    }

    /// Merges what is left of some; behind a save in slices, of what may overtake that.
    private func complete(_ some: some Sequence<PendingMerge>) {
        let isBehindSave = merges.first?.changesAsMerge == false
        for merge in some where isBehindSave ? merge.overtakes : merge.changesAsMerge { complete(merge) }
    }
}
