internal import CSQLite

/// Ends the statements of a connection that go on and on, as a trigger of a file may have them do, or tables whose pages lead to
/// one page many times.
///
/// Used by whoever has the connection.
package final class StepBudget {
    /// So many steps of SQLite's a transaction may take, beside those for its changes: some tens of seconds.
    var base = 1_000_000_000
    /// So many more it may take for each change.
    let perChange = 1_000_000
    private var left = Int.max
    /// The file that is read, as long as its size has not been asked for.
    private var path: String?
    /// Whoever may end what is running before.
    var cancellation: Cancellation?
    private static let interval = 10_000

    /// Lets a transaction with so many changes begin.
    func refill(changes: Int) {
        (left, path) = (base + changes.multipliedReportingOverflow(by: perChange).partialValue, nil)
    }

    /// Lets something be read: for about a second, and then as many steps as a file has pairs of rows.
    func refill(reading path: String) { (left, self.path) = (100_000_000, path) }

    /// Lets so many steps be done, and no more.
    func refill(steps: Int) { (left, path) = (steps, nil) }

    /// How many steps are left.
    package var steps: Int { max(left, 0) }

    /// Lets anything be done.
    func lift() { (left, path) = (.max, nil) }

    /// Watches a connection, which keeps the receiver as long as it is open.
    func watch(_ connection: OpaquePointer?) {
        sqlite3_progress_handler(
            connection, Int32(Self.interval),
            { budget in
                guard let budget else { return 0 }
                return Unmanaged<StepBudget>.fromOpaque(budget).takeUnretainedValue().take() ? 0 : 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Whether it goes on.
    private func take() -> Bool {
        guard cancellation?.isCancelled != true else { return false }
        left -= Self.interval
        if left >= 0 { return true }
        guard let path else { return false }
        self.path = nil
        // A row and what leads to it take thirty-two bytes or more.
        let rows = Int(clamping: DatabasePlace.byteCount(path) / 32)
        let (pairs, isTooMany) = rows.multipliedReportingOverflow(by: rows)
        left = isTooMany ? .max : pairs
        return true
    }
}
