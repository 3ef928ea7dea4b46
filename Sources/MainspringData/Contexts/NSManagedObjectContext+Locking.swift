internal import Foundation

extension NSManagedObjectContext {
    /// Waits until no other thread has locked the context, and locks it; the same thread may do so several times. It keeps
    /// nobody out who does not lock.
    @available(*, deprecated, message: "Give the context a queue, and use performAndWait.")
    public final func lock() { programsLock.lock() }

    /// Takes one ``lock()`` of the calling thread back.
    @available(*, deprecated, message: "Give the context a queue, and use performAndWait.")
    public final func unlock() { programsLock.unlock() }

    /// Locks the context as ``lock()`` if that needs no waiting.
    /// - Returns: whether it did.
    @available(*, deprecated, message: "Give the context a queue, and use performAndWait.")
    public final func tryLock() -> Bool { programsLock.try() }
}
