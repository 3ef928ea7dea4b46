internal import Dispatch
internal import Locks
internal import Synchronization

/// The work of a save in slices on background threads, while the main loop runs.
final class BackgroundSaveWork: Sendable {
    private let isRunning = Atomic(false)
    private let back = DispatchSemaphore(value: 0)
    /// The child save that a parent context applies in slices, as soon as the parent has it.
    let brought = Latch<BroughtChanges>()

    /// Whether the next step has to wait for a background thread.
    var isWaiting: Bool { isRunning.load(ordering: .acquiring) }

    /// Runs a closure on a background thread, and requests the next slice afterwards.
    /// - Parameter body: The closure. It calls its argument at its end, on any thread.
    func run(for core: ContextCore, _ body: @escaping (_ done: @escaping @Sendable () -> Void) -> Void) {
        isRunning.store(true, ordering: .releasing)
        let handed = Handed(body)
        // A context without a queue gets no slices from the main loop: a test steps them.
        let context = core.queue.queue === SerialQueue.main ? Unkept(wrappedValue: core.context) : nil
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            BackgroundWork.run {
                handed.value { [self] in
                    isRunning.store(false, ordering: .releasing)
                    back.signal()
                    if let context { MainSlices.shared.request(for: context) }
                    MainSlices.shared.wakeServers()
                }
            }
        }
    }

    /// Blocks the calling thread until the background thread has finished.
    func wait() { while isWaiting { back.wait() } }

    /// Ends the wait for the background thread.
    func giveUp() { isRunning.store(false, ordering: .releasing) }

    /// Releases the memory of a save on a background thread.
    static func release(_ flight: SaveInFlight?, _ rows: SavedRows?) {
        let rest = Handed((flight, rows))
        DispatchQueue.global(qos: .utility).async { withExtendedLifetime(rest) {} }
    }
}
