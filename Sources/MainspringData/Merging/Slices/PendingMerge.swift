internal import Dispatch
internal import Locks
internal import MainspringModel
internal import Synchronization

/// A merge that is done in slices. Made by anybody, then the context's queue's alone.
class PendingMerge: @unchecked Sendable {
    // `@unchecked Sendable`: who makes it hands it over, and has nothing of it but `wait()` then.

    private let done = DispatchSemaphore(value: 0)
    private let hasEnded = Atomic(false)
    /// Whether everything has been merged and told. From any thread.
    final var isEnded: Bool { hasEnded.load(ordering: .acquiring) }
    /// Called when everything has been merged and told, or the context has gone.
    private let onEnd: (() -> Void)?

    init(onEnd: (() -> Void)? = nil) { self.onEnd = onEnd }

    deinit { noteEnd() }

    /// Begins: on the context's queue, before anything else.
    func begin(in core: ContextCore) {}
    /// Whether everything has been merged.
    var isDone: Bool { true }
    /// Merges what comes next.
    /// - Parameter most: how many objects that may be, where they can be counted before.
    /// - Returns: how many objects that was.
    func step(in core: ContextCore, most: Int) -> Int { 0 }
    /// Whether what it changes is a change that others have made, and none of the program's.
    var changesAsMerge: Bool { true }
    /// Whether what came later may go on while this is waiting: what is changed then is none of its business.
    var letsOvertake: Bool { false }
    /// Whether it may go on while what came before is waiting: it does what the program could do.
    var overtakes: Bool { false }
    /// Whether members of ordered relationships may come or go, or stand otherwise.
    var mayOrder: Bool { false }
    /// Whether something is still to be merged of an object.
    func isToCome(_ key: ObjectKey) -> Bool { false }
    /// Whether some has been merged, of one that overtakes.
    var hasBegun: Bool { false }
    /// Whether a step goes on, which has called somebody who asks for the end.
    var isBusy: Bool { false }
    /// Whether nothing can be done before another thread has done its part.
    var isWaiting: Bool { false }
    /// Blocks the thread until it has.
    func waitForAnswer(in core: ContextCore) {}
    /// Whether what merges behind this one say of an object has to wait.
    func keepsBack(_ key: ObjectKey, in core: ContextCore) -> Bool { false }
    /// How long telling of an object takes, beside merging it.
    func telling(in core: ContextCore) -> Duration { core.mergeTelling }
    /// Notes how long it is to be taken for.
    func noteTelling(_ telling: Duration, in core: ContextCore) { core.mergeTelling = telling }
    /// Merges what has become of an object, if that is still to be done.
    func reach(_ key: ObjectKey, in core: ContextCore) {}
    /// Merges what has become of objects to which one that has been merged is linked by a link between two, or was: what a later merge makes of
    /// that one is not to be undone by them. And deletes what takes it along: merged at once, that would be before the later merge.
    func reachPartners(of key: ObjectKey, in core: ContextCore) {}
    /// Merges what has become of an object whose relationship is read, and of those to which that has come to lead, or leads no more. If the object
    /// was deleted, it stays until its turn comes: somebody has it.
    func reachOthers(of object: NSManagedObject, _ place: SlotPlace, in core: ContextCore) {}
    /// Whether a new object is still to come.
    func isAwaited(_ key: ObjectKey) -> Bool { false }
    /// Whether an object has values of before the merge.
    func isOld(_ object: NSManagedObject) -> Bool { false }
    /// Calls a closure for each object of an entity, or of a subentity, with values of before the merge.
    func forEachOld(of entity: NSEntityDescription, _ body: (NSManagedObject) -> Void) {}
    /// Whether an object, merged or not, is one of those that have changed: its fault gets the values of after the merge.
    func isChanged(_ object: NSManagedObject) -> Bool { false }
    /// An object has another key from now on, or will have when it comes.
    /// - Parameter identity: the former one, if anybody has asked for it.
    func noteRenamed(_ former: ObjectKey, _ identity: NSManagedObjectID?, _ key: ObjectKey) {}
    /// Lets objects know that they were merged.
    func tell(in core: ContextCore) {}
    /// Tells everybody what was merged, after the context's own notice of it.
    func post(in core: ContextCore) {}
    /// Everything has been merged and told.
    func end(in core: ContextCore) {}

    /// Lets who waits go on. Once; the context has gone if nobody else has called it.
    final func noteEnd() {
        guard !isEnded else { return }
        hasEnded.store(true, ordering: .releasing)
        done.signal()
        onEnd?()
    }

    /// Ends a wait before the last slice. From any thread.
    final func wake() { done.signal() }

    /// Waits for the last slice. From another thread than the one that merges.
    /// - Returns: whether it has come in time, or the wait was ended.
    final func wait(_ most: Duration) -> Bool { done.wait(timeout: .now() + most / .seconds(1)) == .success }
}
