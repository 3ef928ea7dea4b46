internal import Foundation
internal import Locks
internal import MainspringModel
internal import Synchronization

/// The rows of a store that were read or saved, for all contexts of its coordinator.
///
/// Each has the number of the commit after which it was read, or by which it was written: a reader that was slower than a save
/// replaces none of its rows. Rows that no context has an object of are dropped now and then. Any thread may ask.
final class RowPages: @unchecked Sendable {
    // `@unchecked Sendable`: constant but for what locks guard.

    let schema: StoreSchema
    /// The number of the store in identities.
    let store: UInt32
    /// By entity.
    private let pages: LayoutTable<EntityPages>
    let all: [EntityPages]
    private let start = ContinuousClock.now
    let holders = RowHolders()

    /// Whether the store is there.
    var isOpen: Bool { all.first?.isOpen ?? false }

    /// The store goes: no row is given any more.
    func close() {
        for pages in all { pages.close() }
    }

    init(_ schema: StoreSchema, store: UInt32) {
        (self.schema, self.store) = (schema, store)
        all = schema.tables.map { EntityPages(RowForm($0, in: schema), store: store) }
        pages = LayoutTable(all.map { ($0.form.layout, $0) })
    }

    /// The rows of one entity, without those of entities that inherit from it.
    func pages(of entity: NSEntityDescription) -> EntityPages? {
        ObjectLayout.known(entity).flatMap { pages[$0] }
    }

    /// The same, for who has the layout: what knows entities is asked less.
    func pages(of layout: ObjectLayout) -> EntityPages? { pages[layout] }

    /// The time now, as rows have it: seconds of a clock that goes on.
    var now: Double {
        let elapsed = start.duration(to: .now).components
        return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
    }

    /// How many rows there are.
    var count: Int { all.reduce(0) { $0 + $1.count } }
    /// How many bytes they take.
    var byteCount: Int { all.reduce(0) { $0 + $1.byteCount } }

    // MARK: Room

    /// Bytes that are there for texts and data whatever the file has.
    private static let leastRoom = 16 << 20
    private let isRoomy = Atomic(true)
    private let reads = Atomic(0)
    /// So many rows are read one by one before somebody looks for room.
    static let readsBetweenLooks = 256

    /// Whether rows that are read are kept; else they are read whenever they are asked for.
    ///
    /// There is room for what a file has. Rows of one that was made to do harm may all say that they go on in the same
    /// pages, and would take any amount of memory.
    var hasRoom: Bool { isRoomy.load(ordering: .relaxed) }

    /// Looks whether there is room. It takes a look at each page.
    func lookForRoom(_ transaction: ReadTransaction) throws {
        let count = all.reduce(0) { $0 + $1.valueByteCount }
        let isThere = try count < Self.leastRoom || count < Self.leastRoom + 3 * transaction.connection.fileSize()
        isRoomy.store(isThere, ordering: .relaxed)
    }

    /// A row is read by itself: looks for room now and then.
    func noteRead(_ transaction: ReadTransaction) throws {
        guard reads.wrappingAdd(1, ordering: .relaxed).newValue % Self.readsBetweenLooks == 0 else { return }
        try lookForRoom(transaction)
    }

    // MARK: What a save does

    private static let rowsBetweenRests = 32

    /// Keeps rows that a commit has written, in the order of what they came of; nil for those of the changes.
    func keep(_ rows: [Row]?, of changes: [ObjectChange], commit: UInt64) {
        let now = now
        var last: EntityPages?
        for index in changes.indices {
            let row = rows?[index] ?? changes[index].row
            if last?.layout !== row.layout { last = pages(of: row.layout) }
            if index.isMultiple(of: Self.rowsBetweenRests) { last?.letOthersGoFirst() }
            last?.keep(
                row, RowHead(key: changes[index].key.key, version: row.version, commit: commit, time: now),
                previous: changes[index].previous)
        }
    }

    /// Removes rows that a commit has deleted, or of which only the file knows what it has made of them.
    func remove(_ changes: [ObjectChange], commit: UInt64) {
        var (entity, keys): (NSEntityDescription?, [Int64]) = (nil, [])
        for change in changes {
            if change.row.layout.entity !== entity {
                remove(keys, of: entity, commit)
                (entity, keys) = (change.row.layout.entity, [])
            }
            keys.append(change.key.key)
        }
        remove(keys, of: entity, commit)
    }

    private func remove(_ keys: [Int64], of entity: NSEntityDescription?, _ commit: UInt64) {
        if let entity, !keys.isEmpty { pages(of: entity)?.remove(keys, by: commit) }
    }

    // MARK: Reading anew

    /// Drops rows, so that they are read again.
    func drop(_ identities: [NSManagedObjectID]) {
        for identity in identities { pages(of: identity.entity)?.drop(CollectionOfOne(identity.key.key)) }
    }
}
