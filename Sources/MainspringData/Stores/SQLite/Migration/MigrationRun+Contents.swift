internal import FileAccess
internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// What a file says of itself: numbers of entities, metadata, the model, and the history's names for rows.
extension MigrationRun {
    /// Writes which entities there are, and which keys were given.
    func writeNumbers() throws {
        let numbers = Set(layout.before.numbers.entries.map(\.number) + layout.after.numbers.entries.map(\.number))
        try execute("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT IN (\(list(numbers.sorted())))")
        let row = try connection.prepare("INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, ?)")
        for entry in layout.after.primaryKeyRows {
            try row.bind(entry.number, at: 1)
            try row.bind(entry.name, at: 2)
            try row.bind(entry.superNumber, at: 3)
            let root = layout.after.numbers.entries.first { $0.number == entry.number }?.entity
            try row.bind(root.map(layout.keys.greatestKey) ?? 0, at: 4)
            try row.run()
        }
        try writeHistory()
    }

    /// The history tells of objects by their entities' numbers and their keys.
    private func writeHistory() throws {
        let columns = try connection.prepare(
            "SELECT count(*) FROM pragma_table_info('ACHANGE') WHERE name IN ('ZENTITY', 'ZENTITYPK')")
        guard try columns.step(), columns.integer(0) == 2 else { return }
        let removed = layout.before.numbers.entries.filter { mapping.destination(of: $0.entity) == nil }.map(\.number)
        if !removed.isEmpty { try execute("DELETE FROM ACHANGE WHERE ZENTITY IN (\(list(removed)))") }
        for pair in mapping.pairs {
            guard case let shift = layout.keys.shift(of: pair), shift != 0,
                let number = layout.before.numbers[pair.source]
            else { continue }
            try execute("UPDATE ACHANGE SET ZENTITYPK = ZENTITYPK + \(shift) WHERE ZENTITY = \(number)")
        }
        // Of one in a form that is not known nobody reads what it says of properties.
        guard let form = (try? HistoryForm(FileTables(connection))) ?? nil else { return }
        try HistoryPlaces(mapping, layout.after.numbers).apply(form, connection)
    }

    // MARK: Metadata

    /// Says which version the file is of, and keeps what the program has added.
    func writeMetadata() throws {
        let known = try MetadataTable.read(connection) ?? [:]
        let takesKnown = layout.after.takesKnownHashes(opening.entities, opening.options)
        var values = NewMetadata.values(
            opening.model, opening.entities, takesKnown: takesKnown,
            identifier: known[NSStoreUUIDKey]?.string ?? UUID.random().uuidString)
        for (key, value) in known where values[key] == nil && !NewMetadata.isOwn(key) { values[key] = value }
        let leftovers = try MigrationLeftover.all(in: FileTables(connection))
        values[NSPersistentStoreDeferredLightweightMigrationOptionKey] = leftovers.isEmpty ? nil : .boolean(true)
        try MetadataTable.write(values, connection)
        try execute("CREATE TABLE IF NOT EXISTS Z_MODELCACHE (Z_CONTENT BLOB)")
        try ModelCacheTable.write(opening.model, connection)
    }
}
