internal import MainspringData

/// Checks how the rows of a history are numbered.
extension TableCheck {
    func history() throws -> [StoreFinding] {
        do {
            guard try HistoryForm(file) != nil else { return try lostHistory() }
        } catch let error as SchemaMisfit {
            // What cannot be read is not looked into.
            let missing = HistoryForm.tables.prefix(2).first { !file.has($0) }
            let clause = missing.map { "its history has no table \($0)" } ?? error.clause
            return [
                StoreFinding(
                    .history,
                    "The store keeps a history, and \(clause): nobody can read it, nor save with one. Restore it from a copy, or drop "
                        + "what is left of \(some(HistoryForm.tables.filter(file.has))).")
            ]
        }
        var findings: [StoreFinding] = []
        for kind in HistoryNumbers.Kind.allCases where file.has(kind.table) {
            findings += try numbers(kind)
            findings += try ownEntity(kind)
        }
        return try findings + changedEntities() + historyValues()
    }

    /// Numbers of a history's rows, without the tables that had them.
    private func lostHistory() throws -> [StoreFinding] {
        let statement = try connection.prepare(
            "SELECT count(*), max(Z_MAX) FROM Z_PRIMARYKEY WHERE Z_ENT IN (?, ?) AND Z_MAX > 0")
        try statement.bind(HistoryForm.changeNumber, at: 1)
        try statement.bind(HistoryForm.transactionNumber, at: 2)
        guard try statement.step(), statement.integer(0) > 0 else { return [] }
        return [
            StoreFinding(
                .history,
                "Z_PRIMARYKEY says that the rows of a history were numbered, up to \(statement.integer(1)), and there is neither "
                    + "\(HistoryForm.changeTable) nor \(HistoryForm.transactionTable): the history is lost. Restore it from a copy, or "
                    + "delete the rows \(HistoryForm.changeNumber) and \(HistoryForm.transactionNumber) of Z_PRIMARYKEY."
            )
        ]
    }

    /// The last number that was given, by `Z_PRIMARYKEY`.
    private func numbers(_ kind: HistoryNumbers.Kind) throws -> [StoreFinding] {
        let statement = try connection.prepare(
            "SELECT (SELECT max(Z_PK) FROM \(kind.table)), count(*), max(Z_MAX) FROM Z_PRIMARYKEY WHERE Z_ENT = ?")
        try statement.bind(kind.entity, at: 1)
        guard try statement.step(), !statement.isNull(0) else { return [] }
        let (greatest, title) = (statement.integer(0), "“\(kind.name)” (\(kind.entity))")
        guard statement.integer(1) > 0 else {
            return [
                StoreFinding(
                    .history,
                    "Z_PRIMARYKEY has no row for \(title), by which the rows of \(kind.table) are numbered. Insert it, with \(greatest) as "
                        + "its Z_MAX.")
            ]
        }
        guard statement.integer(2) < greatest else { return [] }
        return [
            StoreFinding(
                .history,
                "Z_PRIMARYKEY says that \(statement.integer(2)) was the last number in \(kind.table), and there is \(greatest): what is "
                    + "saved next would get a number that is taken. Set Z_MAX of \(title) to \(greatest).")
        ]
    }

    private func ownEntity(_ kind: HistoryNumbers.Kind) throws -> [StoreFinding] {
        connection.limitReading()
        let statement = try connection.prepare("SELECT count(*) FROM \(kind.table) WHERE Z_ENT IS NOT ?")
        try statement.bind(kind.entity, at: 1)
        guard try statement.step(), case let count = Int(statement.integer(0)), count > 0 else { return [] }
        return [
            StoreFinding(
                .history, count: count,
                "\(kind.table) has \(count) \(count == 1 ? "row" : "rows") with another Z_ENT than \(kind.entity), the number of "
                    + "“\(kind.name)”. Set it to that.")
        ]
    }

    /// Changes of what is no entity.
    private func changedEntities() throws -> [StoreFinding] {
        connection.limitReading()
        let statement = try connection.prepare(
            """
            SELECT ZENTITY, count(*) FROM \(HistoryForm.changeTable) WHERE ZENTITY IS NULL OR ZENTITY NOT IN \
            (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_ENT < \(HistoryForm.changeNumber)) GROUP BY ZENTITY ORDER BY ZENTITY
            """)
        var numbers: [String] = []
        var count = 0
        while try statement.step() {
            numbers.append(statement.isNull(0) ? "NULL" : "\(statement.integer(0))")
            count += Int(statement.integer(1))
        }
        guard count > 0 else { return [] }
        return [
            StoreFinding(
                .history, count: count,
                "\(count) \(count == 1 ? "change" : "changes") in \(HistoryForm.changeTable) \(count == 1 ? "tells" : "tell") of entities "
                    + "that Z_PRIMARYKEY does not have (ZENTITY is \(some(numbers))). Delete \(count == 1 ? "it" : "them"): nobody can tell "
                    + "which objects are meant.")
        ]
    }
}
