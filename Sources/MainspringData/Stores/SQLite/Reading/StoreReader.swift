internal import CSQLite
internal import Foundation
internal import Locks
internal import MainspringModel
internal import Synchronization

/// What is read of a store, over rows that are kept: one state of the file after another, or one that is held.
///
/// On the caller's thread, several at once; the file is asked over connections that wait for no writer.
final class StoreReader: @unchecked Sendable {
    // `@unchecked Sendable`: constant but for what locks guard.

    let schema: StoreSchema
    /// The number of the store in identities.
    let store: UInt32
    let pages: RowPages
    private let source: Source
    /// Gives data that lie in a file beside the store, by what stands in the column.
    let external: ExternalFiles
    /// The statements for one row, by entity.
    private let rowStatements: [ObjectIdentifier: RowStatement]

    private let queries = Atomic<Int>(0)

    /// How many queries were run; for tests.
    var queryCount: Int { queries.load(ordering: .relaxed) }

    /// Where connections come from.
    package enum Source {
        case pool(ReaderPool)
        /// A state of the file that is held.
        case held(HeldReader)
    }

    init(
        _ schema: StoreSchema, store: UInt32, source: Source, external: ExternalFiles
    ) {
        (self.schema, self.store, self.source, self.external) = (schema, store, source, external)
        pages = RowPages(schema, store: store)
        let pages = pages
        rowStatements = Dictionary(
            schema.tables.map { (ObjectIdentifier($0.entity), RowStatement($0, pages)) }
        ) { first, _ in first }
    }

    /// The same store in another state.
    func held(_ reader: HeldReader) -> StoreReader {
        StoreReader(schema, store: store, source: .held(reader), external: external)
    }

    /// A query is run.
    func noteQuery() { queries.wrappingAdd(1, ordering: .relaxed) }

    /// Runs a closure with a snapshot of the file.
    func read<Result>(
        for context: NSManagedObjectContext?, _ body: (ReadTransaction) throws -> Result
    ) throws -> Result {
        if let core = context?.core, pages.holders.add(core.objectMap.table) {
            core.objectMap.registrations.keep(pages)
        }
        do {
            switch source {
            case .pool(let pool):
                return try pool.read(isMain: context?.concurrencyType == .mainQueueConcurrencyType, body)
            case .held(let reader): return try reader.read(body)
            }
        } catch let failure as SQLiteFailure {
            throw ReadFailure.error(failure)
        } catch is HeldReader.Expired {
            throw CoreDataError.make(
                NSPersistentStoreOperationError,
                "The query generation that \(context?.core.title ?? "a context") reads has expired: what was saved since has "
                    + "made the log of the store too long to be kept for it. Set another one by "
                    + "setQueryGenerationFrom(.current), and refresh the objects.")
        }
    }

    // MARK: Rows

    /// The row of an object: one that is kept, unless it is too old for the context, or the file's; nil if there is none.
    func row(of identity: NSManagedObjectID, for context: NSManagedObjectContext?) throws -> Row? {
        guard let kept = pages.pages(of: identity.entity) else { return nil }
        guard kept.form.hasRaws else { return try row(of: identity, in: kept, for: context) }
        return try external.uses.reading { try row(of: identity, in: kept, for: context) }
    }

    private func row(
        of identity: NSManagedObjectID, in kept: EntityPages, for context: NSManagedObjectContext?
    ) throws -> Row? {
        var attempts = 0
        while true {
            do {
                return try storedRow(of: identity, in: kept, for: context)
            } catch  where ExternalFiles.isMissingFile(error) && attempts < Self.mostAttempts {
                // A save of another coordinator or process has replaced the file since the row was read.
                attempts += 1
                kept.drop(CollectionOfOne(identity.key.key))
            }
        }
    }

    /// The number of times a row is read again because a file that it names does not exist.
    static let mostAttempts = 3

    private func storedRow(
        of identity: NSManagedObjectID, in kept: EntityPages, for context: NSManagedObjectContext?
    ) throws -> Row? {
        let age = context?.stalenessInterval ?? -1
        let oldest = age < 0 ? -Double.infinity : pages.now - age
        if let draft = kept.draft(identity.key.key, readSince: oldest) { return try finished(draft, for: context) }
        // Others will be asked for soon.
        if let batched = identity as? BatchedObjectID {
            try readRows(of: batched.batch.keys, batched.batch.batch(around: batched.index), for: context)
            if let draft = kept.draft(identity.key.key, readSince: oldest) { return try finished(draft, for: context) }
        }
        guard let statement = rowStatements[ObjectIdentifier(identity.entity)] else { return nil }
        let draft = try read(for: context) { transaction in
            noteQuery()
            return try statement.draft(identity.key.key, transaction, store: store, pages)
        }
        return try draft.map { try finished($0, for: context) }
    }

    /// Where rows of an entity are to be had that are kept.
    func keptRows(of layout: ObjectLayout) -> KeptRows? {
        pages.pages(of: layout).map { $0.form.hasRaws ? FinishedRows(self, $0) : $0 }
    }

    /// Rows of which something is to be made outside of the pages' lock.
    private final class FinishedRows: KeptRows, @unchecked Sendable {
        // `@unchecked Sendable`: constants, which any thread may ask.
        private let reader: StoreReader
        private let pages: EntityPages

        init(_ reader: StoreReader, _ pages: EntityPages) {
            (self.reader, self.pages) = (reader, pages)
            super.init(pages.layout)
        }

        override func row(_ key: Int64) -> Row? {
            reader.external.uses.reading {
                guard pages.isOpen, let draft = pages.draft(key) else { return nil }
                // What goes wrong is told to who reads it.
                return try? reader.finished(draft, for: nil)
            }
        }
    }

    /// Makes what calls the program or asks the file.
    private func finished(_ draft: RowDraft, for context: NSManagedObjectContext?) throws -> Row {
        try draft.row(store: store, external: external.data) { key, cell in
            guard case .reference(let reference) = cell.column.form,
                let table = schema.table(of: reference.destination)
            else { return nil }
            return try read(for: context) { try entity(of: key, in: table, $0) }
        }
    }

    /// The entity of an object by its row; nil if there is none.
    private func entity(
        of key: Int64, in table: EntityTable, _ transaction: ReadTransaction
    ) throws -> NSEntityDescription? {
        noteQuery()
        let statement = try transaction.connection.cached(
            "SELECT Z_ENT FROM \(SQLiteName.quoted(table.name)) WHERE Z_PK = ?")
        defer { statement.reset() }
        try statement.bind(key, at: 1)
        guard try statement.step() else { return nil }
        let number = statement.integer(0)
        return table.familyNumbers.contains(number) ? schema.table(number: number)?.entity : nil
    }

    // MARK: Identities

    /// The identity that a URI ends with. Of an entity that others inherit from the row says which one it is.
    func identity(of entity: NSEntityDescription, forURIKey text: String) -> NSManagedObjectID? {
        guard let key = Int64(text), key > 0, text == String(key), let table = schema.table(of: entity) else {
            return nil
        }
        let found = ObjectKey(store: store, root: table.root, key: key)
        if table.familyNumbers.count == 1 { return NSManagedObjectID(found, entity) }
        for number in table.familyNumbers {
            guard let heir = schema.table(number: number)?.entity,
                pages.pages(of: heir)?.contains(key) ?? false
            else { continue }
            return NSManagedObjectID(found, heir)
        }
        let own = try? read(for: nil) { try self.entity(of: key, in: table, $0) }
        return NSManagedObjectID(found, (own ?? nil) ?? entity)
    }
}

/// The statement for one row of an entity.
struct RowStatement {
    private let sql: String
    private let number: Int64
    private let pages: EntityPages?
    private let filler: RowFiller?

    init(_ table: EntityTable, _ all: RowPages) {
        number = table.number
        let (names, columns) = Self.selection(table)
        sql =
            "SELECT \(names.map(SQLiteName.quoted).joined(separator: ", ")) FROM \(SQLiteName.quoted(table.name)) "
            + "WHERE Z_PK = ?"
        pages = all.pages(of: table.entity)
        filler = pages.map { RowFiller($0.form, RowSelection.Entity(table: table, columns: columns)) }
    }

    /// What a row is made of: the number of its entity, its key and version, and its columns.
    static func selection(_ table: EntityTable) -> (names: [String], columns: [RowSelection.Column]) {
        var names = ["Z_ENT", "Z_PK", "Z_OPT"]
        let columns = table.columns.map { column in
            let index = names.count
            var entityIndex = -1
            switch column.form {
            case .composite(let parts): names += parts.map(\.name)
            case .reference(let reference):
                names.append(column.name)
                if let other = reference.entityColumn {
                    entityIndex = names.count
                    names.append(other)
                }
            default: names.append(column.name)
            }
            return RowSelection.Column(column: column, index: index, entityIndex: entityIndex)
        }
        return (names, columns)
    }

    /// The row of a key, which is kept from now on if it is not too large; nil if there is none of the entity.
    func draft(_ key: Int64, _ transaction: ReadTransaction, store: UInt32, _ all: RowPages) throws -> RowDraft? {
        guard let pages, let filler else { return nil }
        let statement = try transaction.connection.cached(sql)
        defer { statement.reset() }
        try statement.bind(key, at: 1)
        // Before the state is seen that the first step shows.
        let time = all.now
        guard try statement.step(), statement.integer(0) == number else { return nil }
        let head = RowHead(key: key, version: statement.integer(2), commit: transaction.sequence, time: time)
        try all.noteRead(transaction)
        if all.hasRoom { pages.keep(head, filler, statement.pointer) } else { pages.drop(CollectionOfOne(key)) }
        // Not the one that is kept, which another context's save may have written since: this snapshot's.
        var page = RowPage(filler.form, capacity: 1, limit: Int(UInt32.max) - 1)
        defer { page.deallocate() }
        page.rows.head = head
        guard filler.fill(page.rows, &page, from: statement.pointer) else { return nil }
        return RowDraft(page.rows, page, filler.form, store: store)
    }
}
