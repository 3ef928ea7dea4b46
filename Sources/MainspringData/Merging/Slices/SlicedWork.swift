internal import Dispatch
internal import Synchronization

/// Work of a context that is done in slices: a merge, or a save. Any thread makes it; then it belongs to the context's
/// queue, except for `end`.
protocol SlicedWork: AnyObject, Sendable {
    /// The end, for those who wait for it.
    var end: WorkEnd { get }
    /// Whether everything has been done.
    var isDone: Bool { get }
    /// Whether another thread has to do its part first.
    var isWaiting: Bool { get }
    /// Does what comes next.
    /// - Parameter most: The greatest number of objects, where they can be counted before.
    /// - Returns: The number of objects.
    func step(in core: ContextCore, most: Int) -> Int
    /// Tells objects what the steps since the last call have made of them.
    func tell(in core: ContextCore)
    /// Posts what the steps since the last call have done, after the context's own notice of it.
    func post(in core: ContextCore)
    /// Ends the work, when everything has been done.
    func finish(in core: ContextCore)
}

/// Access to what a merge will make of an object, before the merge comes to it. Saves give none.
///
/// On the context's queue.
protocol EarlyAccess: AnyObject {
    /// Whether members of ordered relationships may come or go, or change their order.
    var mayOrder: Bool { get }
    /// Whether something is still to be merged of an object.
    func isToCome(_ key: ObjectKey) -> Bool
    /// Merges what has become of an object, if that is still to be done.
    func reach(_ key: ObjectKey, in core: ContextCore)
    /// Merges what has become of an object whose relationship is read, and of those to which that has come to lead, or
    /// leads no more. A deleted object stays until its turn comes: the reader has it.
    func reachOthers(of object: NSManagedObject, _ place: SlotPlace, in core: ContextCore)
    /// Notes that an object has another key from now on, or will have it when it comes.
    /// - Parameter identity: The former one, if it was ever asked for.
    func noteRenamed(_ former: ObjectKey, _ identity: NSManagedObjectID?, _ key: ObjectKey)
}

/// The end of work that is done in slices. From any thread.
///
/// It comes when everything has been done and told, or with the context.
final class WorkEnd: Sendable {
    private let signal = DispatchSemaphore(value: 0)
    private let hasCome = Atomic(false)
    private let onEnd: (@Sendable () -> Void)?

    /// - Parameter onEnd: called once.
    init(_ onEnd: (@Sendable () -> Void)? = nil) { self.onEnd = onEnd }

    deinit { note() }

    var isOver: Bool { hasCome.load(ordering: .acquiring) }

    /// Lets those go on who wait.
    func note() {
        guard hasCome.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else { return }
        signal.signal()
        onEnd?()
    }

    /// Ends a wait before the end.
    func wake() { signal.signal() }

    /// Waits, on another thread than the one that does the work.
    /// - Returns: Whether the end came in time, or the wait was ended.
    func wait(_ most: Duration) -> Bool { signal.wait(timeout: .now() + most / .seconds(1)) == .success }
}

/// No work: it waits for the end of what came before.
final class EndMark: SlicedWork {
    let end: WorkEnd

    init(_ onEnd: (@Sendable () -> Void)? = nil) { end = WorkEnd(onEnd) }

    var isDone: Bool { true }
    var isWaiting: Bool { false }
    func step(in core: ContextCore, most: Int) -> Int { 0 }
    func tell(in core: ContextCore) {}
    func post(in core: ContextCore) {}
    func finish(in core: ContextCore) {}
}
