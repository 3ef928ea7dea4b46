internal import CLinux
package import Synchronization

/// The pulse of a loop, for who watches it: a number that changes with every pass, and whether the loop sleeps.
///
/// The loop's thread writes it with relaxed stores and reads nothing back, so an unwatched loop pays next to nothing.
package final class LoopBeat: Sendable {
    /// Passes times two; the lowest bit says that the loop is asleep in the kernel.
    package let word = Atomic<UInt64>(1)
    /// The kernel's number of the loop's thread; 0 before its first run.
    package let threadID = Atomic<Int32>(0)
    /// What a report calls the loop.
    package var name: String { nameStorage.withLock { $0 } }
    private let nameStorage: Guarded<String>

    package init(name: String) { nameStorage = Guarded(name) }

    /// Gives the loop another name, that of its thread.
    package func rename(_ name: String) { nameStorage.withLock { $0 = name } }

    /// The loop's thread is the calling one.
    package func adoptCurrentThread() { threadID.store(mainspring_thread_id(), ordering: .relaxed) }

    /// A pass begins.
    @inline(__always)
    package func tick() {
        word.store(word.load(ordering: .relaxed) & ~1 &+ 2, ordering: .relaxed)
    }

    /// The loop goes to sleep.
    @inline(__always)
    package func sleeps() { word.store(word.load(ordering: .relaxed) | 1, ordering: .relaxed) }

    /// The loop has woken.
    @inline(__always)
    package func wakes() { tick() }
}
