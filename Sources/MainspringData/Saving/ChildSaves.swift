internal import Locks
internal import Synchronization

/// What children have saved into a context that has been busy since: it takes that over before anything else is done for them, and
/// in a block of its own at the latest.
final class ChildSaves: Sendable {
    private struct Save: @unchecked Sendable {
        // `@unchecked Sendable`: constant rows; the child is told from others, and nothing else.
        let changes: ChangeSet
        let child: ContextCore
    }

    private let saves = Guarded<[Save]>([])
    private let isEmpty = Atomic(true)
    /// Whether they are being taken over. The context's queue's alone.
    private let isTaking = Guarded(false)

    /// From any thread.
    func add(_ changes: ChangeSet, from child: ContextCore) {
        saves.withLock { saves in
            saves.append(Save(changes: changes, child: child))
            isEmpty.store(false, ordering: .releasing)
        }
    }

    /// Lets a context take them over, in the order in which they came. On its queue.
    @inline(__always)
    func take(into core: ContextCore) { if !isEmpty.load(ordering: .acquiring) { takeAll(into: core) } }

    @inline(never)
    private func takeAll(into core: ContextCore) {
        // Where one is being taken over, a hook of its objects may read for a child: the next one comes when this is done.
        let isFirst = isTaking.withLock { isTaking in
            defer { isTaking = true }
            return !isTaking
        }
        guard isFirst || core.isTelling else { return }
        defer { isTaking.withLock { $0 = !isFirst } }
        while let save = next() { core.take(save.changes, from: save.child) }
    }

    private func next() -> Save? {
        saves.withLock { saves in
            if saves.count <= 1 { isEmpty.store(true, ordering: .releasing) }
            return saves.isEmpty ? nil : saves.removeFirst()
        }
    }
}
