internal import CLinux
internal import Diagnostics

// The functions of CFRunLoop.h on sources.

/// Returns the number of the type.
@discardableResult
public func CFRunLoopSourceGetTypeID() -> CFTypeID { TypeID.source }

/// Makes a source of version 0, or of version 1 if the context's memory says so (rebound, as on Apple's platforms).
///
/// - Parameter order: Among sources signalled in one pass, lower ones are performed first.
@discardableResult
public func CFRunLoopSourceCreate(
    _ allocator: CFAllocator!, _ order: CFIndex, _ context: UnsafeMutablePointer<CFRunLoopSourceContext>!
) -> CFRunLoopSource! {
    // The version comes first in both, and a version 1 context is the shorter of the two: only its version is read
    // here.
    let version = UnsafeRawPointer(context!).load(as: CFIndex.self)
    if version == 1 {
        return UnsafeMutableRawPointer(context!).withMemoryRebound(to: CFRunLoopSourceContext1.self, capacity: 1) {
            CFRunLoopSourceCreate(allocator, order, $0)
        }
    }
    return CFRunLoopSource(order: order, kind: .version0(context.pointee))
}

/// Makes a source of version 1 (ours: without rebinding memory).
@discardableResult
public func CFRunLoopSourceCreate(
    _ allocator: CFAllocator!, _ order: CFIndex, _ context: UnsafeMutablePointer<CFRunLoopSourceContext1>!
) -> CFRunLoopSource! {
    let port = context.pointee.getPort?(context.pointee.info) ?? -1
    return CFRunLoopSource(
        order: order, kind: .version1(context.pointee), descriptor: port, interest: EPOLLIN.rawValue)
}

/// Returns the source's order.
@discardableResult
public func CFRunLoopSourceGetOrder(_ source: CFRunLoopSource!) -> CFIndex { source.order }

/// Ends the source for good: it leaves every mode and lets go of its info.
public func CFRunLoopSourceInvalidate(_ source: CFRunLoopSource!) { source.invalidate() }

/// Whether the source is valid.
@discardableResult
public func CFRunLoopSourceIsValid(_ source: CFRunLoopSource!) -> Bool { source.isValid }

/// Copies the context of a source of version 0.
public func CFRunLoopSourceGetContext(
    _ source: CFRunLoopSource!, _ context: UnsafeMutablePointer<CFRunLoopSourceContext>!
) {
    guard let own = source.context0 else {
        programmerError(
            "CFRunLoopSourceGetContext was asked for a context of version 0; the source has version 1. Pass a CFRunLoopSourceContext1."
        )
    }
    context.pointee = own
}

/// Copies the context of a source of version 1.
public func CFRunLoopSourceGetContext(
    _ source: CFRunLoopSource!, _ context: UnsafeMutablePointer<CFRunLoopSourceContext1>!
) {
    guard let own = source.context1 else {
        programmerError(
            "CFRunLoopSourceGetContext was asked for a context of version 1; the source has version 0. Pass a CFRunLoopSourceContext."
        )
    }
    context.pointee = own
}

/// Marks a source of version 0 to be performed in the next pass. Wakes nobody: follow it with `CFRunLoopWakeUp`.
public func CFRunLoopSourceSignal(_ source: CFRunLoopSource!) { source.signal() }

/// Whether a source is marked and not performed yet.
@discardableResult
public func CFRunLoopSourceIsSignalled(_ source: CFRunLoopSource!) -> Bool { source.hasSignal }
