internal import CLinux

/// The only way from the loop into user code.
///
/// Each kind of call goes through a C function of its own whose name is Apple's for it, so that a backtrace of gdb,
/// perf or the watchdog says who called. No lock of ours is held here. While a trace is recorded each call is a slice of
/// it.
enum CallOuts {
    /// Calls a posted block where it stands in its queue, and lets go of it.
    @inline(__always)
    static func block(_ item: UnsafeMutablePointer<BlockQueue.Item>) {
        __CFRUNLOOP_IS_CALLING_OUT_TO_A_BLOCK__(
            { context in
                let place = context.unsafelyUnwrapped.assumingMemoryBound(to: BlockQueue.Item.self)
                LoopTrace.record(.block) { place.move().call() }
            }, item)
    }

    // A closure that is handed through a generic function is wrapped in an allocation; inside a structure it is not.

    private struct TimerCall {
        let timer: Unmanaged<CFRunLoopTimer>
        let handler: CFRunLoopTimer.Handler
    }

    private struct ObserverCall {
        let observer: CFRunLoopObserver
        let body: (CFRunLoopObserver, CFRunLoopActivity) -> Void
    }

    /// Calls a timer, which the caller keeps.
    @inline(__always)
    static func timer(_ timer: Unmanaged<CFRunLoopTimer>, _ handler: consuming CFRunLoopTimer.Handler) {
        var call = TimerCall(timer: timer, handler: handler)
        withUnsafeMutablePointer(to: &call) {
            __CFRUNLOOP_IS_CALLING_OUT_TO_A_TIMER_CALLBACK_FUNCTION__(
                { context in
                    // Out of its place and back: to call it there would count a reference.
                    let place = context.unsafelyUnwrapped.assumingMemoryBound(to: TimerCall.self)
                    let call = place.move()
                    call.timer._withUnsafeGuaranteedRef { timer in
                        LoopTrace.record(.timer, timer.interval.bitPattern) { call.handler.call(timer) }
                    }
                    place.initialize(to: call)
                }, $0)
        }
    }

    /// Calls an observer.
    static func observer(
        _ observer: CFRunLoopObserver, _ activity: CFRunLoopActivity,
        _ body: @escaping (CFRunLoopObserver, CFRunLoopActivity) -> Void
    ) {
        var call = ObserverCall(observer: observer, body: body)
        withUnsafeMutablePointer(to: &call) {
            __CFRUNLOOP_IS_CALLING_OUT_TO_AN_OBSERVER_CALLBACK_FUNCTION__(
                { context, activity in
                    let call = context.unsafelyUnwrapped.assumingMemoryBound(to: ObserverCall.self)
                    let activity = CFRunLoopActivity(rawValue: activity)
                    LoopTrace.record(.observer, LoopSlice.detail(activity, order: call.pointee.observer.order)) {
                        call.pointee.body(call.pointee.observer, activity)
                    }
                }, $0, activity.rawValue)
        }
    }

    /// Performs a source of version 0, which the caller keeps.
    @inline(__always)
    static func source0(_ source: CFRunLoopSource) {
        __CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__(
            { context in
                Unmanaged<CFRunLoopSource>.fromOpaque(context.unsafelyUnwrapped)._withUnsafeGuaranteedRef { source in
                    LoopTrace.record(.source0, LoopSlice.detail(order: source.order)) { source.call() }
                }
            }, Unmanaged.passUnretained(source).toOpaque())
    }

    /// Performs a source that watches a descriptor; the caller keeps the handler.
    @inline(__always)
    static func source1(_ handler: Unmanaged<DescriptorHandler>, _ events: UInt32) {
        __CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE1_PERFORM_FUNCTION__(
            { context, events in
                Unmanaged<DescriptorHandler>.fromOpaque(context.unsafelyUnwrapped)._withUnsafeGuaranteedRef { handler in
                    LoopTrace.record(.source1, UInt64(UInt32(bitPattern: handler.descriptor))) {
                        handler.perform(events)
                    }
                }
            }, handler.toOpaque(), events)
    }

    /// Drains the main queue.
    static func mainQueue(_ drain: @convention(c) (UnsafeMutableRawPointer?) -> Void) {
        LoopTrace.record(.mainQueue) { __CFRUNLOOP_IS_SERVICING_THE_MAIN_DISPATCH_QUEUE__(drain, nil) }
    }
}
