internal import CSQLite

/// Ends the statements of a connection that go on and on, as a trigger of a file may have them do.
///
/// Used by whoever has the connection.
final class StepBudget {
    /// So many steps of SQLite's a transaction may take, beside those for its changes: some tens of seconds.
    var base = 1_000_000_000
    /// So many more it may take for each change.
    let perChange = 1_000_000
    private var left = 0
    private static let interval = 10_000

    /// Lets a transaction with so many changes begin.
    func refill(changes: Int) { left = base + changes.multipliedReportingOverflow(by: perChange).partialValue }

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
        left -= Self.interval
        return left >= 0
    }
}
