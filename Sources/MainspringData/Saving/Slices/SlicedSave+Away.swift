internal import Dispatch
internal import Locks
internal import Synchronization

/// What is done on other threads, while the main loop goes on.
extension SlicedSave {
    /// Does something on another thread, and asks for the next slice when that is done.
    /// - Parameter body: calls the closure that it gets when it is, on any thread.
    func leaveMain(in core: ContextCore, _ body: @escaping (_ done: @escaping @Sendable () -> Void) -> Void) {
        isAway.store(true, ordering: .releasing)
        let handed = Handed(body)
        // A test that steps slices by hand has a context without a queue.
        let context = core.queue.queue === SerialQueue.main ? Unkept(wrappedValue: core.context) : nil
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            BackgroundWork.run {
                handed.value { [self] in
                    isAway.store(false, ordering: .releasing)
                    back.signal()
                    if let context { MainSlices.shared.request(for: context) }
                    MainSlices.shared.wakeServers()
                }
            }
        }
    }
}
