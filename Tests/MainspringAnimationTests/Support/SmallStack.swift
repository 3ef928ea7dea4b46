import Foundation
import Locks
import Mainspring

/// Runs a closure on a thread whose stack is small: what nests a call for each level of something deep ends the process there.
@discardableResult
func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let outcome = Guarded<Swift.Result<Result, any Error>?>(nil)
    let end = Handshake("the thread with a small stack")
    let thread = Thread {
        let result = Swift.Result { try body() }
        outcome.withLock { $0 = result }
        end.tell()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    try end.wait(seconds: 600)
    guard let result = outcome.withLock({ $0 }) else { throw CocoaError(.featureUnsupported) }
    return try result.get()
}

/// Gives the calling thread's loop something that makes it one that runs.
func makeLoopRun() {
    let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 1e12, 0, 0, 0) { _ in }
    CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, .defaultMode)
}
