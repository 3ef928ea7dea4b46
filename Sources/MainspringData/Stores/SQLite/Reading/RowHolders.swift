internal import Dispatch
internal import Locks
internal import Synchronization

/// Whose objects rows are kept for, and when it is worth to look which of them nobody has any more.
///
/// Nothing is counted for each object: what contexts have is compared with what is kept when there are about twice as many rows
/// as objects, so that a row costs a look or two in its life.
final class RowHolders: @unchecked Sendable {
    // `@unchecked Sendable`: `state` has a lock.

    /// Weakly the table and not its context: what is referred to weakly is counted more slowly, and each object counts its
    /// context.
    private struct Holder {
        weak var table: ObjectTable?
    }

    private struct State {
        var holders: [Holder] = []
    }

    private let state = Guarded(State())
    private let isSweeping = Atomic(false)

    /// Fewer rows are kept whoever has them.
    static let leastCount = 1024

    /// A context reads.
    /// - Returns: whether it is new here.
    func add(_ table: ObjectTable) -> Bool {
        state.withLock { state in
            guard !state.holders.contains(where: { $0.table === table }) else { return false }
            state.holders.removeAll { $0.table == nil }
            state.holders.append(Holder(table: table))
            return true
        }
    }

    /// The objects of the contexts that there are.
    var tables: [ObjectTable] { state.withLock { $0.holders.compactMap(\.table) } }

    /// Runs a closure unless another thread runs one.
    /// - Parameter elsewhere: on another thread, which gives way to the main one.
    func sweep(elsewhere: Bool, _ body: @escaping @Sendable () -> Void) {
        guard isSweeping.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
        else { return }
        guard elsewhere else {
            body()
            return isSweeping.store(false, ordering: .releasing)
        }
        DispatchQueue.global(qos: .utility).async {
            BackgroundWork.run { body() }
            self.isSweeping.store(false, ordering: .releasing)
        }
    }
}

extension RowPages {
    /// Drops the rows of objects that no context has, if there are many.
    ///
    /// It is a look at every row (7.8 ms for 82,000 that were left of 170,000, measured in a fetch on the main thread): where contexts merge in slices the main thread leaves it to another one.
    func dropUnused() {
        let kept = count
        guard kept > RowHolders.leastCount else { return }
        let tables = holders.tables
        // Who fetches has rows whose objects are not there yet.
        guard kept > 2 * tables.reduce(0, { $0 + $1.presentCount }),
            tables.allSatisfy({ $0.fetchCount.load(ordering: .relaxed) == 0 })
        else { return }
        let time = now
        holders.sweep(elsewhere: MainSlices.shared.isUsed && SerialQueue.threadServesMain) {
            self.sweep(readBefore: time)
        }
    }

    private func sweep(readBefore time: Double) {
        let tables = holders.tables
        let hasObjects = tables.contains { $0.presentCount > 0 }
        for pages in all {
            if !hasObjects, pages.dropAll(readBefore: time) { continue }
            guard let root = schema.table(of: pages.form.table.entity)?.root else { continue }
            var number = 0
            while let keys = pages.keys(page: number, readBefore: time) {
                let unused = keys.filter { key in
                    let object = ObjectKey(store: store, root: root, key: key)
                    return !tables.contains { $0.contains(object) }
                }
                if !unused.isEmpty { pages.drop(unused, readBefore: time) }
                pages.letOthersGoFirst()
                number += 1
            }
            // Behind that, so that no row comes to a page that has been looked at.
            while pages.compactSome() != nil { pages.letOthersGoFirst() }
        }
    }
}
