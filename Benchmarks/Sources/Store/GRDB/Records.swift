import Foundation
import GRDB
import Workloads

/// A row of the items' table; what ours notes beside the values is left out.
struct Item: FetchableRecord, MutablePersistableRecord {
    enum Columns {
        static let id = Column("Z_PK")
        static let number = Column("ZNUMBER")
        static let owner = Column("ZOWNER")
        static let date = Column("ZDATE")
        static let ratio = Column("ZRATIO")
        static let name = Column("ZNAME")
    }

    static let databaseTableName = "ZITEM"

    /// In the order of the indexes below.
    static var databaseSelection: [any SQLSelectable] {
        [Columns.id, Columns.number, Columns.owner, Columns.date, Columns.ratio, Columns.name]
    }

    var id: Int64?
    var number: Int64
    var owner: Int64?
    var date: Date?
    var ratio: Double
    var name: String?

    /// - Parameter owner: the key of its owner.
    init(_ values: ItemValues, owner: Int64?) {
        number = values.number
        self.owner = owner
        date = Date(timeIntervalSinceReferenceDate: values.date)
        ratio = values.ratio
        name = values.name
    }

    init(row: Row) {
        id = row[0]
        number = row[1]
        owner = row[2]
        // A number instead of GRDB's text, which is slower.
        date = (row[3] as Double?).map(Date.init(timeIntervalSinceReferenceDate:))
        ratio = row[4]
        name = row[5]
    }

    func encode(to container: inout PersistenceContainer) {
        container[Columns.id] = id
        container[Columns.number] = number
        container[Columns.owner] = owner
        container[Columns.date] = date?.timeIntervalSinceReferenceDate
        container[Columns.ratio] = ratio
        container[Columns.name] = name
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// A row of the owners' table.
struct Owner: FetchableRecord, MutablePersistableRecord {
    enum Columns {
        static let id = Column("Z_PK")
        static let name = Column("ZNAME")
    }

    static let databaseTableName = "ZOWNER"

    /// In the order of the indexes below.
    static var databaseSelection: [any SQLSelectable] { [Columns.id, Columns.name] }

    var id: Int64?
    var name: String?

    init(name: String) { self.name = name }

    init(row: Row) {
        id = row[0]
        name = row[1]
    }

    func encode(to container: inout PersistenceContainer) {
        container[Columns.id] = id
        container[Columns.name] = name
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}
