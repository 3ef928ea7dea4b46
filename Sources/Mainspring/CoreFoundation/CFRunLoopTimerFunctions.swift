// The functions of CFRunLoop.h on timers.

/// Returns the number of the type.
@discardableResult
public func CFRunLoopTimerGetTypeID() -> CFTypeID { TypeID.timer }

/// Makes a timer. A call-out and a context may be nil: such a timer only keeps a loop alive.
///
/// - Parameters:
///   - fireDate: When it fires first, in seconds since 2001-01-01 00:00 UTC; the past is now.
///   - interval: Seconds from one time to the next; 0 or less fires once. Not a number traps.
///   - flags: 0.
///   - order: Kept; timers fire by time.
@discardableResult
public func CFRunLoopTimerCreate(
    _ allocator: CFAllocator!, _ fireDate: CFAbsoluteTime, _ interval: CFTimeInterval, _ flags: CFOptionFlags,
    _ order: CFIndex, _ callout: CFRunLoopTimerCallBack!, _ context: UnsafeMutablePointer<CFRunLoopTimerContext>!
) -> CFRunLoopTimer! {
    var call: ((CFRunLoopTimer?) -> Void)?
    if let callout, context != nil {
        call = { timer in timer?.context?.withInfo { callout(timer, $0) } }
    } else if let callout {
        call = { callout($0, nil) }
    }
    return CFRunLoopTimer(
        fireDate: fireDate, interval: interval, order: order, context: context?.pointee, handler: call)
}

/// Makes a timer that calls a closure; otherwise like `CFRunLoopTimerCreate`.
@discardableResult
public func CFRunLoopTimerCreateWithHandler(
    _ allocator: CFAllocator!, _ fireDate: CFAbsoluteTime, _ interval: CFTimeInterval, _ flags: CFOptionFlags,
    _ order: CFIndex, _ block: ((CFRunLoopTimer?) -> Void)!
) -> CFRunLoopTimer! {
    CFRunLoopTimer(fireDate: fireDate, interval: interval, order: order, context: nil, handler: block)
}

/// Returns when the timer fires next, in seconds since 2001-01-01 00:00 UTC; 0 once it is invalid.
@discardableResult
public func CFRunLoopTimerGetNextFireDate(_ timer: CFRunLoopTimer!) -> CFAbsoluteTime { timer.nextFireDate }

/// Sets when the timer fires next; the past is now. Inside its own call it takes the place of the next time of the
/// grid.
public func CFRunLoopTimerSetNextFireDate(_ timer: CFRunLoopTimer!, _ fireDate: CFAbsoluteTime) {
    timer.nextFireDate = fireDate
}

/// Returns the seconds from one time to the next; 0 for a timer that fires once.
@discardableResult
public func CFRunLoopTimerGetInterval(_ timer: CFRunLoopTimer!) -> CFTimeInterval { timer.interval }

/// Whether the timer fires again and again.
@discardableResult
public func CFRunLoopTimerDoesRepeat(_ timer: CFRunLoopTimer!) -> Bool { timer.repeats }

/// Returns the timer's order.
@discardableResult
public func CFRunLoopTimerGetOrder(_ timer: CFRunLoopTimer!) -> CFIndex { timer.order }

/// Ends the timer for good: it leaves every mode and lets go of its info.
public func CFRunLoopTimerInvalidate(_ timer: CFRunLoopTimer!) { timer.invalidate() }

/// Whether the timer is valid.
@discardableResult
public func CFRunLoopTimerIsValid(_ timer: CFRunLoopTimer!) -> Bool { timer.isValid }

/// Copies the timer's context.
public func CFRunLoopTimerGetContext(
    _ timer: CFRunLoopTimer!, _ context: UnsafeMutablePointer<CFRunLoopTimerContext>!
) {
    context.pointee = timer.context ?? CFRunLoopTimerContext()
}

/// Returns how much later than its time the timer may fire, in seconds.
@discardableResult
public func CFRunLoopTimerGetTolerance(_ timer: CFRunLoopTimer!) -> CFTimeInterval { timer.tolerance }

/// Sets how much later than its time the timer may fire, in seconds, so that wake-ups can be shared; at most half the
/// interval of a repeating timer. It never fires early.
public func CFRunLoopTimerSetTolerance(_ timer: CFRunLoopTimer!, _ tolerance: CFTimeInterval) {
    timer.tolerance = tolerance
}
