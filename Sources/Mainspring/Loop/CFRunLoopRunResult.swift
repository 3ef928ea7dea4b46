/// Why a run ended.
public enum CFRunLoopRunResult: Int32, Sendable {
    /// The mode has no source, timer or queued block, or there is no such mode.
    case finished = 1
    /// `CFRunLoopStop` was called for this run.
    case stopped = 2
    /// The time was over.
    case timedOut = 3
    /// A source was handled, and the run was to return after one.
    case handledSource = 4
}
