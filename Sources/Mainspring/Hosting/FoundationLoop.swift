internal import CLinux
internal import Diagnostics

/// The loop inside libFoundation, where the process has one (ours).
///
/// Foundation's `RunLoop.main`, its `Timer` and the callbacks of its networking live on a loop of Foundation's own.
/// While our main loop runs it hosts that one: nothing has to be done for it. Where Foundation's loop is the one that
/// runs, as in XCTest's `wait(for:)`, one line makes ours its guest:
///
/// ```swift
/// FoundationLoop.join()
/// ```
public enum FoundationLoop {
    /// Whether the process has Foundation's loop.
    public static var isPresent: Bool { mainspring_foundation_is_present() }

    /// Makes the calling thread's loop a guest of Foundation's loop of the same thread, until ``leave()``: whoever runs
    /// Foundation's drives ours. A second call does nothing.
    ///
    /// Our loop runs in its default mode. Its observers are called before Foundation's loop sleeps. On the main thread
    /// Foundation drains the main queue meanwhile. `CFRunLoopRun` and its kin still work; what is Foundation's waits
    /// while they run.
    ///
    /// If the process cannot open a descriptor, nothing changes, and that is logged.
    public static func join() {
        guard isPresent else {
            programmerError(
                "A run loop was to join Foundation's, which this process has not loaded. Import Foundation.")
        }
        let loop = LoopTable.current
        loop.requireOwnProcess()
        guard loop.guest?.attachment == nil else { return }
        // Logs if there is none.
        let descriptor = loop.fileDescriptor
        guard descriptor >= 0 else { return }
        loop.endGuest()
        loop.beginGuest(hostDrainsMainQueue: loop.isMain)
        // Foundation's loop goes round by itself now.
        loop.unwatchFoundation()
        loop.guest?.attachment = mainspring_foundation_attach(
            descriptor,
            { context in
                let loop = Unmanaged<CFRunLoop>.fromOpaque(context!).takeUnretainedValue()
                // Its descriptor is watched edge-triggered: what is ready already would not be told again.
                loop.replaceClosedEpoll()
                if loop.prepare() == .zero || loop.isReadable {
                    loop.dispatch()
                    mainspring_foundation_wake(mainspring_foundation_current_loop())
                }
            },
            { context in Unmanaged<CFRunLoop>.fromOpaque(context!).takeUnretainedValue().dispatch() },
            Unmanaged.passUnretained(loop).toOpaque())
    }

    /// Ends what ``join()`` began, on the same thread.
    public static func leave() {
        guard let loop = LoopTable.currentIfAny, let attachment = loop.guest?.attachment else { return }
        loop.requireOwnProcess()
        mainspring_foundation_detach(attachment)
        loop.guest?.attachment = nil
        loop.endGuest()
    }

    /// Tells Foundation's loop that an item of the main queue is being called, so that a pass of its own leaves the
    /// queue alone.
    static func enterMainQueue() { mainspring_foundation_set_in_main_queue(true) }

    /// Whether an item of the main queue is being called, by whichever loop.
    static var isInMainQueue: Bool { mainspring_foundation_is_in_main_queue() }

    /// The item is over.
    static func leaveMainQueue() { mainspring_foundation_set_in_main_queue(false) }
}
