internal import Locks
internal import Mainspring

/// Which loop a Foundation `Thread` has, and what waits for a thread that has none yet.
enum ThreadLoops {
    private struct Entry {
        weak var thread: Thread?
        weak var loop: CFRunLoop?
        /// Whether the thread ever had a loop: without one in `loop` it has ended.
        var hadLoop = false
        /// Handed over once the thread has a loop.
        var early: [(perform: PendingPerform, modes: [RunLoop.Mode])] = []
    }

    /// What is known of a thread's loop.
    enum Answer {
        case loop(CFRunLoop)
        /// The perform was kept for when the thread makes its loop.
        case kept
        case ended
    }

    private static let guarding = Guarding()

    /// Remembers that the calling thread has a loop, after handing over what has waited for it: until then what comes
    /// joins that, so that nothing overtakes it.
    static func register(_ loop: CFRunLoop) {
        let thread = Thread.current
        while true {
            let early = guarding.withEntry(of: thread) { entry in
                let early = entry.early
                entry.early = []
                if early.isEmpty {
                    entry.loop = loop
                    entry.hadLoop = true
                }
                return early
            }
            if early.isEmpty { return }
            for (perform, modes) in early { PerformQueue.post(perform, to: loop, modes: modes) }
        }
    }

    /// Finds a thread's loop, or keeps a perform until the thread has one.
    static func loop(of thread: Thread, orKeep perform: PendingPerform, modes: [RunLoop.Mode]) -> Answer {
        if thread.isMainThread { return .loop(CFRunLoopGetMain()) }
        return guarding.withEntry(of: thread) { entry in
            if entry.hadLoop {
                guard let loop = entry.loop, !loop.threadHasEnded else { return .ended }
                return .loop(loop)
            }
            if thread.isFinished { return .ended }
            entry.early.append((perform, modes))
            return .kept
        }
    }

    /// Forgets a perform that was kept for a thread.
    static func forget(_ perform: PendingPerform, of thread: Thread) {
        guarding.withEntry(of: thread) { entry in entry.early.removeAll { $0.perform === perform } }
    }

    /// The table and its lock, which is held for looking up and entering only.
    private final class Guarding: @unchecked Sendable {
        private let lock = Lock()
        private var entries: [ObjectIdentifier: Entry] = [:]
        /// How many there may be before those of threads that are gone are looked for: twice as many as were left last
        /// time.
        private var limit = 64

        func withEntry<Result>(of thread: Thread, _ body: (inout Entry) -> Result) -> Result {
            let (result, gone) = lock.withLock {
                let gone = removeGone(thread)
                return (body(&entries[ObjectIdentifier(thread), default: Entry(thread: thread)]), gone)
            }
            // Released outside the lock: the closures in them are the user's.
            _ = gone
            return result
        }

        /// Takes out what belongs to threads that are gone: the one whose place in memory this thread got, and now and
        /// then all.
        private func removeGone(_ thread: Thread) -> [Entry] {
            let key = ObjectIdentifier(thread)
            var gone: [Entry] = []
            if let entry = entries[key], entry.thread !== thread {
                gone.append(entry)
                entries[key] = nil
            }
            if entries.count > limit {
                gone += entries.values.filter { $0.thread == nil }
                entries = entries.filter { $0.value.thread != nil }
                limit = max(64, entries.count * 2)
            }
            return gone
        }
    }
}

/// Called by the level below on each thread that has just got a loop, whichever way it asked for it.
@_cdecl("mainspring_thread_got_loop")
func threadGotLoop() {
    ThreadLoops.register(CFRunLoopGetCurrent())
}
