import Foundation
import Mainspring

@testable import MainspringAnimation

/// Runs a closure on a thread of its own whose loop is on a virtual clock that shows 0.
func onFrameLoop<Result: Sendable>(
    _ body: @escaping @Sendable (CFRunLoop, VirtualClock) throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread {
            let result = Swift.Result {
                let loop: CFRunLoop = CFRunLoopGetCurrent()
                let clock = VirtualClock()
                loop.clock = clock
                return try body(loop, clock)
            }
            continuation.resume(with: result)
        }.start()
    }
}

/// Runs the calling thread's loop for a time.
@discardableResult
func run(_ seconds: CFTimeInterval, in mode: CFRunLoopMode = .defaultMode) -> CFRunLoopRunResult {
    CFRunLoopRunInMode(mode, seconds, false)
}

/// Calls a closure at a time of a virtual clock that showed 0 when it was made.
func at(_ seconds: CFTimeInterval, in mode: CFRunLoopMode = .commonModes, _ body: @escaping () -> Void) {
    let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, seconds, 0, 0, 0) { _ in body() }
    CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, mode)
}

/// When frames of a display of 60 begin, by their numbers, in seconds.
func frames(_ numbers: some Sequence<Int>) -> [CFTimeInterval] {
    numbers.map { Double(($0 * 1_000_000_000 + 59) / 60) / 1e9 }
}

/// Whether a link is in a mode of the main thread's loop.
func isOnMainLoop(_ link: CADisplayLink, _ mode: String) -> Bool {
    link.timer.map { CFRunLoopContainsTimer(CFRunLoopGetMain(), $0, CFRunLoopMode(mode)) } ?? false
}
