internal import Foundation
internal import Locks

/// The rows of an incremental store that contexts have read, as long as one of them has the object.
///
/// So that a second context, and an object that was a fault meanwhile, need not ask the store again; how old a row may be
/// is the matter of who asks. Rows come in and are dropped while the store has its turn.
final class RowCache: Sendable {
    private struct Entry {
        /// How many contexts have the object.
        var contexts = 0
        var read: (row: Row, at: ContinuousClock.Instant)?
    }

    private let entries = Guarded<[ObjectKey: Entry]>([:])

    /// A row that was read at most so many seconds ago; below 0 whenever.
    func row(_ key: ObjectKey, notOlderThan seconds: TimeInterval) -> Row? {
        guard let read = entries.withLock({ $0[key]?.read }) else { return nil }
        if seconds < 0 { return read.row }
        // A number of seconds that no duration holds is for ever, too.
        guard seconds < 1e9 else { return read.row }
        return read.at.duration(to: .now) < .seconds(seconds) ? read.row : nil
    }

    /// A row was read, or there is none. Kept if a context has the object, since its end will be heard of.
    func set(_ row: Row?, _ key: ObjectKey) {
        entries.withLock { $0[key]?.read = row.map { ($0, .now) } }
    }

    /// Rows are not any more what was read.
    func drop(_ keys: some Sequence<ObjectKey>) {
        entries.withLock { entries in
            for key in keys { entries[key]?.read = nil }
        }
    }

    /// A context has objects, or has them no more.
    func count(_ identities: [NSManagedObjectID], isRegistered: Bool) {
        entries.withLock { entries in
            for key in identities.lazy.map(\.key) {
                entries[key, default: Entry()].contexts += isRegistered ? 1 : -1
                if entries[key]?.contexts ?? 0 <= 0 { entries[key] = nil }
            }
        }
    }

    /// How many objects contexts have, for tests.
    var objectCount: Int { entries.withLock { $0.count } }
}
