internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// Saving: one transaction for all that changes, after which the rows are those of the store's cache.
extension SQLiteService: StoreService {
    var savesBesideReaders: Bool { true }

    func save(_ changes: ChangeSet, for context: ContextCore?) throws -> SavedRows? {
        let external = ExternalWrites(externalFiles)
        do {
            let saved = try write(changes.count) { transaction in
                let metadata = try metadata.unwritten()
                if let metadata {
                    try MetadataTable.write(metadata.values, transaction.connection)
                    fileIdentifier = nil
                    if let identifier = metadata.values[NSStoreUUIDKey]?.string {
                        database.files.noteIdentifier(identifier)
                    }
                }
                let done = try statements(for: transaction.connection).save(changes, external)
                let reserved = try reserveKeys(on: transaction.connection, changes)
                return Saved(
                    rows: done.rows, keys: reserved, metadata: metadata?.number, commit: transaction.sequence,
                    history: done.history)
            }
            saved.metadata.map(metadata.noteWritten)
            for (root, range) in saved.keys { keys.add(range, root) }
            keep(changes, saved)
            external.commit()
            noteSaved(history: saved.history)
            return saved.rows
        } catch {
            external.rollBack()
            throw error
        }
    }

    func conflicts(with changes: ChangeSet) -> StoreConflicts? {
        let external = ExternalWrites(externalFiles)
        defer { external.rollBack() }
        do {
            // Nothing is left of it: it is a save that is rolled back.
            try write(changes.count) { transaction in
                _ = try statements(for: transaction.connection).save(changes, external)
                throw TriedOut()
            }
        } catch let conflicts as StoreConflicts {
            return conflicts
        } catch {
            // Whatever else is wrong is told by the save.
        }
        return nil
    }

    /// Ends a save that was only tried out.
    private struct TriedOut: Error {}

    /// What a transaction has done, once it is committed.
    private struct Saved {
        let rows: SavedRows
        let keys: [(root: UInt32, keys: ClosedRange<Int64>)]
        let metadata: Int?
        let commit: UInt64
        let history: Int64?
    }

    /// Runs a closure in a transaction that writes.
    /// - Parameter changeCount: how many objects it is about.
    func write<Result>(
        _ changeCount: Int = 0, _ body: (WriteTransaction) throws -> Result
    ) throws -> Result {
        guard let writer = database.writer else {
            throw CoreDataError.make(
                NSPersistentStoreSaveError,
                "Nothing can be saved into \(database.path): it was opened read-only. Add it without NSReadOnlyPersistentStoreOption.",
                userInfo: [NSFilePathErrorKey: database.path])
        }
        do {
            return try writer.write { transaction in
                try checkIdentifier(transaction.connection)
                if !triggeredTables.isEmpty { transaction.connection.limitSteps(changes: changeCount) }
                return try body(transaction)
            }
        } catch let failure as SQLiteFailure {
            throw SaveFailure.error(failure)
        }
    }

    /// Learns which store the file is, and refuses to write into another one: somebody may have copied that over it.
    func checkIdentifier(_ connection: SQLiteConnection) throws {
        let found = try MetadataTable.identifier(connection)
        if let fileIdentifier, found != fileIdentifier {
            throw CoreDataError.make(
                NSPersistentStoreSaveError,
                "Nothing can be saved into \(database.path): another store was written over it while it was open. Remove it from "
                    + "its coordinator, and add it again.", userInfo: [NSFilePathErrorKey: database.path])
        }
        if fileIdentifier == nil, let found { database.files.noteIdentifier(found) }
        fileIdentifier = found
        try checkSchema(connection)
    }

    /// Refuses to write into a file that another process has migrated, where the rows would be those of the old model; or that has got a
    /// history, in which the rows would be missing.
    private func checkSchema(_ connection: SQLiteConnection) throws {
        let statement = try connection.cached("PRAGMA schema_version")
        defer { statement.reset() }
        guard try statement.step() else { return }
        let version = statement.integer(0)
        guard version != schemaVersion else { return }
        guard try MetadataTable.read(connection)?[NSStoreModelVersionHashesKey] == modelHashes else {
            throw CoreDataError.make(
                NSPersistentStoreIncompatibleVersionHashError,
                "Nothing can be saved into \(database.path): it was migrated to another version of its model while it was open. Remove "
                    + "it from its coordinator, and add it again with that version.",
                userInfo: [NSFilePathErrorKey: database.path])
        }
        if history == nil, try FileTables(connection).has(HistoryForm.changeTable) {
            throw CoreDataError.make(
                NSPersistentStoreSaveError,
                "Nothing can be saved into \(database.path): it has a history since another program has opened it, and what is saved would "
                    + "be missing there. Remove it from its coordinator, and add it again with NSPersistentHistoryTrackingKey.",
                userInfo: [NSFilePathErrorKey: database.path])
        }
        schemaVersion = version
    }

    /// What is prepared for the writing connection; made anew for another one. Asked by whoever writes.
    func statements(for connection: SQLiteConnection) -> SaveStatements {
        if let known = saveStatements, known.connection === connection { return known }
        let files = externalFiles
        let made = SaveStatements(schema, connection, store: number, history: history) { try files.data($0) }
        saveStatements = made
        return made
    }

    /// Puts what was saved where those who read look first.
    private func keep(_ changes: ChangeSet, _ saved: Saved) {
        let pages = reader.pages
        pages.remove(changes.deleted, commit: saved.commit)
        pages.keep(saved.rows.inserted, of: changes.inserted, commit: saved.commit)
        pages.keep(saved.rows.updated, of: changes.updated, commit: saved.commit)
        guard writesTriggeredTable(changes) else { return }
        // The file knows best what its triggers have made of them, and of others.
        for own in pages.all { own.removeAll(by: saved.commit) }
    }

    /// Whether changes write a table that has triggers.
    private func writesTriggeredTable(_ changes: ChangeSet) -> Bool {
        guard !triggeredTables.isEmpty else { return false }
        // Written by any save.
        guard triggeredTables.isDisjoint(with: ["Z_PRIMARYKEY", "Z_METADATA"]) else { return true }
        var seen: Set<ObjectIdentifier> = []
        for change in changes.inserted + changes.updated + changes.deleted
        where seen.insert(ObjectIdentifier(change.row.layout.entity)).inserted {
            guard let table = schema.table(of: change.row.layout) else { continue }
            let names = [table.name] + table.memberTables.compactMap(\.source.ownTable)
            if names.contains(where: { triggeredTables.contains($0.uppercased()) }) { return true }
        }
        return false
    }

    // MARK: Keys

    func permanentKeys(for objects: [NSManagedObject]) throws -> [ObjectKey] {
        let runs = try runs(objects)
        var counts: [UInt32: (table: EntityTable, count: Int)] = [:]
        for run in runs { counts[run.table.root, default: (run.table, 0)].count += run.objects.count }
        var keys = try counts.mapValues { try newKeys($0.count, $0.table)[...] }
        var given: [ObjectKey] = []
        given.reserveCapacity(objects.count)
        for run in runs {
            let root = run.table.root
            for key in keys[root]?.prefix(run.objects.count) ?? [] {
                given.append(ObjectKey(store: number, root: root, key: key))
            }
            keys[root]?.removeFirst(run.objects.count)
        }
        return given
    }

    func keysAtHand(for objects: [NSManagedObject]) -> [ObjectKey]? {
        guard let runs = try? runs(objects) else { return nil }
        var counts: [UInt32: Int] = [:]
        for run in runs { counts[run.table.root, default: 0] += run.objects.count }
        guard var found = keys.takeAll(counts) else { return nil }
        var given: [ObjectKey] = []
        given.reserveCapacity(objects.count)
        for run in runs {
            for _ in run.objects {
                given.append(ObjectKey(store: number, root: run.table.root, key: found[run.table.root, default: 0]))
                found[run.table.root, default: 0] += 1
            }
        }
        return given
    }

    func reserveKeys(_ counts: [EntityCount]) throws {
        var wanted: [UInt32: (table: EntityTable, count: Int)] = [:]
        for entry in counts {
            let table = try table(of: entry.entity)
            wanted[table.root, default: (table, 0)].count += entry.count
        }
        let missing = wanted.values.map { ($0.table, keys.missing($0.count, $0.table.root)) }.filter { $0.1 > 0 }
        guard !missing.isEmpty else { return }
        let ranges = try write { transaction in
            try missing.map { table, count in
                (table.root, try PrimaryKeys(connection: transaction.connection).reserve(count, table))
            }
        }
        for (root, range) in ranges { range.map { keys.add($0, root) } }
    }

    func newIdentities(_ count: Int, of entity: NSEntityDescription) throws -> [NSManagedObjectID]? {
        let table = try table(of: entity)
        return try newKeys(count, table).map { key in
            NSManagedObjectID(ObjectKey(store: number, root: table.root, key: key), entity)
        }
    }

    /// Objects that follow one another and are of one entity.
    private struct Run {
        let entity: NSEntityDescription
        let table: EntityTable
        var objects: Range<Int>
    }

    private func runs(_ objects: [NSManagedObject]) throws -> [Run] {
        var runs: [Run] = []
        for index in objects.indices {
            if let last = runs.indices.last, runs[last].entity === objects[index].entity {
                runs[last].objects = runs[last].objects.lowerBound..<index + 1
            } else {
                let entity = objects[index].entity
                runs.append(Run(entity: entity, table: try table(of: entity), objects: index..<index + 1))
            }
        }
        return runs
    }

    /// Keys that nobody else gets, whatever process it is; as many as are asked for.
    private func newKeys(_ count: Int, _ table: EntityTable) throws -> [Int64] {
        var found: [Int64] = []
        if let known = keys.take(count, table.root) { found += known }
        let missing = count - found.count
        guard missing > 0 else { return found }
        return found + (try write { try PrimaryKeys(connection: $0.connection).require(missing, table) })
    }

    /// Takes as many keys in advance as were needed last, in a transaction that there is anyway.
    private func reserveKeys(
        on connection: SQLiteConnection, _ changes: ChangeSet
    ) throws -> [(root: UInt32, keys: ClosedRange<Int64>)] {
        var reserved: [(root: UInt32, keys: ClosedRange<Int64>)] = []
        var seen: Set<UInt32> = []
        var last: UInt32?
        for index in changes.inserted.indices {
            let root = changes.inserted[index].key.root
            guard root != last else { continue }
            last = root
            guard seen.insert(root).inserted, let table = schema.table(of: changes.inserted[index].row.layout) else {
                continue
            }
            let count = keys.shortage(table.root)
            guard count > 0, let range = try PrimaryKeys(connection: connection).reserve(count, table) else { continue }
            reserved.append((table.root, range))
        }
        return reserved
    }

    private func table(of entity: NSEntityDescription) throws -> EntityTable {
        if let table = schema.table(of: entity) { return table }
        throw CoreDataError.make(
            NSPersistentStoreSaveError,
            "An object of “\(entity.name ?? "")” cannot be saved into \(database.path): the store does not keep such objects."
        )
    }

    /// Gives back the keys that nobody has got. Called when the store is closed; the file is as good without it.
    func giveBackKeys() {
        var seen: Set<UInt32> = []
        for table in schema.tables where seen.insert(table.root).inserted {
            guard let rest = keys.takeRest(table.root) else { continue }
            try? write { try PrimaryKeys(connection: $0.connection).giveBack(rest, table) }
        }
    }
}

extension ChangeSet {
    /// How many objects the changes are about.
    fileprivate var count: Int { inserted.count + updated.count + deleted.count }
}

extension MemberTable.Source {
    /// The table that a save writes for the relationship alone; nil where the members' own is.
    fileprivate var ownTable: String? {
        if case .join(let join, _) = self { join.name } else { nil }
    }
}
