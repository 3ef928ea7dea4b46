// The functions of CFRunLoop.h on observers.

/// Returns the number of the type.
@discardableResult
public func CFRunLoopObserverGetTypeID() -> CFTypeID { TypeID.observer }

/// Makes an observer of chosen activities.
///
/// - Parameter order: Observers of one activity are called by order, lower first, then by time of adding.
@discardableResult
public func CFRunLoopObserverCreate(
    _ allocator: CFAllocator!, _ activities: CFOptionFlags, _ repeats: Bool, _ order: CFIndex,
    _ callout: CFRunLoopObserverCallBack!, _ context: UnsafeMutablePointer<CFRunLoopObserverContext>!
) -> CFRunLoopObserver! {
    var call: ((CFRunLoopObserver, CFRunLoopActivity) -> Void)?
    if let callout { call = { callout($0, $1, $0.context?.info) } }
    return CFRunLoopObserver(
        activities: CFRunLoopActivity(rawValue: activities), repeats: repeats, order: order,
        context: context?.pointee, handler: call)
}

/// Makes an observer that calls a closure; otherwise like `CFRunLoopObserverCreate`.
@discardableResult
public func CFRunLoopObserverCreateWithHandler(
    _ allocator: CFAllocator!, _ activities: CFOptionFlags, _ repeats: Bool, _ order: CFIndex,
    _ block: ((CFRunLoopObserver?, CFRunLoopActivity) -> Void)!
) -> CFRunLoopObserver! {
    CFRunLoopObserver(
        activities: CFRunLoopActivity(rawValue: activities), repeats: repeats, order: order, context: nil,
        handler: block)
}

/// Returns the activities that the observer is called for.
@discardableResult
public func CFRunLoopObserverGetActivities(_ observer: CFRunLoopObserver!) -> CFOptionFlags {
    observer.activities.rawValue
}

/// Whether the observer is called more than once.
@discardableResult
public func CFRunLoopObserverDoesRepeat(_ observer: CFRunLoopObserver!) -> Bool { observer.repeats }

/// Returns the observer's order.
@discardableResult
public func CFRunLoopObserverGetOrder(_ observer: CFRunLoopObserver!) -> CFIndex { observer.order }

/// Ends the observer for good: it leaves every mode and lets go of its info.
public func CFRunLoopObserverInvalidate(_ observer: CFRunLoopObserver!) { observer.invalidate() }

/// Whether the observer is valid.
@discardableResult
public func CFRunLoopObserverIsValid(_ observer: CFRunLoopObserver!) -> Bool { observer.isValid }

/// Copies the observer's context.
public func CFRunLoopObserverGetContext(
    _ observer: CFRunLoopObserver!, _ context: UnsafeMutablePointer<CFRunLoopObserverContext>!
) {
    context.pointee = observer.context ?? CFRunLoopObserverContext()
}
