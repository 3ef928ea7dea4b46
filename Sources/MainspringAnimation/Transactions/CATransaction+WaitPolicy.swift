import Synchronization

extension CATransaction {
    /// Ours: what is done when a run of the loop would wait for ever for what an open transaction of its own thread
    /// holds back.
    ///
    /// Such a run has no deadline, and the thread's open explicit transaction holds a completion block that was not
    /// called, or animations that were not committed. An implicit transaction is no such case: the loop commits it.
    public enum WaitPolicy: Int, Sendable {
        /// The run says so on standard error, once for a transaction, and returns `.stopped`.
        case stop
        /// The program stops with that sentence.
        case trap
        /// What the transaction holds is committed now, and the run goes on.
        case commit
    }

    private static let policy = Atomic<Int>(WaitPolicy.stop.rawValue)

    /// Ours: what is done about such waits, on all threads.
    public class var waitPolicy: WaitPolicy {
        get { WaitPolicy(rawValue: policy.load(ordering: .relaxed)) ?? .stop }
        set { policy.store(newValue.rawValue, ordering: .relaxed) }
    }
}
