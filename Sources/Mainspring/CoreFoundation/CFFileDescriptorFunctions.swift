// The functions of CFFileDescriptor.h.

/// Returns the number of the type.
@discardableResult
public func CFFileDescriptorGetTypeID() -> CFTypeID { TypeID.fileDescriptor }

/// Makes an object for a descriptor. Nothing is called back until it is enabled and its source is in a loop.
///
/// - Parameter closeOnInvalidate: Closes the descriptor when the object becomes invalid.
@discardableResult
public func CFFileDescriptorCreate(
    _ allocator: CFAllocator!, _ fd: CFFileDescriptorNativeDescriptor, _ closeOnInvalidate: Bool,
    _ callout: CFFileDescriptorCallBack!, _ context: UnsafePointer<CFFileDescriptorContext>!
) -> CFFileDescriptor! {
    CFFileDescriptor(
        descriptor: fd, closesOnInvalidate: closeOnInvalidate, callout: callout, context: context?.pointee)
}

/// Returns the descriptor; -1 once the object is invalid.
@discardableResult
public func CFFileDescriptorGetNativeDescriptor(_ f: CFFileDescriptor!) -> CFFileDescriptorNativeDescriptor {
    f.isValid ? f.descriptor : -1
}

/// Copies the object's context.
public func CFFileDescriptorGetContext(
    _ f: CFFileDescriptor!, _ context: UnsafeMutablePointer<CFFileDescriptorContext>!
) {
    context.pointee = f.context ?? CFFileDescriptorContext()
}

/// Enables call-backs; each is called once, and has to be enabled again after that.
public func CFFileDescriptorEnableCallBacks(_ f: CFFileDescriptor!, _ callBackTypes: CFOptionFlags) {
    f.enable(callBackTypes)
}

/// Disables call-backs.
public func CFFileDescriptorDisableCallBacks(_ f: CFFileDescriptor!, _ callBackTypes: CFOptionFlags) {
    f.disable(callBackTypes)
}

/// Ends the object for good, its source with it.
public func CFFileDescriptorInvalidate(_ f: CFFileDescriptor!) { f.invalidate() }

/// Whether the object is valid.
@discardableResult
public func CFFileDescriptorIsValid(_ f: CFFileDescriptor!) -> Bool { f.isValid }

/// Returns the object's source, to be added to a loop; nil for an invalid object.
@discardableResult
public func CFFileDescriptorCreateRunLoopSource(
    _ allocator: CFAllocator!, _ f: CFFileDescriptor!, _ order: CFIndex
) -> CFRunLoopSource! {
    f.makeSource(order: order)
}
