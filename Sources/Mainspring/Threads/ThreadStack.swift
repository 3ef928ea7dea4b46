internal import CLinux

/// The calling thread's stack.
package enum ThreadStack {
    /// Its lowest address; 0 where the system does not say. A few system calls: keep it.
    package static var end: UInt { UInt(mainspring_stack_end()) }

    /// How much of a stack with a lowest address is left below the caller, in bytes.
    @inline(never)
    package static func room(above end: UInt) -> UInt {
        var mark: UInt8 = 0
        let here = withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
        return here > end ? here - end : .max
    }
}
