/// Taking over in slices what a child has saved in slices, by a context with a queue of its own.
///
/// The child has everything as unsaved itself until this is done, so that it reads rightly in the midst; nobody else does: who comes
/// for something else has the rest taken over first. A thread of its own does it, which has the queue for a slice at a time as one
/// who reads: while the context's stores work it does not wait for them.
extension ContextCore {
    /// Takes over what a child has saved, and everything that came before. On any thread but one that has the queue.
    final func takeInSlices(_ merge: TakenMerge, for child: QueueTurn.Reader) {
        var isOver = false
        while !isOver {
            isOver = queue.performForChild(QueueTurn.Reading(child: child, needsWhole: true), endsEvent: true) { _ in
                takeSlices(of: merge)
            }
            if !isOver { queue.turn?.restAside() }
        }
    }

    /// Takes over some of what has come until somebody waits.
    /// - Returns: whether a merge is done.
    private func takeSlices(of merge: TakenMerge) -> Bool {
        repeat {
            guard !merge.end.isOver else { return true }
            if merging == nil { childLinks.saves.beginNext(in: self) }
            merging?.slice(.objects(Self.objectsInSlice))
        } while !merge.end.isOver && queue.turn?.isAwaited == false
        return merge.end.isOver
    }

    /// Some hundred microseconds' work.
    private static let objectsInSlice = 64

    /// Begins to take something over.
    final func begin(_ merge: TakenMerge) {
        // What came before is before it.
        merging?.complete()
        processPendingChanges()
        let queue = MergeQueue(self)
        (merging, childLinks.taking) = (queue, Taking(merge, start: pendingChanges.count))
        queue.add(.taken(merge))
    }

    /// Takes over what is left of what has begun, for who comes for something else. Those read meanwhile who may.
    final func finishTaking() {
        while let taking = childLinks.taking, let merging {
            merging.slice(.objects(Self.objectsInSlice))
            if queue.turn?.isAwaitedToPause == true { queue.pause(for: taking.child) }
        }
    }
}

/// What a context is taking over in slices.
final class Taking {
    private let merge: TakenMerge
    /// Has saved it, and has all of it as unsaved until it is here.
    var child: QueueTurn.Reader { ObjectIdentifier(merge.child) }
    /// What is listed as unsaved from here on was changed by the merge.
    let start: Int
    /// Those of them of which the child knows nothing: its deletions and links have reached them here.
    private(set) var others: [NSManagedObject] = []

    init(_ merge: TakenMerge, start: Int) { (self.merge, self.start) = (merge, start) }

    /// Notes that an object is listed as unsaved.
    func note(_ object: NSManagedObject) { if !merge.has(object) { others.append(object) } }
}
