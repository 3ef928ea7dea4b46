internal import CLinux
internal import Dispatch

/// A queue on which one block runs at a time: a context's own, or the main queue, which contexts share.
final class SerialQueue: SerialPlace, @unchecked Sendable {
    // `@unchecked Sendable`: constant.

    let dispatch: DispatchQueue
    private let name: String

    override var title: String { name }

    /// The main queue, on whichever thread it is served.
    static let main = SerialQueue(main: .main)
    private static let mark = DispatchSpecificKey<Bool>()

    /// Makes a queue of its own. The label is for debuggers, the title for sentences that name no context.
    init(label: String, title: String = "a context's queue") {
        (dispatch, name) = (DispatchQueue(label: label), title)
    }

    private init(main queue: DispatchQueue) {
        (dispatch, name) = (queue, "the main queue")
        queue.setSpecific(key: Self.mark, value: true)
    }

    /// Calls a closure on the queue, behind what is there, and waits for it.
    /// - Parameters:
    ///   - place: the queue, and the context for which it is meant.
    ///   - holds: those of the calling thread, which does not have the queue.
    ///   - mergesMeanwhile: whether the main thread, if it waits, merges what is brought to its contexts.
    ///   - block: gets what the thread has that waits, if it is called on another one.
    func wait<Value, Failure: Error>(
        for place: QueuePlace, _ holds: ThreadHolds, mergesMeanwhile: Bool = false,
        _ block: (_ waiter: UnsafePointer<QueueHold>?) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try holds.waiting(for: place) { began throws(Failure) -> Value in
            if mergesMeanwhile, self !== Self.main, MainSlices.shared.isUsed, Self.threadServesMain {
                return try MainTurn().take(dispatch, for: place) { () throws(Failure) -> Value in
                    began()
                    return try block(nil)
                }
            }
            guard self !== Self.main, MainSlices.concernsThread else { return try sync(holds, began, block) }
            return try MainSlices.shared.mainWaits(for: place) { isOver throws(Failure) -> Value in
                func end() {
                    began()
                    isOver()
                }
                return try sync(holds, end, block)
            }
        }
    }

    private func sync<Value, Failure: Error>(
        _ holds: ThreadHolds, _ began: () -> Void,
        _ block: (_ waiter: UnsafePointer<QueueHold>?) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var outcome: Result<Value, Failure>?
        dispatch.sync {
            began()
            let waiter = ThreadHolds.current === holds ? nil : holds.innermost
            do throws(Failure) {
                outcome = .success(try block(waiter))
            } catch {
                outcome = .failure(error)
            }
        }
        // The block has been called.
        return try outcome.unsafelyUnwrapped.get()
    }

    /// Whether the calling thread has the main queue although no context's block runs: the initial thread always, and
    /// what libdispatch calls on another one once the initial thread is gone (`dispatchMain()`, an `async main`); also in a block of
    /// another queue for which that waits, where libdispatch names that queue alone.
    static var threadServesMain: Bool {
        if mainspring_is_initial_thread() { return true }
        let main = main
        return DispatchQueue.getSpecific(key: mark) == true || ThreadHolds.current.hasItself(main)
            || mainspring_has_main_queue()
    }
}
