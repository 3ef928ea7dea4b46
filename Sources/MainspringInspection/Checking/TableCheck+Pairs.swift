internal import MainspringData
internal import MainspringModel

/// Checks tables of pairs, by which relationships lead that are to many at both ends.
extension TableCheck {
    func pairs(_ join: JoinTable) throws -> [StoreFinding] {
        try doubles(join) + withoutPlace(join) + notMutual(join)
    }

    /// Pairs that are there several times, which the primary key of such a table forbids where there is one.
    private func doubles(_ join: JoinTable) throws -> [StoreFinding] {
        let (own, other) = (quoted(join.first.ownColumn), quoted(join.second.ownColumn))
        return try finding(
            .pairs, join, join.first,
            "(SELECT \(own) AS key FROM \(quoted(join.name)) WHERE \(own) IS NOT NULL AND \(other) IS NOT NULL "
                + "GROUP BY \(own), \(other) HAVING count(*) > 1)"
        ) {
            "\($0 == 1 ? "a pair" : "\($0) pairs") several times, and an object is a member once. Delete all but one of each."
        }
    }

    /// Pairs of a relationship that is its own inverse, which must be there both ways: each object has a row for each that it leads to.
    private func notMutual(_ join: JoinTable) throws -> [StoreFinding] {
        let end = join.first
        guard end.relationship === join.second.relationship, end.relationship.mutualInverse === end.relationship
        else { return [] }
        let (name, own, other) = (quoted(join.name), quoted(end.ownColumn), quoted(join.second.ownColumn))
        return try finding(
            .inverse, join, end,
            "(SELECT p.\(own) AS key FROM \(name) p WHERE p.\(own) IS NOT NULL AND p.\(other) IS NOT NULL AND NOT EXISTS "
                + "(SELECT 1 FROM \(name) b WHERE b.\(own) = p.\(other) AND b.\(other) = p.\(own)))"
        ) {
            "\($0 == 1 ? "a pair" : "\($0) pairs") without the same pair the other way round, and the relationship is its own inverse. "
                + "Insert \($0 == 1 ? "that" : "those"), or delete \($0 == 1 ? "it" : "them")."
        }
    }

    /// Members of an order without a place in it.
    private func withoutPlace(_ join: JoinTable) throws -> [StoreFinding] {
        let ends = join.first.relationship === join.second.relationship ? [join.first] : [join.first, join.second]
        return try ends.flatMap { end -> [StoreFinding] in
            guard let order = end.orderColumn else { return [] }
            return try finding(
                .inverse, join, end,
                "(SELECT \(quoted(end.ownColumn)) AS key FROM \(quoted(join.name)) WHERE \(quoted(order)) IS NULL)"
            ) {
                "\($0 == 1 ? "a pair" : "\($0) pairs") without a place in the order. Set \(order) of \($0 == 1 ? "it" : "them")."
            }
        }
    }

    /// Counts what a query finds, and makes a finding of it.
    /// - Parameters:
    ///   - rows: a query in brackets that gives the keys of an end's objects as `key`.
    ///   - what: is made of the count.
    private func finding(
        _ kind: StoreFinding.Kind, _ join: JoinTable, _ end: JoinTable.End, _ rows: String, _ what: (Int) -> String
    ) throws -> [StoreFinding] {
        connection.limitReading()
        let statement = try connection.prepare("SELECT count(*), min(key) FROM \(rows)")
        guard try statement.step(), case let count = Int(statement.integer(0)), count > 0 else { return [] }
        let entity = end.relationship.entity.name ?? ""
        return [
            StoreFinding(
                kind, entity: entity, property: end.relationship.name, count: count,
                examples: [ObjectReference(entityName: entity, key: statement.integer(1))],
                "\(join.name), which holds “\(end.relationship.name)” of “\(entity)”, has \(what(count))")
        ]
    }
}
