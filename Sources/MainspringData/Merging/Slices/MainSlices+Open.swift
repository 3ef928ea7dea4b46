internal import Locks

/// Contexts with something to be merged: what was brought and has not begun, what is being merged, and what was merged while not everybody
/// knows it.
extension MainSlices {
    /// A context has something to be merged.
    func open(_ context: NSManagedObjectContext) { state.withLock { $0.open(context) } }

    /// A context has nothing to be merged any more.
    func close(_ core: ContextCore) {
        state.withLock { state in state.open.removeAll { $0.core == ObjectIdentifier(core) } }
    }

    /// Whether a context has anything to be merged, or somebody who waits for what was merged and does not know that it is over.
    func hasMerges(for context: NSManagedObjectContext) -> Bool {
        state.withLock { state in
            state.open.contains { $0.core == ObjectIdentifier(context.core) }
                || state.brought.contains { $0.context.wrappedValue === context }
        }
    }

    /// The contexts in which something is being merged.
    var openContexts: [NSManagedObjectContext] {
        state.withLock { state in
            let contexts = state.open.map(\.context.wrappedValue)
            state.open = zip(state.open, contexts).compactMap { $1 == nil ? nil : $0 }
            // Let go of by who asks, and not while the lock is held.
            return contexts.compactMap(\.self)
        }
    }

    /// The context to which something was brought first.
    func firstToBegin() -> NSManagedObjectContext? {
        while true {
            let (context, left) = state.withLock { state -> (NSManagedObjectContext?, QueuedWork?) in
                guard let first = state.brought.first else { return (nil, nil) }
                if let context = first.context.wrappedValue { return (context, nil) }
                return (nil, state.brought.removeFirst().work)
            }
            // Who waits for what was brought to a context that has gone goes on with that.
            if left == nil { return context }
        }
    }
}

/// Saves whose hooks may run the loop.
extension MainSlices {
    /// Calls a closure of a save in which no slice runs: the save would take along what has come of a merge, without the rest.
    func holding<Result>(_ body: () throws -> Result) rethrows -> Result {
        state.withLock { $0.holds += 1 }
        defer {
            let isMore = state.withLock { state in
                state.holds -= 1
                return state.holds == 0 && (!state.contexts.isEmpty || !state.brought.isEmpty)
            }
            if isMore { post() }
        }
        return try body()
    }
}

extension MainSlices.State {
    mutating func open(_ context: NSManagedObjectContext) {
        // Another one may have been where it is.
        open.removeAll { $0.core == ObjectIdentifier(context.core) }
        open.append((ObjectIdentifier(context.core), Unkept(wrappedValue: context)))
    }

    /// What was brought to a context first, which has it to be merged from now on.
    mutating func takeBrought(to context: NSManagedObjectContext) -> QueuedWork? {
        guard let index = brought.firstIndex(where: { $0.context.wrappedValue === context }) else { return nil }
        open(context)
        return brought.remove(at: index).work
    }
}
