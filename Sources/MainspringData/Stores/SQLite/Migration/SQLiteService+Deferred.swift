internal import Foundation
internal import MainspringFoundation

/// Removing what a deferred migration has left.
extension SQLiteService {
    /// Whether there is anything that could be removed.
    var hasLeftovers: Bool {
        get throws {
            try database.readers.read { try !MigrationLeftover.all(in: FileTables($0.connection)).isEmpty }
        }
    }

    /// - Returns: whether nothing is left.
    func finishMigration(isWhole: Bool) throws -> Bool {
        guard let writer = database.writer else { return false }
        do {
            while true {
                let left = try writer.write { transaction in
                    let connection = transaction.connection
                    try checkIdentifier(connection)
                    let leftovers = try MigrationLeftover.all(in: FileTables(connection))
                    try leftovers.first?.remove(connection)
                    if leftovers.count <= 1 { try forgetDeferral(connection) }
                    return leftovers.count - 1
                }
                guard left > 0 else { return true }
                guard isWhole else { return false }
            }
        } catch let failure as SQLiteFailure {
            throw MigrationFailure.sqlite(failure, URL(fileURLWithPath: database.path))
        }
    }

    private func forgetDeferral(_ connection: SQLiteConnection) throws {
        guard var values = try MetadataTable.read(connection),
            values.removeValue(forKey: NSPersistentStoreDeferredLightweightMigrationOptionKey) != nil
        else { return }
        try MetadataTable.write(values, connection)
    }
}
