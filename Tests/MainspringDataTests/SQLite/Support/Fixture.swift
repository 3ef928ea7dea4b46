import Foundation
import MainspringModel

@testable import MainspringData

/// Files of SQLite that a test makes by its own statements.
enum Fixture {
    static func run(_ url: URL, _ statements: String) throws {
        let connection = try SQLiteConnection(path: url.path, access: .create)
        defer { connection.close() }
        for function in StoreFunctions.functions { try connection.add(function) }
        try connection.execute(statements)
    }

    /// Each row as a text. A connection that may write leaves nothing beside the file.
    static func rows(_ url: URL, _ query: String) throws -> [String] {
        let connection = try SQLiteConnection(path: url.path, access: .readWrite)
        defer { connection.close() }
        let statement = try connection.prepare(query)
        var rows: [String] = []
        while try statement.step() {
            rows.append(
                (0..<statement.columnCount).map { statement.isNull($0) ? "NULL" : statement.string($0) }.joined(
                    separator: "|"))
        }
        return rows
    }

    /// What a file says of its tables, indexes and triggers.
    static func schema(_ url: URL) throws -> [String] {
        try rows(url, "SELECT name, sql FROM sqlite_master ORDER BY name")
    }

    static func open(
        _ url: URL, _ model: NSManagedObjectModel, configuration: String? = nil, options: [AnyHashable: Any]? = nil
    ) throws -> (coordinator: NSPersistentStoreCoordinator, store: SQLiteStore) {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            type: .sqlite, configuration: configuration, at: url, options: options)
        return (coordinator, store as! SQLiteStore)
    }

    /// The code and the sentence of what a closure throws.
    static func failure(_ body: () throws -> Void) -> (code: Int, sentence: String)? {
        do {
            try body()
            return nil
        } catch {
            return ((error as NSError).code, (error as NSError).localizedDescription)
        }
    }
}
