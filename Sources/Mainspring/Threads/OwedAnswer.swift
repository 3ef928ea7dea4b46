import Synchronization

/// An answer that a thread owes to whoever waits for it: given once; refused if the thread ends first, or lets go of
/// the question.
final class OwedAnswer: Sendable {
    private let isSettled = Atomic<Bool>(false)
    private let onRefusal: @Sendable () -> Void

    init(onRefusal: @escaping @Sendable () -> Void) { self.onRefusal = onRefusal }

    deinit { refuse() }

    /// Whether the answer may be given: the first time, if it was not refused.
    func settle() -> Bool { !isSettled.exchange(true, ordering: .acquiringAndReleasing) }

    /// Says that there will be none, if it has not been given.
    func refuse() {
        if settle() { onRefusal() }
    }
}
