import Foundation
import GRDB
import Measure
import Workloads

/// A file with items, which is made anew and goes with this.
final class ItemFile {
    private(set) var pool: DatabasePool

    private static let path = String(cString: measure_store_path("grdb"))

    init() throws {
        Self.erase()
        pool = try Self.open(Self.path)
        try pool.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNUMBER INTEGER, ZOWNER INTEGER,
                        ZDATE TIMESTAMP, ZRATIO FLOAT, ZNAME VARCHAR);
                    CREATE TABLE ZOWNER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
                    CREATE INDEX ZITEM_ZOWNER_INDEX ON ZITEM (ZOWNER);
                    CREATE INDEX Z_Item_byNumber ON ZITEM (ZNUMBER);
                    """)
        }
    }

    deinit {
        try? pool.close()
        Self.erase()
    }

    /// Opens a file under the settings that all have.
    static func open(_ path: String) throws -> DatabasePool {
        let pool = try DatabasePool(path: path)
        // A pool sets NORMAL itself, after all that a configuration may say.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return pool
    }

    private static func erase() {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// Opens the file again, so that no page is kept.
    func reopen() throws {
        try pool.close()
        pool = try Self.open(Self.path)
    }

    /// Inserts owners; their keys count from 1.
    func insertOwners() throws {
        try pool.write { database in
            for index in 0..<ItemValues.ownerCount {
                var owner = Owner(name: "owner \(index)")
                try owner.insert(database)
            }
        }
    }

    /// A file that has the items, and was opened again. Each value is made when its item is.
    static func filled(allOwned: Bool = false) throws -> ItemFile {
        let file = try ItemFile()
        try file.insertOwners()
        try file.pool.write { database in
            for index in 0..<ItemValues.count {
                let values = ItemValues(index)
                var item = Item(
                    values, owner: allOwned ? Int64(index % ItemValues.ownerCount + 1) : values.ownerKey)
                try item.insert(database)
            }
        }
        try file.reopen()
        return file
    }
}

extension ItemValues {
    /// The key of the owner.
    var ownerKey: Int64? { owner > 0 ? Int64(owner) : nil }
}
