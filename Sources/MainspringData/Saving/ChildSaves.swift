internal import Locks
internal import Synchronization

/// What children have saved into a context that has been busy since: it takes that over before anything else is done for them, and
/// in a block of its own at the latest.
///
/// What a child saves in slices it has as unsaved itself until that is taken over: a thread of its own does it. If the child does
/// not wait for that, it is like anything else that has been saved (``require(_:)``).
final class ChildSaves: Sendable {
    private enum Save {
        case atOnce(ChangeSet, from: ContextCore)
        case inSlices(TakenMerge)
    }

    private struct State: @unchecked Sendable {
        // `@unchecked Sendable`: constant rows; a child is told from others, and nothing else. A merge is handed over.

        var saves: [Save] = []
        /// What has left the list to be taken over in slices, and is not all there.
        var begun: TakenMerge?
        /// Those merges that children have nothing of as unsaved any more.
        var required: [TakenMerge] = []

        func has(_ merge: TakenMerge) -> Bool {
            begun === merge || saves.contains { if case .inSlices(let other) = $0 { other === merge } else { false } }
        }
    }

    private let state = Guarded(State())
    private let hasNone = Atomic(true)
    /// Whether they are being taken over. The context's queue's alone.
    private let isTaking = Guarded(false)

    /// Whether there is nothing that has to be taken over before a child reads. Without a lock.
    @inline(__always)
    var isEmpty: Bool { hasNone.load(ordering: .acquiring) }

    /// Whether something is being taken over in slices.
    var isBegun: Bool { state.withLock { $0.begun != nil } }

    /// From any thread.
    func add(_ changes: ChangeSet, from child: ContextCore) {
        change { $0.saves.append(.atOnce(changes, from: child)) }
    }

    /// The same for what is to be taken over in slices.
    func add(_ merge: TakenMerge) { change { $0.saves.append(.inSlices(merge)) } }

    /// A child has nothing of a merge as unsaved any more: all of it is taken over before anything else. From any thread.
    func require(_ merge: TakenMerge) { change { if $0.has(merge) { $0.required.append(merge) } } }

    /// What is still to come under a temporary identity is to have another one. On the context's queue.
    func noteRenamed(_ identity: NSManagedObjectID, _ key: ObjectKey) {
        state.withLock { state in
            for case .inSlices(let merge) in state.saves { merge.noteRenamed(identity.key, identity, key) }
        }
    }

    /// All of a merge is there.
    func noteTaken(_ merge: TakenMerge) {
        change { state in
            if state.begun === merge { state.begun = nil }
            state.required.removeAll { $0 === merge }
        }
    }

    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            defer {
                let hasWaited = state.saves.contains { if case .atOnce = $0 { true } else { false } }
                hasNone.store(!hasWaited && state.required.isEmpty, ordering: .releasing)
            }
            return body(&state)
        }
    }

    /// Lets a context take over what has to be, in the order in which it came. On its queue.
    @inline(__always)
    func take(into core: ContextCore) { if !isEmpty { takeAll(into: core) } }

    @inline(never)
    private func takeAll(into core: ContextCore) {
        // Where one is being taken over, a hook of its objects may read for a child: the next one comes when this is done.
        let isFirst = isTaking.withLock { isTaking in
            defer { isTaking = true }
            return !isTaking
        }
        guard isFirst || core.event.isPosting else { return }
        defer { isTaking.withLock { $0 = !isFirst } }
        while !isEmpty {
            // What has begun came before the others.
            core.finishTaking()
            guard !isEmpty, let save = removeFirst() else { return }
            switch save {
            case .atOnce(let changes, let child): core.take(changes, from: child)
            case .inSlices(let merge): core.begin(merge)
            }
        }
    }

    private func removeFirst() -> Save? {
        change { state in
            guard !state.saves.isEmpty else { return nil }
            let save = state.saves.removeFirst()
            if case .inSlices(let merge) = save { state.begun = merge }
            return save
        }
    }

    /// Takes over what comes first, or begins to.
    func beginNext(in core: ContextCore) {
        take(into: core)
        // One that has come since, and is to be taken over at once, stays for the next look.
        let begun = change { state -> TakenMerge? in
            guard case .inSlices(let merge)? = state.saves.first else { return nil }
            state.saves.removeFirst()
            state.begun = merge
            return merge
        }
        if let begun { core.begin(begun) }
    }
}
