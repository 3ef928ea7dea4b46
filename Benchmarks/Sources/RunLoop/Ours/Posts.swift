import Mainspring
import Workloads

/// post-own, post-cross, ping-pong: `CFRunLoopPerformBlock`, with `CFRunLoopWakeUp` from another thread.
struct PostingCFRunLoop: PostingLoop {
    let loop: CFRunLoop

    init() {
        loop = CFRunLoopGetCurrent()
        // A source that is never signalled keeps a second thread's loop from ending at once.
        var context = CFRunLoopSourceContext()
        context.perform = { _ in }
        CFRunLoopAddSource(loop, CFRunLoopSourceCreate(nil, 0, &context), .defaultMode)
    }

    func postOwn(_ body: consuming @escaping @Sendable () -> Void) {
        CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode.rawValue, consume body)
    }

    func postCross(_ body: consuming @escaping @Sendable () -> Void) {
        CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode.rawValue, consume body)
        CFRunLoopWakeUp(loop)
    }

    func run() { runUntilStopped() }
    func stop() { CFRunLoopStop(loop) }
}
