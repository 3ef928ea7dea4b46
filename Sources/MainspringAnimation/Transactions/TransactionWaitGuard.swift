internal import Mainspring

/// Refuses sleeps that would wait for what a transaction holds that is still open.
///
/// Asked only while there is such a transaction on its thread, since to be asked costs each sleep of each loop.
final class TransactionWaitGuard {
    private var id: Int?

    deinit { rest() }

    /// Asks the calling thread's transactions before a sleep without a deadline.
    func watch() {
        guard id == nil else { return }
        id = SleepGuards.add { _, _, deadline in
            deadline == nil ? TransactionStack.current.refusal() : nil
        }
    }

    /// Asks no more.
    func rest() {
        guard let id else { return }
        SleepGuards.remove(id)
        self.id = nil
    }

    static func sentence(place: String, animations: Int, blocks: Int) -> String {
        var held: [String] = []
        if animations > 0 { held.append(animations == 1 ? "an animation" : "\(animations) animations") }
        if blocks > 0 { held.append(blocks == 1 ? "a completion block" : "\(blocks) completion blocks") }
        return """
            This run of the loop would never end: the transaction begun\(place) is still open on this thread, and holds back \
            \(held.joined(separator: " and ")). Commit the transaction before running the loop, or wait with \
            `await CATransaction.run { }`.
            """
    }
}
