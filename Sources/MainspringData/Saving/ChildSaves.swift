internal import Locks
internal import Synchronization

/// What children have saved into a context that has been busy since: it takes that over before anything else is done for them, and
/// in a block of its own at the latest.
///
/// What a child saves in slices it has as unsaved itself until that is taken over: a thread of its own does it.
final class ChildSaves: Sendable {
    private enum Save: @unchecked Sendable {
        // `@unchecked Sendable`: constant rows; the child is told from others, and nothing else. A merge is handed over.
        case atOnce(ChangeSet, from: ContextCore)
        case inSlices(TakenMerge, from: ContextCore)
    }

    private let saves = Guarded<[Save]>([])
    private let hasNone = Atomic(true)
    /// Whether they are being taken over. The context's queue's alone.
    private let isTaking = Guarded(false)

    /// Whether there is nothing that has to be taken over before a child reads. Without a lock.
    @inline(__always)
    var isEmpty: Bool { hasNone.load(ordering: .acquiring) }

    /// From any thread.
    func add(_ changes: ChangeSet, from child: ContextCore) { change { $0.append(.atOnce(changes, from: child)) } }

    /// The same for what is to be taken over in slices.
    func add(_ merge: TakenMerge, from child: ContextCore) { change { $0.append(.inSlices(merge, from: child)) } }

    private func change<Result>(_ body: (inout [Save]) -> Result) -> Result {
        saves.withLock { saves in
            defer {
                hasNone.store(!saves.contains { if case .atOnce = $0 { true } else { false } }, ordering: .releasing)
            }
            return body(&saves)
        }
    }

    /// Lets a context take over what has to be, in the order in which it came. On its queue.
    @inline(__always)
    func take(into core: ContextCore) { if !isEmpty { takeAll(into: core) { !$0.isEmpty } } }

    /// The same with what is to be taken over in slices.
    func takeRest(into core: ContextCore) { takeAll(into: core) { _ in true } }

    @inline(never)
    private func takeAll(into core: ContextCore, while isToGoOn: (ChildSaves) -> Bool) {
        // Where one is being taken over, a hook of its objects may read for a child: the next one comes when this is done.
        let isFirst = isTaking.withLock { isTaking in
            defer { isTaking = true }
            return !isTaking
        }
        guard isFirst || core.isTelling else { return }
        defer { isTaking.withLock { $0 = !isFirst } }
        while isToGoOn(self), let save = change({ $0.isEmpty ? nil : $0.removeFirst() }) {
            switch save {
            case .atOnce(let changes, let child): core.take(changes, from: child)
            case .inSlices(let merge, let child):
                core.begin(merge, for: child)
                core.finishTaking()
            }
        }
    }

    /// Takes over what comes first, or begins to.
    func beginNext(in core: ContextCore) {
        take(into: core)
        // One that has come since, and is to be taken over at once, stays for the next look.
        let begun = change { saves -> (TakenMerge, ContextCore)? in
            guard case .inSlices(let merge, let child)? = saves.first else { return nil }
            saves.removeFirst()
            return (merge, child)
        }
        if let (merge, child) = begun { core.begin(merge, for: child) }
    }
}
