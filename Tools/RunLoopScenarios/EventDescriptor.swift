internal import CLinux
internal import Glibc

/// An eventfd: the only kind of descriptor that the real CFRunLoop on Linux takes for a source of version 1.
enum EventDescriptor {
    static func make() -> Int32 {
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        precondition(descriptor >= 0, "No event descriptor (errno \(errno)): raise the limit on open files.")
        return descriptor
    }

    static func ring(_ descriptor: Int32) { mainspring_eventfd_poke(descriptor) }

    /// Takes what is in it; the real CFRunLoop has done so before the call-out, ours leaves it to the call-out.
    static func read(_ descriptor: Int32) {
        var count: UInt64 = 0
        _ = Glibc.read(descriptor, &count, 8)
    }

    static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
}
