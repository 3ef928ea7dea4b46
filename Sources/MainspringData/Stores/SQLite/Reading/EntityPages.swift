internal import CSQLite
internal import Foundation
internal import Locks
internal import MainspringModel

/// The rows of one entity that are kept, for whoever asks.
///
/// Any thread may ask; a lock guards everything, for as long as a row is filled or copied, and nobody is called meanwhile.
final class EntityPages: KeptRows, @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards all but constants.

    let form: RowForm
    /// The number of the store in identities.
    private let store: UInt32
    private let lock = Lock()
    private let state: UnsafeMutablePointer<State>

    private struct State {
        var table: PageTable
        /// Keys of rows that were removed, with the commit that did: who reads what was before it must not bring them back.
        var removed: [Int64: UInt64] = [:]
        /// All removals up to this commit have been forgotten: who reads what was before it keeps no new rows.
        var forgotten: UInt64 = 0
    }

    init(_ form: RowForm, store: UInt32) {
        (self.form, self.store) = (form, store)
        state = .allocate(capacity: 1)
        state.initialize(to: State(table: PageTable(form)))
        super.init(form.layout)
    }

    deinit {
        state.pointee.table.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// How many rows there are.
    var count: Int { lock.withLock { state.pointee.table.count } }

    /// How many bytes they take.
    var byteCount: Int { lock.withLock { state.pointee.table.byteCount } }

    /// How many bytes are there for their texts and data.
    var valueByteCount: Int { lock.withLock { state.pointee.table.valueByteCount } }

    /// Lets those go first who wait to read or keep rows: for who has many to keep, and is not waited for by a screen.
    func letOthersGoFirst() { if lock.isAwaited { usleep(50) } }

    // MARK: Keeping rows

    /// Keeps the row at which a statement stands, unless a newer one is here.
    @inline(__always)
    func keep(_ head: RowHead, _ filler: RowFiller, _ statement: OpaquePointer) {
        keep(head) { row, page in filler.fill(row, &page, from: statement) }
    }

    /// Keeps a row that was saved, unless a newer one is here.
    /// - Parameter previous: is what the save has changed; nil of a new row.
    func keep(_ row: Row, _ head: RowHead, previous: Row?) {
        if let previous, renew(row, head, previous) { return }
        // Values of the program's types are encoded before, since they are called for it.
        guard let writer = RowWriter(row, form) else { return remove([head.key], by: head.commit) }
        keep(head) { target, page in writer.fill(target, &page, row, form) }
    }

    /// Changes the numbers of a row that is here, if nothing else has become different.
    /// - Returns: whether it did.
    private func renew(_ row: Row, _ head: RowHead, _ previous: Row) -> Bool {
        guard row.layout === layout, previous.layout === layout, RowWriter.differsInNumbersAlone(row, previous, form)
        else { return false }
        lock.lock()
        defer { lock.unlock() }
        guard let found = state.pointee.table.find(head.key), case let old = found.row.head,
            old.version == previous.version, old.commit <= head.commit
        else { return false }
        found.row.head = head
        RowWriter.fillNumbers(found.row, row, form)
        state.pointee.table.noteTime(head.time)
        return true
    }

    @inline(__always)
    private func keep(_ head: RowHead, _ fill: (UnsafeMutableRawPointer, inout RowPage) -> Bool) {
        lock.lock()
        defer { lock.unlock() }
        if let found = state.pointee.table.find(head.key) {
            let old = found.row.head
            // Between two commits of ours another program may have put in a row whose version is lower.
            guard
                (old.commit, old.version) <= (head.commit, head.version)
                    || old.commit == head.commit && old.time < head.time
            else { return }
            state.pointee.table.release(found)
            found.row.head = head
            guard fill(found.row, &found.page.pointee) else { return state.pointee.table.remove(found) }
        } else {
            if head.commit < state.pointee.forgotten { return }
            if let commit = state.pointee.removed[head.key], head.commit < commit { return }
            let found = state.pointee.table.makePlace()
            found.row.head = head
            guard fill(found.row, &found.page.pointee) else { return state.pointee.table.giveBack(found) }
            state.pointee.table.add(found)
        }
        state.pointee.table.noteTime(head.time)
    }

    // MARK: Removing

    /// Removes rows of objects that a commit has deleted, or whose rows are not known any more since it.
    func remove(_ keys: some Sequence<Int64>, by commit: UInt64) {
        lock.withLock {
            for key in keys {
                if let found = state.pointee.table.find(key), found.row.head.commit <= commit {
                    state.pointee.table.remove(found)
                }
                state.pointee.removed[key] = max(state.pointee.removed[key] ?? 0, commit)
            }
            guard state.pointee.removed.count > Self.greatestRemovedCount else { return }
            state.pointee.forgotten = max(state.pointee.forgotten, state.pointee.removed.values.max() ?? 0)
            state.pointee.removed = [:]
        }
    }

    private static let greatestRemovedCount = 4096

    /// Drops rows that are to be read again.
    func drop(_ keys: some Sequence<Int64>) {
        lock.withLock {
            for key in keys { if let found = state.pointee.table.find(key) { state.pointee.table.remove(found) } }
        }
    }

    /// The keys of the rows of a page that were read before a time; nil behind the last page.
    func keys(page number: Int, readBefore time: Double) -> [Int64]? {
        lock.withLock {
            guard number < state.pointee.table.pageCount else { return nil }
            return state.pointee.table.rows(page: number).compactMap { $0.head.time < time ? $0.key : nil }
        }
    }

    /// Drops rows of a page that nobody has, unless they were read since.
    func drop(_ keys: some Sequence<Int64>, readBefore time: Double) {
        lock.withLock {
            for key in keys {
                guard let found = state.pointee.table.find(key), found.row.head.time < time else { continue }
                state.pointee.table.remove(found)
            }
        }
    }

    /// Moves rows together where many places are free: a page's at most, and so many bytes, so that nobody waits for more.
    /// - Returns: what was done; nil if there is nothing more to be done.
    func compactSome() -> PageTable.Step? { lock.withLock { state.pointee.table.compactSome() } }

    /// Drops all rows, unless some were read since.
    /// - Returns: whether it did.
    func dropAll(readBefore time: Double) -> Bool {
        let dropped = lock.withLock { () -> PageTable? in
            guard state.pointee.table.lastTime < time else { return nil }
            return replaceTable()
        }
        dropped?.deallocate()
        return dropped != nil
    }

    /// Begins anew.
    /// - Returns: all rows, for who gives their memory back. Others need not wait for that.
    private func replaceTable() -> PageTable {
        defer { state.pointee.table = PageTable(form) }
        return state.pointee.table
    }

    /// Removes all rows, of which only the file knows since a commit what they are.
    func removeAll(by commit: UInt64) {
        let dropped = lock.withLock {
            defer {
                state.pointee.forgotten = max(state.pointee.forgotten, commit)
                state.pointee.removed = [:]
            }
            return replaceTable()
        }
        dropped.deallocate()
    }

    // MARK: Asking

    /// A row as it is here, read at a time or later; nil if there is none.
    func draft(_ key: Int64, readSince time: Double = -.infinity) -> RowDraft? {
        lock.lock()
        defer { lock.unlock() }
        guard let found = state.pointee.table.find(key), found.row.head.time >= time else { return nil }
        return RowDraft(found.row, found.page.pointee, form, store: store)
    }

    override func row(_ key: Int64) -> Row? {
        lock.lock()
        defer { lock.unlock() }
        guard isOpen, let found = state.pointee.table.find(key) else { return nil }
        return form.plainRow(found.row, found.page.pointee, store: store)
    }

    func contains(_ key: Int64) -> Bool { lock.withLock { state.pointee.table.find(key) != nil } }

    /// Where a relationship to one leads by the rows that are here: keys and the numbers of entities, 0 for one that is not
    /// known. Rows that are missing are left out.
    func destinations(_ slot: Int, of keys: some Sequence<Int64>) -> [(owner: Int64, key: Int64, entity: Int64)] {
        guard let cell = form.cells.first(where: { $0.kind == .reference && Int($0.place.slot) == slot }) else {
            return []
        }
        return lock.withLock {
            keys.compactMap { key in
                guard let row = state.pointee.table.find(key)?.row else { return nil }
                let values = ValueMemory(base: row + RowForm.headSize)
                guard values.isNil(cell.place) else { return nil }
                return (
                    key, values.word(cell.place, as: Int64.self),
                    row.load(fromByteOffset: cell.tail, as: Int64.self)
                )
            }
        }
    }
}
