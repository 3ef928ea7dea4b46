internal import CLinux
internal import Dispatch

/// A queue on which one block runs at a time: a context's own, or the main queue, which contexts share.
final class SerialQueue: Sendable {
    let dispatch: DispatchQueue

    /// The main queue, on whichever thread it is served.
    static let main = SerialQueue(marked: .main)
    private static let mark = DispatchSpecificKey<Bool>()

    /// Makes a queue of its own. The label is for debuggers.
    init(label: String) { dispatch = DispatchQueue(label: label) }

    private init(marked queue: DispatchQueue) {
        dispatch = queue
        queue.setSpecific(key: Self.mark, value: true)
    }

    /// Whether the calling thread has the main queue although no context's block runs: the initial thread always, and
    /// what libdispatch calls on another one once the initial thread is gone (`dispatchMain()`, an `async main`).
    static var threadServesMain: Bool {
        if mainspring_is_initial_thread() { return true }
        _ = main
        return DispatchQueue.getSpecific(key: mark) == true
    }
}
