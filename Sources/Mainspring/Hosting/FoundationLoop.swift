internal import CLinux

/// The loop inside libFoundation, where the process has one.
package enum FoundationLoop {
    /// Tells Foundation's loop that an item of the main queue is being called, so that a pass of its own leaves the queue alone.
    static func enterMainQueue() { mainspring_foundation_set_in_main_queue(true) }

    /// The item is over.
    static func leaveMainQueue() { mainspring_foundation_set_in_main_queue(false) }
}
