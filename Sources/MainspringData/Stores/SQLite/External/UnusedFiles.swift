package import FileAccess
internal import Foundation

/// Files in the folder of long data that no row names: a process was killed before or after a commit, or a file could
/// not be deleted while another process had the store open.
package enum UnusedFiles {
    /// Returns the names in the folder that a save or a copy has given and that no row of the database names.
    ///
    /// Every binary column of every table counts, also those of entities that the coordinator's model does not have.
    /// Costs one pass over the tables with binary columns, without the data themselves.
    package static func names(
        in folder: OpenFolder, _ connection: SQLiteConnection
    ) throws -> [String] {
        let candidates = try folder.names().filter { folder.kind($0) == .regular && isOurs($0) }
        guard !candidates.isEmpty else { return [] }
        return try Set(candidates).subtracting(namesInUse(connection)).sorted()
    }

    /// Whether a name is that of a file of long data, or of a copy of one that is not complete.
    private static func isOurs(_ name: String) -> Bool {
        if ExternalFolder.isFileName(name) { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].isEmpty && parts[1...].allSatisfy { ExternalFolder.isFileName(String($0)) }
    }

    private static func namesInUse(_ connection: SQLiteConnection) throws -> Set<String> {
        var names: Set<String> = []
        for (table, columns) in try FileTables(connection).tables {
            for column in columns where column.type.uppercased() == "BLOB" {
                // SQLite knows the length of a value without reading it.
                let name = SQLiteName.quoted(column.name)
                let statement = try connection.prepare(
                    "SELECT \(name) FROM \(SQLiteName.quoted(table)) WHERE typeof(\(name)) = 'blob' "
                        + "AND length(\(name)) BETWEEN 2 AND 257 AND substr(\(name), 1, 1) = x'02'")
                while try statement.step() {
                    let bytes = statement.data(0).dropFirst().prefix { $0 != 0 }
                    names.insert(String(decoding: bytes, as: UTF8.self))
                }
            }
        }
        return names
    }
}

extension SQLiteService {
    /// Deletes unused files of long data if no other process, and no other coordinator of this one, has the store open.
    ///
    /// Called when the store is opened for writing. No save is under way then: the write lock of the database is held.
    func removeUnusedFiles() {
        guard database.writer != nil, schema.tables.contains(where: \.hasExternals), let place = externalFiles.folder,
            !place.isShared
        else { return }
        _ = externalFiles.uses.exclusively { folder in
            guard let names = try? folder.names(), !names.isEmpty,
                let connection = try? SQLiteConnection(path: database.path, access: .readWrite)
            else { return }
            defer { connection.close() }
            connection.setBusyTimeout(0)
            guard (try? connection.execute("BEGIN IMMEDIATE")) != nil,
                let unused = try? UnusedFiles.names(in: folder, connection)
            else { return }
            for name in unused { try? folder.delete(name) }
        }
    }
}
