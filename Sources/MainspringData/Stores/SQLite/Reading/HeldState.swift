internal import Locks

/// A state of a store that contexts with one query generation read. It is held as long as somebody has it.
final class HeldState: Sendable {
    let reader: StoreReader
    private let held: HeldReader
    private let pool: ReaderPool
    private let uses: ExternalUses
    private let use: UInt64

    init(_ pool: ReaderPool, _ newest: StoreReader) throws {
        (self.pool, uses) = (pool, newest.external.uses)
        // Before the state, whose rows name files that are there.
        uses.prepare()
        let use = uses.begin()
        do {
            held = try pool.hold()
        } catch {
            uses.end(use)
            throw error
        }
        self.use = use
        reader = newest.held(held)
    }

    deinit {
        pool.release(held)
        uses.end(use)
    }
}

/// The states of stores that the contexts with one token read, each held from the first read on.
final class HeldGeneration: NSQueryGenerationToken, @unchecked Sendable {
    // `@unchecked Sendable`: a lock guards the states.

    private let states = Guarded<[UInt32: HeldState]>([:])

    /// The reader of a store's state.
    /// - Parameter hold: holds the state as it is now, where nobody has read yet.
    func reader(of store: UInt32, _ hold: () throws -> HeldState) throws -> StoreReader {
        if let known = states.withLock({ $0[store] }) { return known.reader }
        let made = try hold()
        // Another context may have been sooner; what is not needed ends outside of the lock.
        return states.withLock { states in
            if let known = states[store] { return known }
            states[store] = made
            return made
        }.reader
    }
}
