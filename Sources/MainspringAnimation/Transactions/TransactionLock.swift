internal import Foundation

/// The lock of `CATransaction.lock()`: whoever has it may take it again, and to give it back too often does nothing.
final class TransactionLock: Sendable {
    static let shared = TransactionLock()

    private let lockStorage = NSRecursiveLock()

    /// A recursive lock of POSIX refuses to be given back by a thread that does not have it; Foundation's asks it to
    /// and ignores the answer.
    func unlock() { lockStorage.unlock() }
    func lock() { lockStorage.lock() }
}
