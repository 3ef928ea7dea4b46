internal import Foundation
internal import MainspringModel

/// Writes relationships to many: pairs of keys, and places in orders.
///
/// Used by whoever has the writing connection, which it belongs to.
final class MemberWriter {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// Writes what has become of an object's relationships to many.
    func apply(_ change: ObjectChange, _ table: EntityTable) throws(SQLiteFailure) {
        for members in change.members {
            guard let source = table.members(slot: members.slot)?.source else { continue }
            let owner = change.key.key
            switch source {
            case .column(let column):
                // Members name their owner in their own rows, which are saved as such.
                guard let orderColumn = column.orderColumn, let order = members.order else { continue }
                try setOrder(
                    order.map(\.key.key), owner: owner,
                    OrderTable(name: column.table, owner: column.name, member: "Z_PK", place: orderColumn))
            case .join(let join, let isFirst):
                let (own, other) = join.ends(isFirst: isFirst)
                for member in members.removed {
                    try remove(member, from: owner, join, own, other)
                }
                for member in members.added { try add(member, to: owner, join, own, other) }
                guard let orderColumn = own.orderColumn, let order = members.order else { continue }
                try setOrder(
                    order.map(\.key.key), owner: owner,
                    OrderTable(name: join.name, owner: own.ownColumn, member: other.ownColumn, place: orderColumn))
            }
        }
    }

    /// Takes an object out of all pairs.
    func removeAll(of key: Int64, _ table: EntityTable) throws(SQLiteFailure) {
        for members in table.memberTables {
            guard case .join(let join, let isFirst) = members.source else { continue }
            let column = SQLiteName.quoted(join.ends(isFirst: isFirst).own.ownColumn)
            try run("DELETE FROM \(SQLiteName.quoted(join.name)) WHERE \(column) = ?", key)
        }
    }

    // MARK: Pairs

    /// The other end says the same of the pair, so that it may be there already.
    private func add(
        _ member: NSManagedObjectID, to owner: Int64, _ join: JoinTable, _ own: JoinTable.End, _ other: JoinTable.End
    ) throws(SQLiteFailure) {
        try run(
            "INSERT OR IGNORE INTO \(SQLiteName.quoted(join.name)) (\(SQLiteName.quoted(own.ownColumn)), "
                + "\(SQLiteName.quoted(other.ownColumn))) VALUES (?, ?)", owner, member.key.key)
    }

    private func remove(
        _ member: NSManagedObjectID, from owner: Int64, _ join: JoinTable, _ own: JoinTable.End, _ other: JoinTable.End
    ) throws(SQLiteFailure) {
        try run(
            "DELETE FROM \(SQLiteName.quoted(join.name)) WHERE \(SQLiteName.quoted(own.ownColumn)) = ? AND "
                + "\(SQLiteName.quoted(other.ownColumn)) = ?", owner, member.key.key)
    }

    /// Runs a statement about an object's pairs, or the one with a member.
    private func run(_ sql: String, _ owner: Int64, _ member: Int64? = nil) throws(SQLiteFailure) {
        let statement = try connection.cached(sql)
        try statement.bind(owner, at: 1)
        if let member { try statement.bind(member, at: 2) }
        try statement.run()
    }

    // MARK: Orders

    /// Where the places in an order lie.
    private struct OrderTable {
        let name: String
        let owner: String
        let member: String
        let place: String
    }

    /// Gives members places that ascend as they do in the order. Those whose places ascend already keep them, as many as
    /// can, so that a member that moves is one row that is written.
    ///
    /// The file may have members that the order does not name, since others have saved them: see
    /// ``OrderPlaces/order(_:among:)``.
    private func setOrder(_ order: [Int64], owner: Int64, _ table: OrderTable) throws(SQLiteFailure) {
        let (name, member, place) = (
            SQLiteName.quoted(table.name), SQLiteName.quoted(table.member), SQLiteName.quoted(table.place)
        )
        let select = try connection.cached(
            "SELECT \(member), \(place) FROM \(name) WHERE \(SQLiteName.quoted(table.owner)) = ?")
        try select.bind(owner, at: 1)
        var known: [Int64: Int64?] = [:]
        while try select.step() {
            known.updateValue(select.isNull(1) ? nil : select.integer(1), forKey: select.integer(0))
        }
        select.reset()
        let order = OrderPlaces.order(order, among: known)
        let places = OrderPlaces.places(of: order.map { known[$0] ?? nil })
        let update = try connection.cached(
            "UPDATE \(name) SET \(place) = ? WHERE \(member) = ? AND \(SQLiteName.quoted(table.owner)) = ?")
        for (key, place) in zip(order, places) where known[key] != .some(place) {
            try update.bind(place, at: 1)
            try update.bind(key, at: 2)
            try update.bind(owner, at: 3)
            try update.run()
        }
    }
}
