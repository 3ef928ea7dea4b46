internal import Glibc

/// Work that gives way to the main thread, where that merges or saves in slices.
///
/// A thread that wakes may take a processor from the one that runs there, and keeps it for some milliseconds: a slice that takes two would be a
/// stop of six, if what it wakes is a child that goes on importing. A thread of the policy `SCHED_BATCH` waits for a processor
/// like any other, and takes none from who has it (`man 7 sched`).
enum BackgroundWork {
    /// Calls a closure on a thread that gives way meanwhile.
    ///
    /// Cost: three system calls where something is done in slices, nothing else.
    static func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        // Whoever has given the thread another policy knows why.
        guard MainSlices.shared.isUsed, sched_getscheduler(0) == SCHED_OTHER, set(batch) else {
            return try body()
        }
        defer { _ = set(SCHED_OTHER) }
        return try body()
    }

    /// `SCHED_BATCH`, which the C library has for those alone who ask for GNU's names.
    private static let batch: Int32 = 3

    private static func set(_ policy: Int32) -> Bool {
        var parameter = sched_param()
        return sched_setscheduler(0, policy, &parameter) == 0
    }
}
