internal import Foundation
internal import MainspringModel

/// Batches: rows are inserted, changed and deleted in SQL, in one transaction each, without objects of a context.
extension SQLiteService {
    func execute(
        _ batch: any BatchRequest, for context: NSManagedObjectContext?, then rest: () throws -> Void
    ) throws -> Any {
        let origin = context.map { SaveOrigin($0.core) } ?? SaveOrigin()
        switch batch {
        case let request as NSBatchInsertRequest:
            return try insert(request, origin, policy: Self.policy(of: context), then: rest)
        case let request as NSBatchUpdateRequest: return try update(request, origin, then: rest)
        case let request as NSBatchDeleteRequest: return try delete(request, origin, then: rest)
        default: throw UnknownRequest.error(batch)
        }
    }

    private static func policy(of context: NSManagedObjectContext?) -> NSMergePolicyType {
        (context?.mergePolicy as? NSMergePolicy)?.mergeType ?? .errorMergePolicyType
    }

    private func insert(
        _ request: NSBatchInsertRequest, _ origin: SaveOrigin, policy: NSMergePolicyType, then rest: () throws -> Void
    ) throws -> NSBatchInsertResult {
        let table = try table(request.entity, request.entityName, "inserted")
        guard !table.entity.isAbstract else {
            throw CoreDataError.make(
                NSPersistentStoreOperationError,
                "Nothing was inserted into \(database.path): the entity “\(table.entity.name ?? "")” is abstract and has no objects. "
                    + "Insert objects of one that inherits from it.")
        }
        let done = try run(origin, then: rest) { batch in
            try BatchInsert(
                batch: batch, table: table, policy: policy, wantsKeys: request.resultType == .objectIDs
            ).run(request)
        }
        switch request.resultType {
        case .statusOnly: return NSBatchInsertResult(true, .statusOnly)
        case .count: return NSBatchInsertResult(done.count, .count)
        case .objectIDs: return NSBatchInsertResult(identities(done.keys), .objectIDs)
        }
    }

    private func update(
        _ request: NSBatchUpdateRequest, _ origin: SaveOrigin, then rest: () throws -> Void
    ) throws -> NSBatchUpdateResult {
        let table = try table(request.entity, request.entityName, "changed")
        let done = try run(origin, then: rest) { batch in
            try BatchUpdate(batch: batch, table: table, wantsKeys: request.resultType == .updatedObjectIDsResultType)
                .run(request)
        }
        switch request.resultType {
        case .statusOnlyResultType: return NSBatchUpdateResult(true, .statusOnlyResultType)
        case .updatedObjectsCountResultType:
            return NSBatchUpdateResult(done.count, .updatedObjectsCountResultType)
        case .updatedObjectIDsResultType:
            return NSBatchUpdateResult(identities(done.keys), .updatedObjectIDsResultType)
        }
    }

    private func delete(
        _ request: NSBatchDeleteRequest, _ origin: SaveOrigin, then rest: () throws -> Void
    ) throws -> NSBatchDeleteResult {
        let fetch = request.fetchRequest.requestDescription
        // Identities of no objects at all have no entity.
        guard fetch.entity != nil || fetch.entityName != nil else {
            return .deleted(BatchResult(), request.resultType, [])
        }
        let table = try table(fetch.entity, fetch.entityName ?? "", "deleted")
        let done = try run(origin, then: rest) { batch in
            try BatchDelete(batch: batch, table: table, wantsKeys: request.resultType == .resultTypeObjectIDs).run(
                fetch)
        }
        return .deleted(done, request.resultType, identities(done.keys))
    }

    /// Triggers of a file may take as many steps as for a save of so many objects: nobody knows before how many there will be.
    private static let mostChanges = 1_000_000

    /// Runs a batch in a transaction; nothing of it is in the file if it throws.
    private func run(
        _ origin: SaveOrigin, then rest: () throws -> Void, _ body: (Batch) throws -> BatchResult
    ) throws -> BatchResult {
        let external = ExternalWrites(externalFiles)
        do {
            let (done, commit) = try write(Self.mostChanges) { transaction in
                let statements = statements(for: transaction.connection)
                statements.rows.binder.external = external
                defer { statements.rows.binder.external = nil }
                let batch = Batch(
                    statements: statements, store: number, external: external,
                    history: statements.history.map { BatchHistory($0, origin) })
                var done = try body(batch)
                done.history = try batch.history?.end()
                try rest()
                return (done, transaction.sequence)
            }
            // Rows that were read before are of before.
            for entity in done.touched { reader.pages.pages(of: entity)?.removeAll(by: commit) }
            if done.isChange { noteSaved(history: done.history) }
            external.commit()
            return done
        } catch {
            external.rollBack()
            throw error
        }
    }

    private func identities(_ keys: [BatchResult.Key]) -> [NSManagedObjectID] {
        keys.compactMap { key in
            schema.table(number: key.entity).map { table in
                NSManagedObjectID(ObjectKey(store: number, root: table.root, key: key.key), table.entity)
            }
        }
    }

    private func table(_ given: NSEntityDescription?, _ name: String, _ done: String) throws -> EntityTable {
        let entity = given.flatMap { schema.model.own($0) } ?? schema.model.entitiesByName[name]
        if let entity, let table = schema.table(of: entity) { return table }
        throw CoreDataError.make(
            NSPersistentStoreOperationError,
            "Nothing was \(done) in \(database.path): the store keeps no objects of “\(given?.name ?? name)”. Give the name of an entity of "
                + "\(schema.model.title) that is in the store's configuration.")
    }
}

/// What a batch works with. Belongs to its transaction.
struct Batch {
    let statements: SaveStatements
    /// The number of the store in identities.
    let store: UInt32
    let external: ExternalWrites
    /// Nil where no history is kept.
    let history: BatchHistory?

    var schema: StoreSchema { statements.schema }
    var connection: SQLiteConnection { statements.connection }

    /// The files of long data that the columns of some rows name are not needed once the batch is done.
    /// - Parameter columns: `SELECT`s the column of the rows.
    func giveUpFiles(_ columns: SQLText) throws {
        let statement = try connection.prepare(columns.text)
        try statement.bind(columns.bindings)
        while try statement.step() {
            // Those that lie in the row itself name none.
            if !statement.isNull(0) { external.giveUp(statement.data(0)) }
        }
    }
}

/// What has come of a batch.
struct BatchResult {
    struct Key {
        /// The number of the entity in the file.
        let entity: Int64
        let key: Int64
    }

    /// How many objects.
    var count = 0
    /// Which, if it was asked for.
    var keys: [Key] = []
    /// The entities of whose objects rows may be others now.
    var touched: [NSEntityDescription] = []
    /// The number of the history's transaction.
    var history: Int64?

    /// Whether the file is another one now.
    var isChange: Bool { count > 0 }
}

extension NSBatchDeleteResult {
    fileprivate static func deleted(
        _ done: BatchResult, _ type: NSBatchDeleteRequestResultType, _ identities: [NSManagedObjectID]
    ) -> NSBatchDeleteResult {
        switch type {
        case .resultTypeStatusOnly: NSBatchDeleteResult(true, type)
        case .resultTypeCount: NSBatchDeleteResult(done.count, type)
        case .resultTypeObjectIDs: NSBatchDeleteResult(identities, type)
        }
    }
}
