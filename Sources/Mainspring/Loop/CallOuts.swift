internal import CLinux

/// The only way from the loop into user code.
///
/// Each kind of call goes through a C function of its own whose name is Apple's for it, so that a backtrace of gdb, perf or the
/// watchdog says who called. No lock of ours is held here.
enum CallOuts {
    /// Calls a posted block where it stands in its queue.
    @inline(__always)
    static func block(_ item: UnsafeMutablePointer<BlockQueue.Item>) {
        __CFRUNLOOP_IS_CALLING_OUT_TO_A_BLOCK__(
            { context in context.unsafelyUnwrapped.assumingMemoryBound(to: BlockQueue.Item.self).pointee.body() }, item)
    }

    /// Calls a timer.
    static func timer(_ timer: CFRunLoopTimer, _ body: @escaping (CFRunLoopTimer) -> Void) {
        var call = (timer, body)
        withUnsafeMutablePointer(to: &call) {
            __CFRUNLOOP_IS_CALLING_OUT_TO_A_TIMER_CALLBACK_FUNCTION__(
                { context in
                    let call = context.unsafelyUnwrapped.assumingMemoryBound(
                        to: (CFRunLoopTimer, (CFRunLoopTimer) -> Void).self)
                    call.pointee.1(call.pointee.0)
                }, $0)
        }
    }

    /// Calls an observer.
    static func observer(
        _ observer: CFRunLoopObserver, _ activity: CFRunLoopActivity,
        _ body: @escaping (CFRunLoopObserver, CFRunLoopActivity) -> Void
    ) {
        var call = (observer, body)
        withUnsafeMutablePointer(to: &call) {
            __CFRUNLOOP_IS_CALLING_OUT_TO_AN_OBSERVER_CALLBACK_FUNCTION__(
                { context, activity in
                    let call = context.unsafelyUnwrapped.assumingMemoryBound(
                        to: (CFRunLoopObserver, (CFRunLoopObserver, CFRunLoopActivity) -> Void).self)
                    call.pointee.1(call.pointee.0, CFRunLoopActivity(rawValue: activity))
                }, $0, activity.rawValue)
        }
    }

    /// Performs a source of version 0.
    static func source0(
        _ perform: @escaping (UnsafeMutableRawPointer?) -> Void, _ info: UnsafeMutableRawPointer?
    ) {
        var call = (perform, info)
        withUnsafeMutablePointer(to: &call) {
            __CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__(
                { context in
                    let call = context.unsafelyUnwrapped.assumingMemoryBound(
                        to: ((UnsafeMutableRawPointer?) -> Void, UnsafeMutableRawPointer?).self)
                    call.pointee.0(call.pointee.1)
                }, $0)
        }
    }

    /// Performs a source of version 1.
    static func source1(_ events: UInt32, _ body: @escaping (UInt32) -> Void) {
        var body = body
        withUnsafeMutablePointer(to: &body) {
            __CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE1_PERFORM_FUNCTION__(
                { context, events in
                    context.unsafelyUnwrapped.assumingMemoryBound(to: ((UInt32) -> Void).self).pointee(events)
                }, $0, events)
        }
    }

    /// Drains the main queue.
    static func mainQueue(_ drain: @convention(c) (UnsafeMutableRawPointer?) -> Void) {
        __CFRUNLOOP_IS_SERVICING_THE_MAIN_DISPATCH_QUEUE__(drain, nil)
    }
}
