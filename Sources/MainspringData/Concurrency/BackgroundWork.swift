internal import Glibc

/// Work that gives way to the main thread, where that merges or saves in slices.
///
/// A thread that wakes may take a processor from the one that runs there, and keeps it for some milliseconds: a slice that takes two would be a
/// stop of six, if what it wakes is a child that goes on importing. A thread of the policy `SCHED_BATCH` waits for a processor
/// like any other, and takes none from who has it (`man 7 sched`). Threads and processes that are started meanwhile begin with that policy: a
/// thread has it no longer than until it has done such work itself.
enum BackgroundWork {
    /// Calls a closure on a thread that gives way meanwhile.
    ///
    /// Cost: three system calls where something is done in slices, nothing else.
    static func run<Result, Failure: Error>(
        _ holds: ThreadHolds = .current, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard MainSlices.shared.isUsed, !holds.givesWay, isOrdinary, set(batch) else { return try body() }
        holds.givesWay = true
        defer {
            holds.givesWay = false
            _ = set(SCHED_OTHER)
        }
        return try body()
    }

    /// Whether nobody has given the thread, or the whole process, another policy: who has knows why.
    private static var isOrdinary: Bool {
        let policy = sched_getscheduler(0)
        return policy == SCHED_OTHER || policy == batch && sched_getscheduler(getpid()) == SCHED_OTHER
    }

    /// `SCHED_BATCH`, which the C library has for those alone who ask for GNU's names.
    static let batch: Int32 = 3

    private static func set(_ policy: Int32) -> Bool {
        var parameter = sched_param()
        return sched_setscheduler(0, policy, &parameter) == 0
    }
}
