internal import Dispatch
internal import Locks
internal import Synchronization

/// Work of a save in slices on other threads, while the main loop goes on.
final class SaveAway: Sendable {
    private let isOut = Atomic(false)
    private let back = DispatchSemaphore(value: 0)
    /// What a parent takes over in slices, when that has it.
    let brought = Latch<BroughtChanges>()

    /// Whether another thread has to do its part first.
    var isWaiting: Bool { isOut.load(ordering: .acquiring) }

    /// Does something on another thread, and asks for the next slice when that is done.
    /// - Parameter body: calls the closure that it gets when it is, on any thread.
    func leave(_ core: ContextCore, _ body: @escaping (_ done: @escaping @Sendable () -> Void) -> Void) {
        isOut.store(true, ordering: .releasing)
        let handed = Handed(body)
        // A test that steps slices by hand has a context without a queue.
        let context = core.queue.queue === SerialQueue.main ? Unkept(wrappedValue: core.context) : nil
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            BackgroundWork.run {
                handed.value { [self] in
                    isOut.store(false, ordering: .releasing)
                    back.signal()
                    if let context { MainSlices.shared.request(for: context) }
                    MainSlices.shared.wakeServers()
                }
            }
        }
    }

    /// Blocks the thread until the other one has done its part.
    func wait() { while isWaiting { back.wait() } }

    /// Waits no more for the other thread.
    func giveUp() { isOut.store(false, ordering: .releasing) }

    /// Lets go of what a save leaves, on another thread.
    static func release(_ flight: SaveInFlight?, _ rows: SavedRows?) {
        let rest = Handed((flight, rows))
        DispatchQueue.global(qos: .utility).async { withExtendedLifetime(rest) {} }
    }
}
