internal import Dispatch
internal import Synchronization

/// A merge or a save that a context does in slices. Created on any thread, then used on the context's queue, except for
/// `end`.
protocol SlicedWork: AnyObject, Sendable {
    /// The end of the work, for waiting threads.
    var end: WorkEnd { get }
    /// Whether all steps were done.
    var isDone: Bool { get }
    /// Whether the next step has to wait for another thread.
    var isWaiting: Bool { get }
    /// Runs the next step.
    /// - Parameter most: The greatest number of objects to process, if they can be counted before.
    /// - Returns: The number of objects that were processed.
    func step(in core: ContextCore, most: Int) -> Int
    /// Calls hooks of the objects that were processed since the last call.
    func tell(in core: ContextCore)
    /// Posts the notifications of the steps since the last call, after the context has processed its pending changes.
    func post(in core: ContextCore)
    /// Ends the work after the last step.
    func finish(in core: ContextCore)
}

/// Early access to the objects of a queued merge. Saves do not conform. Used on the context's queue.
protocol EarlyAccess: AnyObject {
    /// Whether the merge may change ordered relationships.
    var mayOrder: Bool { get }
    /// Whether changes of an object are still to be merged.
    func isToCome(_ key: ObjectKey) -> Bool
    /// Merges the changes of an object, if they were not merged.
    func reach(_ key: ObjectKey, in core: ContextCore)
    /// Merges the changes of an object whose relationship is read, and of objects that were added to the relationship or
    /// removed from it. A deletion of the object waits for its turn.
    func reachOthers(of object: NSManagedObject, _ place: SlotPlace, in core: ContextCore)
    /// Notes that the key of an object was replaced.
    /// - Parameter identity: The former identity, if one was created.
    func noteRenamed(_ former: ObjectKey, _ identity: NSManagedObjectID?, _ key: ObjectKey)
}

/// The end of sliced work. Usable on any thread.
///
/// Reached when all notifications were posted, or when the context is released.
final class WorkEnd: Sendable {
    private let signal = DispatchSemaphore(value: 0)
    private let hasCome = Atomic(false)
    private let onEnd: (@Sendable () -> Void)?

    /// - Parameter onEnd: Called once at the end, on the thread that reaches it.
    init(_ onEnd: (@Sendable () -> Void)? = nil) { self.onEnd = onEnd }

    deinit { note() }

    /// Whether the end was reached.
    var isOver: Bool { hasCome.load(ordering: .acquiring) }

    /// Resumes the waiting thread, and calls the closure. Further calls have no effect.
    func note() {
        guard hasCome.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else { return }
        signal.signal()
        onEnd?()
    }

    /// Resumes the waiting thread before the end.
    func wake() { signal.signal() }

    /// Waits for the end or for ``wake()``. Not on the context's queue.
    /// - Returns: False after the longest time.
    func wait(_ most: Duration) -> Bool { signal.wait(timeout: .now() + most / .seconds(1)) == .success }
}

/// A mark in a queue, whose end is reached after all earlier work.
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
