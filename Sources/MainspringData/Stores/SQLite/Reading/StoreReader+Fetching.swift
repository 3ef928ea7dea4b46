internal import CSQLite
internal import Foundation
@_spi(Tools) internal import MainspringModel

/// Fetching: a request's rows come into the pages, and their keys out.
extension StoreReader {
    /// Which objects a request asks for, in its order. Their rows are kept, unless the request does without values, or reads
    /// them in batches.
    func keys(
        for request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> FetchedKeys {
        guard let table = schema.table(of: entity) else { return FetchedKeys(store: store, root: 0) }
        let query = try StoreQuery.make(
            request, entity: entity, schema: schema, store: store, selecting: request.readsRows ? .rows : .keys)
        return try read(for: context) { try keys(of: query, root: table.root, $0).members }
    }

    /// How many objects a request asks for.
    func count(
        for request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> Int {
        guard schema.table(of: entity) != nil else { return 0 }
        let query = try StoreQuery.make(
            request, entity: entity, schema: schema, store: store, selecting: .count)
        return try read(for: context) { transaction in
            noteQuery()
            let statement = try transaction.connection.cached(query.sql)
            defer {
                statement.reset()
                statement.clear()
            }
            try statement.bind(query.bindings)
            return try statement.step() ? Int(statement.integer(0)) : 0
        }
    }

    /// Reads the rows of objects, those that are there, in one statement.
    func readRows(
        of keys: [Int64], in table: EntityTable, for context: NSManagedObjectContext?
    ) throws {
        guard !keys.isEmpty else { return }
        _ = try read(for: context) { transaction in
            try self.keys(of: .rows(of: table, keys: keys, schema: schema), root: table.root, transaction)
        }
    }

    /// Runs a query for rows or keys.
    func keys(of query: StoreQuery, root: UInt32, _ transaction: ReadTransaction) throws -> FetchedMembers {
        var found = FetchedMembers(members: FetchedKeys(store: store, root: root))
        noteQuery()
        let statement = try transaction.connection.cached(query.sql)
        defer {
            statement.reset()
            statement.clear()
        }
        try statement.bind(query.bindings)
        switch query.selection {
        case .rows(let selection): try readRows(selection, statement, transaction, &found)
        case .keys(let hasOwner): try readKeys(hasOwner, statement, transaction, &found)
        case .count, .dictionaries: break
        }
        found.members.trim()
        return found
    }

    private func readRows(
        _ selection: RowSelection, _ statement: SQLiteStatement, _ transaction: ReadTransaction,
        _ found: inout FetchedMembers
    ) throws {
        let (handle, entityIndex) = (statement.pointer, Int32(selection.entityIndex))
        let ownerIndex = selection.ownerIndex.map { Int32($0) }
        var head = RowHead(key: 0, version: 0, commit: transaction.sequence, time: pages.now)
        var targets: [Int64: Target] = [:]
        var last: (number: Int64, target: Target)?
        var (isKept, untilLook) = (pages.hasRoom, RowPages.readsBetweenLooks)
        var bound = RowBound(transaction)
        while try statement.step() {
            try bound.check(found.members.count)
            untilLook -= 1
            if untilLook == 0 {
                try pages.lookForRoom(transaction)
                // There are more pages to look at then.
                (isKept, untilLook) = (pages.hasRoom, max(RowPages.readsBetweenLooks, found.members.count / 16))
            }
            let number = sqlite3_column_int64(handle, entityIndex)
            if last?.number != number {
                guard let target = targets[number] ?? target(number, selection, &found.members) else { continue }
                targets[number] = target
                last = (number, target)
            }
            guard let target = last?.target else { continue }
            head.key = sqlite3_column_int64(handle, entityIndex + 1)
            head.version = sqlite3_column_int64(handle, entityIndex + 2)
            if isKept {
                target.pages.keep(head, target.filler, handle)
            } else {
                // An older one must not stay.
                target.pages.drop(CollectionOfOne(head.key))
            }
            found.members.append(head.key, target.number)
            if let ownerIndex { found.owners.append(sqlite3_column_int64(handle, ownerIndex)) }
        }
    }

    /// Where the rows of one entity go.
    private struct Target {
        let pages: EntityPages
        let filler: RowFiller
        let number: UInt16
    }

    /// - Returns: nil for an entity that the store does not keep.
    private func target(_ number: Int64, _ selection: RowSelection, _ keys: inout FetchedKeys) -> Target? {
        guard let entity = selection.entity(number: number), let pages = pages.pages(of: entity.table.entity) else {
            return nil
        }
        return Target(
            pages: pages, filler: RowFiller(pages.form, entity), number: keys.number(of: entity.table.entity))
    }

    private func readKeys(
        _ hasOwner: Bool, _ statement: SQLiteStatement, _ transaction: ReadTransaction, _ found: inout FetchedMembers
    ) throws {
        let (handle, entityIndex) = (statement.pointer, Int32(hasOwner ? 1 : 0))
        var last: (number: Int64, own: UInt16)?
        var bound = RowBound(transaction)
        while try statement.step() {
            try bound.check(found.members.count)
            let number = sqlite3_column_int64(handle, entityIndex)
            if last?.number != number {
                guard let entity = schema.table(number: number)?.entity else { continue }
                last = (number, found.members.number(of: entity))
            }
            guard let last else { continue }
            found.members.append(sqlite3_column_int64(handle, entityIndex + 1), last.own)
            if hasOwner { found.owners.append(sqlite3_column_int64(handle, 0)) }
        }
    }

    // MARK: Relationships

    /// The objects that a relationship to many leads to; in their order if it has one.
    func members(
        of identity: NSManagedObjectID, slot: Int, for context: NSManagedObjectContext?
    ) throws -> [NSManagedObjectID] {
        guard let members = schema.table(of: identity.entity)?.members(slot: slot) else { return [] }
        return try self.members(members, of: [identity.key.key], selecting: .keys, for: context).members.identities
    }

    private func members(
        _ members: MemberTable, of owners: [Int64], selecting want: StoreQuery.Want,
        for context: NSManagedObjectContext?
    ) throws -> FetchedMembers {
        guard let query = StoreQuery.members(of: members, owners: owners, schema: schema, selecting: want) else {
            return FetchedMembers(members: FetchedKeys(store: store, root: members.root))
        }
        return try read(for: context) { try keys(of: query, root: members.root, $0) }
    }

    /// Reads what a relationship of several objects of one entity leads to, with the rows, in one statement.
    /// - Returns: nil for what is no relationship that the store keeps.
    func prefetch(
        slot: Int, of owners: [Int64], _ entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> FetchedMembers? {
        guard let table = schema.table(of: entity) else { return nil }
        if let members = table.members(slot: slot) {
            return try self.members(members, of: owners, selecting: .rows, for: context)
        }
        guard case .reference(let reference)? = table.column(slot: slot)?.form,
            let destination = schema.table(of: reference.destination), let own = pages.pages(of: table.entity)
        else { return nil }
        let missing = owners.filter { !own.contains($0) }
        if !missing.isEmpty { try readRows(of: missing, in: table, for: context) }
        var wanted: Set<Int64> = []
        for (_, key, _) in own.destinations(slot, of: owners) where !isKept(key, destination) { wanted.insert(key) }
        guard !wanted.isEmpty else {
            return FetchedMembers(members: FetchedKeys(store: store, root: destination.root))
        }
        let query = StoreQuery.rows(of: destination, keys: wanted.sorted(), schema: schema)
        return try read(for: context) { try keys(of: query, root: destination.root, $0) }
    }

    private func isKept(_ key: Int64, _ table: EntityTable) -> Bool {
        table.familyNumbers.contains { number in
            schema.table(number: number).flatMap { pages.pages(of: $0.entity) }?.contains(key) ?? false
        }
    }

    /// Reads the rows of those objects that are not kept, in one statement.
    func readRows(of keys: FetchedKeys, _ indexes: Range<Int>, for context: NSManagedObjectContext?) throws {
        var missing: [Int64] = []
        for index in indexes where !(pages.pages(of: keys.entity(index))?.contains(keys.keys[index]) ?? true) {
            missing.append(keys.keys[index])
        }
        try readRows(of: missing, likeThoseOf: keys, for: context)
    }

    /// Reads the rows of some objects as they are now, in one statement.
    func renewRows(of keys: FetchedKeys, _ indexes: Range<Int>, for context: NSManagedObjectContext?) throws {
        try readRows(of: Array(keys.keys[indexes]), likeThoseOf: keys, for: context)
    }

    private func readRows(
        of keys: [Int64], likeThoseOf all: FetchedKeys, for context: NSManagedObjectContext?
    ) throws {
        guard let table = all.entities.first.flatMap({ schema.table(of: $0.rootEntity) ?? schema.table(of: $0) })
        else { return }
        try readRows(of: keys, in: table, for: context)
    }
}
