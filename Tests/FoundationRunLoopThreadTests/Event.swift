import Dispatch
import Testing

/// Something that one thread waits for and another one says.
struct Event: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func signal() { semaphore.signal() }

    /// Waits for a signal; one that never comes fails the test after a minute, so that it does not hang.
    func wait(sourceLocation: SourceLocation = #_sourceLocation) {
        if semaphore.wait(timeout: .now() + .seconds(60)) == .timedOut {
            Issue.record("Nobody has signalled the event for a minute.", sourceLocation: sourceLocation)
        }
    }
}
